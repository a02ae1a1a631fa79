import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CURRENCIES, CURRENCY_CODES, stepOf, type Currency } from '../../../../server/core/money.ts';
import {
  chargeBetween,
  chargeFor,
  commissionBetween,
  commissionOf,
  divideCharge,
  restOfCharge,
} from '../../../../server/features/ledger/charges/rules.ts';
import {
  fundedPosting,
  payoutClaimed,
  payoutFailed,
  payoutPaid,
  payoutReturned,
  providerFeePosting,
  refundClaimed,
  refundDecided,
  refundFailed,
  refundRefused,
  refundSent,
  releasePosting,
  suspenseIn,
  suspenseOut,
  transferClaimed,
  transferFailed,
  transferSent,
  floatTopUp,
  type Posting,
} from '../../../../server/features/ledger/rules.ts';

const currency = fc.constantFrom(...CURRENCY_CODES);
const priced = currency.chain((c) => {
  const { min, max, step } = CURRENCIES[c];
  return fc.record({
    currency: fc.constant(c),
    price: fc.integer({ min: min / step, max: max / step }).map((n) => n * step),
  });
});
const bps = (max: number) => fc.integer({ min: 0, max });

test('a charge adds up, and each line is an amount the provider takes', () => {
  fc.assert(
    fc.property(priced, bps(3_000), bps(4_000), ({ currency: c, price }, feeBps, taxBps) => {
      const { fee, tax, total } = chargeFor(price, feeBps, taxBps, c);
      expect(price + fee + tax).toBe(total);
      for (const line of [fee, tax]) {
        expect(Number.isSafeInteger(line) && line >= 0).toBe(true);
        expect(line % stepOf(c)).toBe(0);
      }
      expect(Math.abs(fee - (price * feeBps) / 10_000)).toBeLessThanOrEqual(stepOf(c) / 2);
      expect(total).toBeLessThanOrEqual(99_999_999 * 1.5);
    }),
  );
});

test('the example of the design: €1 000, 5 % fee, 20 % tax on it', () => {
  expect(chargeFor(100_000, 500, 2_000, 'EUR')).toEqual({ price: 100_000, fee: 5_000, tax: 1_000, total: 106_000 });
  expect(commissionOf(100_000, 1_500, 'EUR')).toEqual({ creator: 85_000, agent: 15_000 });
  expect(divideCharge(chargeFor(100_000, 500, 2_000, 'EUR'), 40_000, 'EUR').part).toEqual({
    price: 40_000,
    fee: 2_000,
    tax: 400,
    total: 42_400,
  });
});

test('a divided charge loses no minor unit in any line', () => {
  fc.assert(
    fc.property(
      priced,
      bps(3_000),
      bps(4_000),
      fc.double({ min: 0, max: 1, noNaN: true }),
      ({ currency: c, price }, feeBps, taxBps, at) => {
        const charge = chargeFor(price, feeBps, taxBps, c);
        const cut = Math.floor((price * at) / stepOf(c)) * stepOf(c);
        const { part, rest } = divideCharge(charge, cut, c);
        for (const line of ['price', 'fee', 'tax', 'total'] as const)
          expect(part[line] + rest[line]).toBe(charge[line]);
        expect([part.total, rest.total]).toEqual([part.price + part.fee + part.tax, rest.price + rest.fee + rest.tax]);
        for (const line of ['fee', 'tax'] as const) expect(Math.min(part[line], rest[line])).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});

test('shares of an agency add up to the price', () => {
  fc.assert(
    fc.property(priced, bps(3_000), ({ currency: c, price }, commission) => {
      const { creator, agent } = commissionOf(price, commission, c);
      expect(creator + agent).toBe(price);
      expect(Math.min(creator, agent)).toBeGreaterThanOrEqual(0);
    }),
  );
});

const balanced = ({ legs }: Posting) => legs.reduce((sum, l) => sum + l.debit - l.credit, 0);

test('every posting balances, and each leg is one positive amount', () => {
  fc.assert(
    fc.property(priced, bps(3_000), bps(4_000), bps(3_000), ({ currency: c, price }, feeBps, taxBps, commission) => {
      const charge = chargeFor(price, feeBps, taxBps, c);
      const shares = commissionOf(price, commission, c);
      const m = { milestoneId: 'm', brandOrg: 'b', currency: c, taxCountry: 'FR' };
      const t = { opId: 'x', leg: 'creator' as const, payeeOrg: 'c', amount: price, currency: c };
      const r = { opId: 'r', paymentId: 'p', brandOrg: 'b', amount: charge.total, currency: c };
      const postings = [
        fundedPosting(m, charge),
        providerFeePosting(c, price),
        releasePosting(m, { ...shares, fee: charge.fee }, { creatorOrg: 'c', agencyOrg: 'a' }),
        transferClaimed(t),
        transferSent(t),
        transferFailed(t),
        refundDecided(m, charge, 'p'),
        refundClaimed(r),
        refundSent(r),
        refundFailed(r),
        refundRefused(r),
        floatTopUp(c, price),
        suspenseIn(c, price),
        suspenseOut(c, price),
        payoutClaimed('c', c, price),
        payoutPaid('c', c, price),
        payoutFailed('c', c, price),
        payoutReturned('c', c, price),
      ];
      for (const posting of postings) {
        expect(balanced(posting)).toBe(0);
        for (const leg of posting.legs)
          expect(Math.min(leg.debit, leg.credit) === 0 && leg.debit + leg.credit > 0).toBe(true);
      }
    }),
  );
});

test('amounts that are none are refused before they reach the ledger', () => {
  for (const amount of [0, -1, 1.5, Number.NaN, 2 ** 60]) expect(() => floatTopUp('EUR', amount)).toThrow(RangeError);
  expect(() => divideCharge(chargeFor(100, 500, 0, 'EUR'), 101, 'EUR' satisfies Currency)).toThrow(RangeError);
});

test('whatever parts a price is released in, their shares of fee, tax and commission are those of the whole, in steps', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('EUR' as const, 'JPY' as const, 'KWD' as const),
      fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 7 }),
      fc.integer({ min: 0, max: 1_500 }),
      fc.integer({ min: 0, max: 2_700 }),
      fc.integer({ min: 0, max: 3_000 }),
      (currency, units, feeBps, taxBps, commissionBps) => {
        const step = stepOf(currency);
        const parts = units.map((unit) => unit * step);
        const price = parts.reduce((sum, part) => sum + part, 0);
        const charge = chargeFor(price, feeBps, taxBps, currency);
        const sum = { price: 0, fee: 0, tax: 0, total: 0, creator: 0, agent: 0 };
        let from = 0;
        for (const part of parts) {
          const to = from + part;
          const share = {
            ...chargeBetween(charge, from, to, currency),
            ...commissionBetween(from, to, commissionBps, currency),
          };
          expect(share.price).toBe(part);
          expect(share.creator + share.agent).toBe(part);
          for (const [name, amount] of Object.entries(share)) {
            expect(amount, name).toBeGreaterThanOrEqual(0);
            expect(amount % step, name).toBe(0);
            sum[name as keyof typeof sum] += amount;
          }
          // What is left and what was released are the whole at each moment.
          const rest = restOfCharge(charge, to, currency);
          expect([rest.price, rest.fee, rest.tax]).toEqual([
            charge.price - sum.price,
            charge.fee - sum.fee,
            charge.tax - sum.tax,
          ]);
          from = to;
        }
        expect(sum).toEqual({ ...charge, ...commissionOf(price, commissionBps, currency) });
      },
    ),
  );
});
