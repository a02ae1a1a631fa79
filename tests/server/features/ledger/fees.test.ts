import { expect, test } from 'vitest';
import {
  chargeBetween,
  chargeFor,
  chargeOfPaid,
  divideCharge,
  feeOn,
  feeRateOf,
  feeSums,
  feeFactsOf,
  restOfCharge,
  type FeeTerms,
} from '../../../../server/features/ledger/charges/rules.ts';

const terms = (more: Partial<FeeTerms> = {}): FeeTerms => ({
  bps: 500,
  fixed: 0,
  minimum: null,
  maximum: null,
  ...more,
});

test('a fee is a share and a fixed sum, within its bounds; a price of nothing costs nothing', () => {
  expect(feeOn(10_000, 500, 'EUR')).toBe(500);
  expect(feeOn(10_000, terms(), 'EUR')).toBe(500);
  expect(feeOn(10_000, terms({ fixed: 30 }), 'EUR')).toBe(530);
  expect(feeOn(10_000, terms({ fixed: 30, minimum: 531 }), 'EUR')).toBe(531);
  expect(feeOn(10_000, terms({ fixed: 30, minimum: 529, maximum: 531 }), 'EUR')).toBe(530);
  expect(feeOn(10_000, terms({ fixed: 30, maximum: 400 }), 'EUR')).toBe(400);
  expect(feeOn(0, terms({ fixed: 30, minimum: 100 }), 'EUR')).toBe(0);
});

test('a contract keeps its terms, or its basis points alone from before fees had sums', () => {
  expect(feeRateOf({ fee_bps: 500, fee_terms: null })).toBe(500);
  expect(feeRateOf({ fee_bps: 500, fee_terms: terms({ fixed: 30 }) })).toEqual(terms({ fixed: 30 }));
});

test('a fee that is only a share is shown as a share; each sum of another one is named', () => {
  expect([feeSums(500), feeSums(terms())]).toEqual([null, null]);
  for (const more of [{ fixed: 30 }, { minimum: 0 }, { maximum: 90 }])
    expect(feeSums(terms(more))).toEqual(terms(more));
  const facts = (fee_terms: FeeTerms | null, fee = feeOn(1_000, fee_terms ?? 500, 'EUR')) =>
    feeFactsOf({ price: 1_000, fee }, { fee_bps: 500, fee_terms }, 'EUR');
  for (const none of [terms(), null]) expect(facts(none)).toEqual({ feeBps: 500 });
  expect(facts(terms({ fixed: 30 }))).toEqual({ feeBps: 500, feeFixed: 30 });
  expect(facts(terms({ minimum: 0 }))).toEqual({ feeBps: 500, feeMinimum: 0 });
  expect(facts(terms({ fixed: 30, minimum: 50, maximum: 90 }))).toEqual({
    feeBps: 500,
    feeFixed: 30,
    feeMinimum: 50,
    feeMaximum: 90,
  });
  expect(facts(null, 49), 'a fee that is not at its rate names none').toEqual({});
});

test('of what was paid for a fee and its tax, the tax is what it contains, in the steps of the currency', () => {
  expect(chargeOfPaid(1_000, 60, 2_000, 'EUR')).toEqual({ price: 1_000, fee: 50, tax: 10, total: 1_060 });
  expect(chargeOfPaid(1_000, 3, 2_000, 'EUR')).toEqual({ price: 1_000, fee: 2, tax: 1, total: 1_003 });
  expect(chargeOfPaid(1_000, 59, 0, 'EUR')).toEqual({ price: 1_000, fee: 59, tax: 0, total: 1_059 });
  expect(chargeOfPaid(1_000, 0, 2_000, 'EUR')).toEqual({ price: 1_000, fee: 0, tax: 0, total: 1_000 });
  expect(chargeOfPaid(10_000, 590, 2_000, 'KWD')).toEqual({ price: 10_000, fee: 490, tax: 100, total: 10_590 });
});

test('a charge is the price, the fee and the tax on the fee; what is left follows the parts before it', () => {
  const charge = chargeFor(10_000, terms({ fixed: 30 }), 2_000, 'EUR');
  expect(charge).toEqual({ price: 10_000, fee: 530, tax: 106, total: 10_636 });
  expect(restOfCharge(charge, 0, 'EUR')).toEqual(charge);
  expect(restOfCharge(charge, 2_500, 'EUR')).toEqual({ price: 7_500, fee: 397, tax: 79, total: 7_976 });
  expect(restOfCharge(charge, 10_000, 'EUR')).toEqual({ price: 0, fee: 0, tax: 0, total: 0 });
  expect(chargeBetween(charge, 2_500, 5_000, 'EUR')).toEqual({ price: 2_500, fee: 132, tax: 26, total: 2_658 });
  for (const part of [-1, 10_001]) expect(() => divideCharge(charge, part, 'EUR')).toThrow(`${part} is not a part of`);
  for (const part of [0, 10_000]) expect(divideCharge(charge, part, 'EUR').part.price).toBe(part);
});
