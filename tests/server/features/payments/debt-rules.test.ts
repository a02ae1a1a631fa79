import { expect, test } from 'vitest';
import {
  chargeable,
  isPayable,
  owedOf,
  setOffShares,
  sharePayment,
  shareReturned,
} from '../../../../server/features/payments/debts/rules.ts';

const debt = (amount: number, more: Partial<Parameters<typeof shareReturned>[0]> = {}) => ({
  id: 'd',
  amount,
  cancelled: 0,
  paid: 0,
  written_off: 0,
  repaid: 0,
  regained: 0,
  ...more,
});

test('a debt that is finer than the steps of its currency is charged in whole steps, and never for more than is owed', () => {
  expect([chargeable(5_298, 'KWD'), chargeable(5_300, 'KWD'), chargeable(5_298, 'EUR')]).toEqual([5_290, 5_300, 5_298]);
});

test('money that a bank gives back ends what is owed first, then goes to the brand that had paid, and is the platform’s at last', () => {
  expect(owedOf(debt(1_060, { paid: 300, written_off: 200, cancelled: 60 }))).toBe(500);
  expect(shareReturned(debt(1_060), 1_060)).toEqual({ cancelled: 1_060, repaid: 0, regained: 0 });
  expect(shareReturned(debt(1_060, { paid: 1_060 }), 1_060)).toEqual({ cancelled: 0, repaid: 1_060, regained: 0 });
  expect(shareReturned(debt(1_060, { written_off: 1_060 }), 1_060)).toEqual({
    cancelled: 0,
    repaid: 0,
    regained: 1_060,
  });
  const mixed = debt(1_060, { paid: 500, written_off: 400 });
  expect(shareReturned(mixed, 1_060)).toEqual({ cancelled: 160, repaid: 500, regained: 400 });
  expect(shareReturned({ ...mixed, cancelled: 160, repaid: 500 }, 100), 'the rest of it').toEqual({
    cancelled: 0,
    repaid: 0,
    regained: 100,
  });
});

test('debts settle a refund as a whole, the oldest first, or not at all', () => {
  const [old, young] = [debt(600), { ...debt(500), id: 'e' }];
  expect(setOffShares([old, young], 1_000)).toEqual([
    { debt: old, amount: 600 },
    { debt: young, amount: 400 },
  ]);
  expect(setOffShares([old, young], 1_100).map(({ amount }) => amount)).toEqual([600, 500]);
  expect(setOffShares([old, young], 1_101), 'more than is owed').toEqual([]);
  expect(setOffShares([debt(600, { paid: 1 })], 600), 'a part was paid').toEqual([]);
  expect(setOffShares([], 1)).toEqual([]);
});

test('less than the provider charges cannot be paid', () => {
  expect([isPayable(49, 'EUR'), isPayable(50, 'EUR'), isPayable(29, 'GBP'), isPayable(149, 'KWD')]).toEqual([
    false,
    true,
    false,
    false,
  ]);
});

test('a payment goes to the oldest debts first, and what is more than is owed is left', () => {
  const [old, young] = [debt(300, { paid: 100 }), { ...debt(500), id: 'e' }];
  const shares = (amount: number) => {
    const { shares: own, left } = sharePayment([old, young], amount);
    return [own.map((one) => [one.debt.id, one.amount]), left];
  };
  expect(shares(100)).toEqual([[['d', 100]], 0]);
  expect(shares(700)).toEqual([
    [
      ['d', 200],
      ['e', 500],
    ],
    0,
  ]);
  expect(shares(760)).toEqual([
    [
      ['d', 200],
      ['e', 500],
    ],
    60,
  ]);
});
