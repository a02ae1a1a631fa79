import { callAuth, getAuth, sessionOpened } from '@/lib/auth-calls.ts';

/** This device already holds a passkey for the account. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'InvalidStateError';

function asJson(credential: Credential | null): object {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('no credential', 'NotAllowedError');
  return credential.toJSON() as object;
}

/** Creates a passkey on this device and links it to the account. */
export async function addPasskey(name: string): Promise<void> {
  const options = await getAuth<PublicKeyCredentialCreationOptionsJSON>('/passkey/generate-register-options');
  const credential = await navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
  });
  await callAuth('/passkey/verify-registration', { response: asJson(credential), name });
}

/** Signs in with a passkey of the device, or proves the identity of the signed-in user. */
export async function presentPasskey(portal: 'members' | 'admin' = 'members'): Promise<void> {
  const options = await getAuth<PublicKeyCredentialRequestOptionsJSON>('/passkey/generate-authenticate-options');
  // The user is known only from the passkey, so the device itself must have verified its holder.
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({ ...options, userVerification: 'required' });
  const credential = await navigator.credentials.get({ publicKey });
  await callAuth('/passkey/verify-authentication', { response: asJson(credential) }, portal);
}

export async function signInWithPasskey(portal: 'members' | 'admin'): Promise<void> {
  await presentPasskey(portal);
  await sessionOpened();
}
