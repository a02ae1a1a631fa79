import { describe, expect, test } from 'vitest';
import { feeProblem, previewOf, scheduleFor, subjectOf } from '../../../../server/features/fee-schedules/rules.ts';
import { chargeFor, divideCharge, feeOn, feeSums } from '../../../../server/features/ledger/charges/rules.ts';
import type { FeeSchedule } from '../../../../server/features/policies/schema.ts';

const NOW = new Date('2026-11-26T08:00:00Z');
const later = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
const schedule = (of: Partial<FeeSchedule> = {}): FeeSchedule => ({
  id: JSON.stringify(of),
  bps: 500,
  fixed: 0,
  minimum: null,
  maximum: null,
  country: null,
  currency: null,
  validFrom: later(-100),
  ...of,
});

test('a fee is its share and its fixed sum, within its bounds, in the currency’s steps', () => {
  const terms = { bps: 500, fixed: 100, minimum: 1_000, maximum: 5_000 };
  expect([0, 1_000, 20_000, 60_000, 200_000].map((price) => feeOn(price, terms, 'EUR'))).toEqual([
    0, 1_000, 1_100, 3_100, 5_000,
  ]);
  expect(feeOn(20_000, 500, 'EUR')).toBe(feeOn(20_000, { bps: 500, fixed: 0, minimum: null, maximum: null }, 'EUR'));
  expect(feeSums(500)).toBeNull();
  expect(feeSums({ bps: 500, fixed: 0, minimum: null, maximum: null })).toBeNull();
});

test('parts of a charge with a least fee add up to it', () => {
  const charge = chargeFor(3_333, { bps: 500, fixed: 100, minimum: 1_000, maximum: null }, 2_000, 'EUR');
  expect(charge).toEqual({ price: 3_333, fee: 1_000, tax: 200, total: 4_533 });
  for (let part = 0; part <= charge.price; part += 111) {
    const { part: first, rest } = divideCharge(charge, part, 'EUR');
    expect([first.fee + rest.fee, first.tax + rest.tax, first.total + rest.total]).toEqual([1_000, 200, 4_533]);
  }
});

describe('terms of a fee', () => {
  const fee = (of: object) =>
    feeProblem({ bps: 500, fixed: 0, minimum: null, maximum: null, currency: 'EUR', validFrom: later(1), ...of }, NOW);
  test.each([
    [{}, null],
    [
      { fixed: 100, currency: null },
      { field: 'currency', code: 'fee.sums_need_currency' },
    ],
    [
      { minimum: 1_005, currency: 'KWD' },
      { field: 'minimum', code: 'fee.off_step' },
    ],
    [
      { minimum: 2_000, maximum: 1_000 },
      { field: 'maximum', code: 'fee.bounds_crossed' },
    ],
    [{ validFrom: NOW }, { field: 'validFrom', code: 'fee.in_past' }],
    [{ validFrom: later(400) }, { field: 'validFrom', code: 'fee.in_past' }],
  ])('%j are refused as %j', (of, problem) => {
    expect(fee(of)).toEqual(problem);
  });
});

test('a schedule of the country comes before one of the currency, and both before the general one; the newest counts', () => {
  const all = [
    schedule({ bps: 500 }),
    schedule({ bps: 450, validFrom: later(-10) }),
    schedule({ bps: 400, currency: 'GBP' }),
    schedule({ bps: 300, country: 'FR' }),
    schedule({ bps: 200, country: 'FR', validFrom: later(10) }),
  ];
  const of = (country: string | null, currency: 'EUR' | 'GBP', at = NOW) =>
    scheduleFor(all, { country, currency, at })?.bps;
  expect([
    of('DE', 'EUR'),
    of(null, 'GBP'),
    of('FR', 'GBP'),
    of('FR', 'EUR', later(11)),
    of('DE', 'EUR', later(-50)),
  ]).toEqual([450, 400, 300, 200, 500]);
  expect(subjectOf({ country: 'FR', currency: null })).toBe('FR:*');
});

test('a preview counts the payments that the fee is about, at what they were charged and would have been', () => {
  const groups = [
    { currency: 'EUR' as const, country: 'FR', price: 10_000, payments: 3, fee: 1_500 },
    { currency: 'EUR' as const, country: 'DE', price: 100_000, payments: 2, fee: 10_000 },
    { currency: 'GBP' as const, country: 'GB', price: 10_000, payments: 1, fee: 500 },
  ];
  const then = schedule({ bps: 400, minimum: 800, currency: 'EUR', validFrom: later(1) });
  expect(previewOf(groups, [schedule()], then)).toEqual([
    { currency: 'EUR', payments: 5, feeNow: 11_500, feeThen: 10_400, higher: 3, lower: 2 },
  ]);
  expect(previewOf(groups, [schedule(), schedule({ country: 'FR' })], then), 'France has its own').toMatchObject([
    { payments: 2 },
  ]);
});
