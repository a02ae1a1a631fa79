import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readSignedRequest } from '../../../../server/features/privacy/meta.ts';
import { confirmationCode } from '../../../../server/features/privacy/rules.ts';

const SECRET = 'a-secret-of-the-meta-app';
function signedBy(secret: string, payload: object): string {
  const body = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${createHmac('sha256', secret).update(body).digest('base64url')}.${body}`;
}
const WHOLE = { algorithm: 'HMAC-SHA256', issued_at: 1, user_id: '218471' };

describe('a signed request of Meta', () => {
  it('returns whose data is to be deleted', () => {
    expect(readSignedRequest(signedBy(SECRET, WHOLE), SECRET)).toEqual({ userId: '218471' });
  });

  const whole = signedBy(SECRET, WHOLE);
  const [signature = '', body = ''] = whole.split('.');
  it.each([
    ['another secret', signedBy('another-secret-altogether', WHOLE)],
    ['a changed body', `${signature}.${Buffer.from(JSON.stringify({ ...WHOLE, user_id: '1' })).toString('base64url')}`],
    ['no signature', `.${body}`],
    ['half a signature', `${signature.slice(0, 20)}.${body}`],
    ['a third part', `${whole}.x`],
    ['nothing', ''],
    ['another algorithm', signedBy(SECRET, { ...WHOLE, algorithm: 'none' })],
    ['no user', signedBy(SECRET, { algorithm: 'HMAC-SHA256' })],
  ])('is refused with %s', (_, signed) => {
    expect(() => readSignedRequest(signed, SECRET)).toThrow('input.invalid');
  });
});

it('a confirmation code is sixteen letters that cannot be mistaken, different for different bytes', () => {
  const codes = Array.from({ length: 200 }, (_, i) =>
    confirmationCode(createHmac('sha256', SECRET).update(String(i)).digest()),
  );
  expect(new Set(codes).size).toBe(200);
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){3}$/);
});
