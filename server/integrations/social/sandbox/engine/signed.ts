import { createHmac } from 'node:crypto';

/** `signed_request` as Meta sends it: signature and payload, both base64url. */
export function signedRequest(userId: string, secret: string, issuedAt: number): string {
  const payload = Buffer.from(
    JSON.stringify({ algorithm: 'HMAC-SHA256', user_id: userId, issued_at: Math.floor(issuedAt / 1000) }),
  ).toString('base64url');
  return `${createHmac('sha256', secret).update(payload).digest('base64url')}.${payload}`;
}

/** The value of `TikTok-Signature` for a body. */
export function tiktokSignature(body: string, secret: string, at: number): string {
  const t = Math.floor(at / 1000);
  return `t=${t},s=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
}
