/** Why a passkey can or cannot be used at this address. */
export type PasskeySupport = 'ready' | 'bare-ip' | 'unsupported';

/** Browsers bind passkeys to a host name: at a bare IP address there are none. */
export function passkeySupport(): PasskeySupport {
  // Account pages are prerendered in Node.
  if (typeof window === 'undefined') return 'ready';
  if (/^[\d.]+$|^\[/u.test(window.location.hostname)) return 'bare-ip';
  const able =
    window.isSecureContext &&
    typeof PublicKeyCredential === 'function' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential;
  return able ? 'ready' : 'unsupported';
}

/** The user closed the browser's dialog, or it timed out. */
export const wasCancelled = (error: unknown): boolean =>
  error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name);
