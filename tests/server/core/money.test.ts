import { expect, test } from 'vitest';
import {
  allocate,
  amountProblem,
  CURRENCIES,
  CURRENCY_CODES,
  exponentOf,
  formatMoney,
  isCurrency,
  shareOf,
  stepOf,
  toDecimal,
} from '../../../server/core/money.ts';
import { refusal, type Machine } from '../../../server/core/state-machine.ts';

test('a price lies between its bounds, both included, and on the step of its currency', () => {
  for (const currency of CURRENCY_CODES) {
    const { min, max, step } = CURRENCIES[currency];
    expect(amountProblem(min, currency)).toBeNull();
    expect(amountProblem(max, currency)).toBeNull();
    expect(amountProblem(min - step, currency)).toBe('too_small');
    expect(amountProblem(max + step, currency)).toBe('too_large');
    expect(amountProblem(0, currency)).toBe('not_positive');
    expect(amountProblem(-step, currency)).toBe('not_positive');
    expect(amountProblem(min + 0.5, currency)).toBe('not_integer');
    expect(amountProblem(2 ** 53, currency)).toBe('not_integer');
    expect(amountProblem(min + 1, currency)).toBe(step > 1 ? 'off_step' : null);
  }
});

test('a currency is one of the six, by its own name', () => {
  expect(CURRENCY_CODES.filter(isCurrency)).toEqual(CURRENCY_CODES);
  for (const code of ['CHF', 'eur', '', 'toString']) expect(isCurrency(code)).toBe(false);
  expect(CURRENCY_CODES.map(exponentOf)).toEqual([2, 2, 2, 2, 0, 3]);
  expect(CURRENCY_CODES.map(stepOf)).toEqual([1, 1, 1, 1, 1, 10]);
});

test('decimal text keeps every minor unit, also below one and below zero', () => {
  const text = (amount: number, currency: 'EUR' | 'JPY' | 'KWD') => toDecimal({ amount, currency });
  expect([0, 5, 45, 450, 45_000].map((n) => text(n, 'EUR'))).toEqual(['0.00', '0.05', '0.45', '4.50', '450.00']);
  expect([0, 7, 450].map((n) => text(n, 'JPY'))).toEqual(['0', '7', '450']);
  expect([10, 1_230].map((n) => text(n, 'KWD'))).toEqual(['0.010', '1.230']);
  expect([text(-5, 'EUR'), text(-450, 'JPY')]).toEqual(['-0.05', '-450']);
});

test('a sum is written as its language writes it, with western digits in Arabic, again from the same formatter', () => {
  for (let n = 0; n < 2; n += 1) {
    expect(formatMoney({ amount: 45_000, currency: 'EUR' }, 'en')).toBe('€450.00');
    expect(formatMoney({ amount: 45_000, currency: 'EUR' }, 'fr').replaceAll(/\s/gu, ' ')).toBe('450,00 €');
    expect(formatMoney({ amount: 45_000, currency: 'JPY' }, 'en')).toBe('¥45,000');
    expect(formatMoney({ amount: 1_230, currency: 'KWD' }, 'en').replaceAll(/\s/gu, ' ')).toBe('KWD 1.230');
    expect(formatMoney({ amount: 45_000, currency: 'EUR' }, 'ar')).toContain('450.00');
    expect(formatMoney({ amount: -5, currency: 'USD' }, 'en')).toBe('-$0.05');
  }
});

test('a share is rounded half up to the step of its currency', () => {
  expect(shareOf(100_000, 500, 'EUR')).toBe(5_000);
  expect([shareOf(10, 500, 'EUR'), shareOf(9, 500, 'EUR'), shareOf(11, 500, 'EUR')]).toEqual([1, 0, 1]);
  // 5 % of 300 and of 299 fils, in steps of ten.
  expect([shareOf(300, 500, 'KWD'), shareOf(299, 500, 'KWD'), shareOf(90, 500, 'KWD')]).toEqual([20, 10, 0]);
  expect(shareOf(90_000_000, 9_999, 'EUR')).toBe(89_991_000);
  expect(shareOf(1_000, 0, 'EUR')).toBe(0);
});

test('a sum is divided without a loss: the largest remainder first, ties to the earlier part', () => {
  expect(allocate(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(allocate(101, [1, 1, 1])).toEqual([34, 34, 33]);
  expect(allocate(10, [1, 2])).toEqual([3, 7]);
  expect(allocate(11, [1, 2])).toEqual([4, 7]);
  expect(allocate(100, [0, 1])).toEqual([0, 100]);
  expect(allocate(0, [1, 1])).toEqual([0, 0]);
  // In steps of ten; what is off the step goes to the first part.
  expect(allocate(100, [1, 1, 1], 10)).toEqual([40, 30, 30]);
  expect(allocate(105, [1, 1, 1], 10)).toEqual([45, 30, 30]);
  // Numbers whose product is no safe integer.
  expect(allocate(90_000_000, [89_999_999, 1])).toEqual([89_999_999, 1]);
});

test('a sum is not divided among nothing', () => {
  expect(() => allocate(100, [])).toThrow('allocate needs a positive total weight');
  expect(() => allocate(100, [0, 0])).toThrow(RangeError);
});

test('a machine refuses a stranger before a wrong state', () => {
  const machine: Machine<'open' | 'shut', 'close', 'owner' | 'guest'> = {
    close: { from: ['open'], to: 'shut', by: ['owner'] },
  };
  expect(refusal(machine, 'close', 'open', 'owner')).toBeNull();
  expect(refusal(machine, 'close', 'shut', 'owner')).toBe('wrong_state');
  expect(refusal(machine, 'close', 'open', 'guest')).toBe('wrong_actor');
  expect(refusal(machine, 'close', 'shut', 'guest')).toBe('wrong_actor');
});
