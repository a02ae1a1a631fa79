import { expect, test } from 'vitest';
import { bankLines } from '../../../../src/features/payouts/bank-accounts.ts';

const soon = new Date('2026-11-30T09:00:00Z');
const bank = (currency: 'EUR' | 'USD' | 'GBP', account: number, coolingUntil: Date | null = null) => ({
  currency,
  account,
  last4: '3000',
  coolingUntil,
});

test('two bank accounts that end in the same digits are two lines, each with its currencies', () => {
  const names = (...banks: ReturnType<typeof bank>[]) => bankLines(banks).map(({ name }) => name);
  expect(names(bank('EUR', 0), bank('GBP', 0), bank('USD', 1))).toEqual([
    expect.stringMatching(/3000 · EUR, GBP$/u),
    expect.stringMatching(/3000 · USD$/u),
  ]);
  expect(names(bank('EUR', 0), bank('USD', 0))).toHaveLength(1);
});

test('each new account says until when it is blocked', () => {
  expect(bankLines([bank('EUR', 0), bank('USD', 1, soon)]).map(({ coolingUntil }) => coolingUntil)).toEqual([
    null,
    soon,
  ]);
  // Both to one account, of which the second currency was moved there.
  expect(bankLines([bank('EUR', 0), bank('USD', 0, soon)])).toHaveLength(2);
});
