import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  acceptedCharges,
  divideLines,
  paysTheSame,
  sharesOf,
  sumOf,
} from '../../../../server/features/payments/lines/rules.ts';
import { stepOf } from '../../../../server/core/money.ts';
import { shareId } from '../../../../server/features/payments/card-disputes/rules.ts';
import { chargeFor } from '../../../../server/features/ledger/charges/rules.ts';

const weight = fc.integer({ min: 1, max: 90_000_000 });

test('the lines of a joint charge are what each would be alone, and their sum is the charge to the minor unit', () => {
  fc.assert(
    fc.property(fc.array(weight, { minLength: 1, maxLength: 20 }), (prices) => {
      const lines = prices.map((price) => chargeFor(price, 537, 1_999, 'EUR'));
      const sum = sumOf(lines);
      expect(sum.total).toBe(sum.price + sum.fee + sum.tax);
      expect(lines.reduce((all, line) => all + line.total, 0)).toBe(sum.total);
    }),
  );
});

test('accepted money is what arrived: each line keeps its price, and no fee or tax is above its quote or off the step', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 100, max: 9_000_000 }), { minLength: 1, maxLength: 20 }),
      fc.constantFrom('EUR' as const, 'JPY' as const, 'KWD' as const),
      fc.integer({ min: 0, max: 2_500 }),
      fc.integer({ min: 0, max: 2_700 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (prices, currency, feeBps, taxBps, share) => {
        const step = stepOf(currency);
        const lines = prices.map((price) => ({
          ...chargeFor(price * step, feeBps, taxBps, currency),
          tax_bps: taxBps,
        }));
        const quoted = sumOf(lines);
        const received = quoted.price + Math.floor(((quoted.fee + quoted.tax) * share) / step) * step;
        const accepted = acceptedCharges(received, lines, currency);
        expect(sumOf(accepted).total).toBe(received);
        for (const [i, { price, fee, tax, total }] of accepted.entries()) {
          expect(price).toBe(lines[i]!.price);
          expect(total).toBe(price + fee + tax);
          expect(fee >= 0 && fee <= lines[i]!.fee && tax >= 0 && tax <= lines[i]!.tax).toBe(true);
          expect([fee % step, tax % step]).toEqual([0, 0]);
        }
        if (received === quoted.total) expect(lines).toMatchObject(accepted);
      },
    ),
  );
});

test("shares of the provider's fee are the fee to the minor unit, and none is below zero", () => {
  fc.assert(
    fc.property(fc.array(weight, { minLength: 1, maxLength: 20 }), fc.nat(4_000_000), (totals, fee) => {
      const shares = sharesOf(
        fee,
        totals.map((total) => ({ total })),
      );
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(fee);
      expect(shares.every((share) => share >= 0)).toBe(true);
    }),
  );
});

test('a dispute is divided line by line: at each line the shares are the whole, and what comes back whole leaves nothing', () => {
  const moved = fc.array(fc.integer({ min: -5_000_000, max: 5_000_000 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(weight, { minLength: 1, maxLength: 6 }), moved, (weights, amounts) => {
      // Not the negative sum: that of 0 would be -0.
      const back = 0 - amounts.reduce((sum, amount) => sum + amount, 0);
      const lines = [...amounts, back].map((amount, i) => ({ id: `txn_${i}`, amount, fee: i === 0 ? 2_000 : 0 }));
      const shares = divideLines(lines, weights);
      for (const [i, line] of lines.entries()) {
        expect(shares.reduce((sum, share) => sum + share[i]!.amount, 0)).toBe(line.amount);
        expect(shares.reduce((sum, share) => sum + share[i]!.fee, 0)).toBe(line.fee);
      }
      for (const share of shares) expect(share.reduce((sum, line) => sum + line.amount, 0)).toBe(0);
    }),
  );
});

test('shares of a dispute have names of their own', () => {
  expect([shareId('dp_1', 0), shareId('dp_1', 1), shareId('dp_1', 2)]).toEqual(['dp_1', 'dp_1:2', 'dp_1:3']);
});

test('a payment of other milestones is another payment', () => {
  expect(paysTheSame(['a', 'b'], ['b', 'a'])).toBe(true);
  expect(paysTheSame(['a'], ['a', 'b'])).toBe(false);
  expect(paysTheSame(['a', 'c'], ['a', 'b'])).toBe(false);
});
