import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The six digits with which a creator checks in: an HMAC-SHA256 of visit and slot, reduced as a mailed code is (RFC 4226
 * §5.3). They are computed when the brand shows them or the creator types them and stored nowhere; a visit that was moved
 * has others.
 */
export function visitCode(secret: string, { visitId, slotId }: { visitId: string; slotId: string }): string {
  const mac = createHmac('sha256', secret).update(`visit\n${visitId}\n${slotId}`).digest();
  const offset = mac[mac.length - 1]! & 0x0f;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Takes the same time for every wrong code. */
export const isVisitCode = (typed: string, right: string): boolean =>
  typed.length === right.length && timingSafeEqual(Buffer.from(typed), Buffer.from(right));
