import { expect, test } from 'vitest';
import { totpCode } from '../../../../server/features/security/totp.ts';
import { fromBase32 } from '../../../support/authenticator.ts';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('an authenticator shows what RFC 6238 says at second %d', (second, shown) => {
  expect(totpCode(fromBase32('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'), new Date(second * 1000))).toBe(shown);
});
