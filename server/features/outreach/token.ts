import { createHmac, timingSafeEqual } from 'node:crypto';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;
const signature = (secret: string, recipientId: string): Buffer =>
  createHmac('sha256', secret).update(`outreach-contact\n${recipientId}`).digest().subarray(0, 16);

/** The signed part of the link in a message: who reads it may answer for this recipient. */
export const contactToken = (secret: string, recipientId: string): string =>
  `${recipientId}.${signature(secret, recipientId).toString('base64url')}`;

/** The recipient of a token of ours; null for any other text. */
export function recipientOfToken(secret: string, token: string): string | null {
  const [recipientId = '', given = '', ...rest] = token.split('.');
  if (rest.length > 0 || !UUID.test(recipientId)) return null;
  const expected = signature(secret, recipientId);
  const bytes = Buffer.from(given, 'base64url');
  return bytes.length === expected.length && timingSafeEqual(bytes, expected) ? recipientId : null;
}
