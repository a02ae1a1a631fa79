import { createHmac } from 'node:crypto';

export const TOTP_STEP_MS = 30_000;

/** What an authenticator with this secret shows at that time (RFC 6238 with SHA-1, six digits). */
export function totpCode(secret: string, at: Date): string {
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / TOTP_STEP_MS)));
  const mac = createHmac('sha1', secret).update(step).digest();
  const number = mac.readUInt32BE(mac.at(-1)! & 0xf) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}
