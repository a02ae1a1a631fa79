import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chargeFor } from '../../../../server/features/ledger/charges/rules.ts';
import {
  answerBy,
  endOfRequest,
  keepsProblem,
  proposedShare,
  silentOutcome,
} from '../../../../server/features/escrow/cancel/rules.ts';
import { agreedSettlement } from '../../../../server/features/escrow/refund/rules.ts';
import { CANCEL_FROM } from '../../../../server/features/escrow/schema.ts';

const AT = new Date('2030-01-01T00:00:00Z');
const plus = (ms: number) => new Date(AT.getTime() + ms);
const facts = { held: 40_000, submittedAt: null, killFeeBps: 2_000, currency: 'EUR' as const };
const request = { proposedBy: 'brand' as const, keeps: 1_000, from: 'funded' as const, answerBy: AT };

test('a proposed share is a step of the currency, below what is held, and never negative', () => {
  expect(keepsProblem(0, 40_000, 'EUR')).toBeNull();
  expect(keepsProblem(39_999, 40_000, 'EUR')).toBeNull();
  expect(keepsProblem(40_000, 40_000, 'EUR')).toBe('above_held');
  expect(keepsProblem(-1, 40_000, 'EUR')).toBe('not_positive');
  expect(keepsProblem(0.5, 40_000, 'EUR')).toBe('not_integer');
  expect(keepsProblem(15, 40_000, 'KWD')).toBe('off_step');
});

test('the side that stays silent gets what a one-sided cancellation would have given it, or the offer when that is more', () => {
  const ends = (keeps: number, by: 'brand' | 'creator') =>
    silentOutcome({ ...request, proposedBy: by, keeps, fromDeadlineAt: plus(1) }, facts);
  expect(ends(1_000, 'brand')).toEqual({ outcome: 'cancel', at: AT, keeps: 8_000 });
  expect(ends(9_000, 'brand')).toEqual({ outcome: 'cancel', at: AT, keeps: 9_000 });
  expect(ends(9_000, 'creator')).toEqual({ outcome: 'cancel', at: AT, keeps: 0 });
  // Work in hand that the brand alone could not have cancelled has no kill fee.
  for (const from of ['changes_requested', 'overdue'] as const)
    expect(silentOutcome({ ...request, from, fromDeadlineAt: plus(1) }, facts)).toEqual({
      outcome: 'cancel',
      at: AT,
      keeps: 1_000,
    });
  expect(proposedShare('brand', facts)).toBe(8_000);
  expect(proposedShare('creator', facts)).toBe(0);
});

test('a request ends with the state that it interrupts, −1 ms, 0 and +1 ms before the answer is due; delivered work is never ended by silence', () => {
  for (const from of CANCEL_FROM)
    for (const shift of [-1, 0, 1]) {
      const asked = { ...request, from, fromDeadlineAt: plus(shift) };
      const outcome = silentOutcome(asked, facts);
      expect([from, shift, outcome.at]).toEqual([from, shift, endOfRequest(asked)]);
      expect([from, shift, outcome.outcome]).toEqual([
        from,
        shift,
        shift > 0 && from !== 'delivered' ? 'cancel' : 'lapse',
      ]);
      expect(silentOutcome(asked, { ...facts, submittedAt: AT }).outcome).toBe('lapse');
    }
});

test('what both sides agreed is divided to the unit, with fee and tax in proportion', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 90_000_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (price, part) => {
        const charge = chargeFor(price, 500, 2_000, 'EUR');
        const keeps = Math.floor(price * part);
        const { back, kept } = agreedSettlement(charge, keeps, 'EUR');
        expect([kept.price, back.price]).toEqual([keeps, price - keeps]);
        expect(back.total + kept.total).toBe(charge.total);
      },
    ),
  );
});

test('row 11: the answer is due as the contract says, and after 72 hours where it says nothing', () => {
  expect(answerBy(AT, { cancelAnswer: 'PT24H' })).toEqual(plus(24 * 3_600_000));
  expect(answerBy(AT, {})).toEqual(plus(72 * 3_600_000));
});
