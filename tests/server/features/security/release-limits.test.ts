import { expect, test } from 'vitest';
import { readEnv } from '../../../../server/env.ts';
import { requiresProof, RELEASE_STEP_UP_ABOVE, sumsByCurrency } from '../../../../server/features/security/rules.ts';

const COMPLETE = {
  DATABASE_URL: 'postgres://none@127.0.0.1:1/none',
  AUTH_SECRET: 'a'.repeat(32),
  CODE_SECRET: 'b'.repeat(32),
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_test',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_test',
};

test('the sums above which a release requires a proof are read in whole units of each currency; a currency that is not named keeps its sum', () => {
  expect(sumsByCurrency('EUR 500, JPY 80000,KWD 100', RELEASE_STEP_UP_ABOVE)).toEqual({
    ...RELEASE_STEP_UP_ABOVE,
    EUR: 50_000,
    JPY: 80_000,
    KWD: 100_000,
  });
  expect(readEnv({ ...COMPLETE, RELEASE_STEP_UP_ABOVE: '' }).RELEASE_STEP_UP_ABOVE).toEqual(RELEASE_STEP_UP_ABOVE);
  expect(readEnv({ ...COMPLETE, RELEASE_STEP_UP_ABOVE: 'EUR 0' }).RELEASE_STEP_UP_ABOVE.EUR).toBe(0);
  expect(requiresProof({ amount: 1, currency: 'EUR' }, sumsByCurrency('EUR 0', RELEASE_STEP_UP_ABOVE))).toBe(true);
});

test.each(['1000', 'EUR', 'EUR 10.50', 'EUR -1', 'XXX 5', 'eur 5', 'EUR 5; USD 5'])(
  'a setting that cannot be read stops the start instead of requiring no proof: %s',
  (text) => {
    expect(() => readEnv({ ...COMPLETE, RELEASE_STEP_UP_ABOVE: text })).toThrow(/RELEASE_STEP_UP_ABOVE/);
  },
);
