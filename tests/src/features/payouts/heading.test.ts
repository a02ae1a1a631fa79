import { expect, it } from 'vitest';
import { headingOf } from '../../../../src/features/payouts/payout-states.ts';

it('a payout without an answer is not said to be on its way, nor one that waits for its bank account', () => {
  expect(headingOf({ state: 'in_transit', waitsUntil: null })).toBe('onTheWay');
  expect(headingOf({ state: 'unknown', waitsUntil: null })).toBe('unknown');
  expect(headingOf({ state: 'claimed', waitsUntil: new Date() })).toBe('waits');
});
