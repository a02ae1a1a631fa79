import { expect, test } from 'vitest';
import type { DealDto } from '../../../../server/features/escrow/schema.ts';
import { isLate, isOnItsWay, LATE_AFTER_MS, untilLate } from '../../../../src/features/deals/delays.ts';

const NOW = Date.UTC(2026, 10, 27, 8);
const due = (ago: number, state: 'delivered' | 'funding' = 'delivered') => ({ state, deadlineAt: new Date(NOW - ago) });

test.each([
  [-1, false],
  [0, true],
  [1_000, true],
])('a step is late on our side three minutes after its deadline: %i ms from then, %s', (ms, late) => {
  expect(isLate(due(LATE_AFTER_MS + ms), NOW)).toBe(late);
});

test('what has no deadline, and the time to pay behind an open payment page, is never late', () => {
  expect(isLate({ state: 'releasing', deadlineAt: null }, NOW)).toBe(false);
  expect(isLate(due(LATE_AFTER_MS, 'funding'), NOW)).toBe(false);
});

test('a page reads the time again when the next step would be late', () => {
  expect(untilLate([due(0), due(60_000), due(2 * LATE_AFTER_MS)], NOW)).toBe(LATE_AFTER_MS - 60_000);
  expect(untilLate([due(2 * LATE_AFTER_MS), { state: 'released', deadlineAt: null }], NOW)).toBeNull();
});

test('money is on its way while it is released, refunded or settled, and after a part until the end', () => {
  const [alone, represented] = [{ agency: null }, { agency: {} as NonNullable<DealDto['agency']> }];
  const part = { n: 1, amount: 100, releasedAt: new Date(NOW), clearsAt: new Date(NOW) };
  expect(isOnItsWay({ state: 'refunding', parts: [] }, alone)).toBe(true);
  expect(isOnItsWay({ state: 'delivered', parts: [] }, represented)).toBe(false);
  expect(isOnItsWay({ state: 'delivered', parts: [part] }, alone)).toBe(true);
  expect(isOnItsWay({ state: 'released', parts: [part] }, alone)).toBe(false);
  expect(isOnItsWay({ state: 'released', parts: [] }, represented), 'the share of the agency').toBe(true);
  expect(isOnItsWay({ state: 'void', parts: [] }, represented)).toBe(false);
});
