import { callAuth, getAuth, sessionOpened } from '@/lib/auth.ts';

/** Why a passkey can or cannot be used at this address. */
export type PasskeySupport = 'ready' | 'bare-ip' | 'unsupported';

/** Browsers tie passkeys to a name: at a bare IP address there are none. */
export function passkeySupport(): PasskeySupport {
  // Account pages are rendered beforehand in Node.
  if (typeof window === 'undefined') return 'ready';
  if (/^[\d.]+$|^\[/u.test(window.location.hostname)) return 'bare-ip';
  const able =
    window.isSecureContext &&
    typeof PublicKeyCredential === 'function' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential;
  return able ? 'ready' : 'unsupported';
}

/** The person closed the browser's window, or took too long. */
export const wasCancelled = (error: unknown): boolean =>
  error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name);
/** This device holds a passkey for the account already. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'InvalidStateError';

function asJson(credential: Credential | null): object {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('no credential', 'NotAllowedError');
  return credential.toJSON() as object;
}

/** Makes a passkey on this device and ties it to the account. */
export async function addPasskey(name: string): Promise<void> {
  const options = await getAuth<PublicKeyCredentialCreationOptionsJSON>('/passkey/generate-register-options');
  const credential = await navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
  });
  await callAuth('/passkey/verify-registration', { response: asJson(credential), name });
}

/** Asks the device for a passkey: signs in with it, or proves who is signed in. */
export async function presentPasskey(portal: 'members' | 'admin' = 'members'): Promise<void> {
  const options = await getAuth<PublicKeyCredentialRequestOptionsJSON>('/passkey/generate-authenticate-options');
  // The person behind a passkey is only known from it, so the device itself has to have checked who holds it.
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({ ...options, userVerification: 'required' });
  const credential = await navigator.credentials.get({ publicKey });
  await callAuth('/passkey/verify-authentication', { response: asJson(credential) }, portal);
}

export async function signInWithPasskey(portal: 'members' | 'admin'): Promise<void> {
  await presentPasskey(portal);
  await sessionOpened();
}
