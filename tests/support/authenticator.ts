import { totpCode, TOTP_STEP_MS } from '../../server/features/security/totp.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The secret in the base32 that an authenticator is given (RFC 4648). */
export function fromBase32(text: string): string {
  let bits = '';
  for (const letter of text.replace(/=+$/, '')) bits += LETTERS.indexOf(letter).toString(2).padStart(5, '0');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))).toString('utf8');
}

/** What an authenticator shows that has read the QR code of this address. */
export const secretOf = (totpUri: string): string => fromBase32(new URL(totpUri).searchParams.get('secret') ?? '');

/** What it shows now, or `after` steps later. */
export const shownBy = (secret: string, after = 0): string =>
  totpCode(secret, new Date(Date.now() + after * TOTP_STEP_MS));
