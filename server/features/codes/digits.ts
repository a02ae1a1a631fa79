import { createHmac } from 'node:crypto';
import { mailboxOf } from '../../core/mailbox.ts';
import type { CodePurpose } from './schema.ts';

/**
 * The six digits of a code: an HMAC-SHA256 over everything the code is bound to, reduced to six digits (RFC 4226 §5.3
 * truncation, whose bias over 2^31 is below one in two thousand). They are computed whenever they are mailed or checked
 * and stored nowhere.
 */
export function codeDigits(secret: string, codeId: string, purpose: CodePurpose, email: string): string {
  const mac = createHmac('sha256', secret)
    .update(`${codeId}\n${purpose}\n${mailboxOf(email)}`)
    .digest();
  const offset = mac[mac.length - 1]! & 0x0f;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
