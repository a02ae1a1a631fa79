import { randomFillSync } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 24;
const pool = new Uint8Array(4096);
let used = pool.length;

/** "tr_" and 24 random letters and digits, in the shape of Stripe's own ids. */
export function stripeId(prefix: string): string {
  let out = `${prefix}_`;
  const end = out.length + LENGTH;
  while (out.length < end) {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    const byte = pool[used++]! & 63;
    if (byte < ALPHABET.length) out += ALPHABET[byte];
  }
  return out;
}
