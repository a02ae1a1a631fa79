import { RETENTION } from '../policies/rules.ts';

/** Maximum size of a picture, in bytes; the browser sends far smaller ones. */
export const AVATAR_MAX_BYTES = 512 * 1024;
/** Maximum width and height of a picture. */
export const AVATAR_MAX_SIDE = 512;
/** Longer than any human life; a date before that is a typing error. */
export const OLDEST_AGE = 122;

/** Whole years from a day of birth (YYYY-MM-DD) to a moment, by the calendar of UTC. Born on 29 February: older from 1 March on. */
export function ageAt(birthDate: string, at: Date): number {
  const [year = 0, month = 0, day = 0] = birthDate.split('-').map(Number);
  const before = at.getUTCMonth() + 1 < month || (at.getUTCMonth() + 1 === month && at.getUTCDate() < day);
  return at.getUTCFullYear() - year - (before ? 1 : 0);
}

/** Bits of the WebP header's flags that announce data about the camera and its place. */
const WEBP_METADATA = 0x0c;

/** Whether a picture still carries camera data: EXIF or XMP, in a WebP's flags or a JPEG's application segments. */
export function hasMetadata(bytes: Uint8Array): boolean {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (text(0, 4) === 'RIFF') return text(12, 16) === 'VP8X' && ((bytes[20] ?? 0) & WEBP_METADATA) !== 0;
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== 0xda) {
    if (bytes[at + 1] === 0xe1) return true;
    at += 2 + (bytes[at + 2]! << 8) + bytes[at + 3]!;
  }
  return false;
}

type Clocks = 'standard' | 'demo' | 'test';
/** How often held money is checked before an erasure. */
export const RECHECK: Record<Clocks, string> = { standard: 'PT1H', demo: 'PT10S', test: 'PT1S' };
/** An account whose mailbox is not verified by then is erased. */
export const UNVERIFIED_LIFE_MS = RETENTION.unverifiedDays * 24 * 3_600_000;
/** How long a copy of the user's data can be downloaded, and how many may be requested. */
export const EXPORT_LIFE = `P${RETENTION.exportDays}D`;
export const EXPORTS_A_DAY = 3;

/** Letters and digits that cannot be mistaken for each other; 16 of them are 80 bits. */
const CODE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A confirmation code from at least ten bytes: XXXX-XXXX-XXXX-XXXX. */
export function confirmationCode(bytes: Uint8Array): string {
  let bits = 0n;
  for (const byte of bytes.subarray(0, 10)) bits = (bits << 8n) | BigInt(byte);
  const letters = Array.from({ length: 16 }, (_, i) => CODE_LETTERS[Number((bits >> BigInt(5 * (15 - i))) & 31n)]).join(
    '',
  );
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}
