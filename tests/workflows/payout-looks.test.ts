import { expect, test } from 'vitest';
import type { PayoutState } from '../../server/features/payouts/schema.ts';
import { nextCheck } from '../../workflows/activities/payouts.ts';

const createdAt = new Date('2026-03-02T10:00:00Z');
const pause = (state: PayoutState, ageMs: number) =>
  nextCheck(
    { state, settling: false, stopped: false, coolingUntil: null, createdAt, paidAt: null },
    new Date(createdAt.getTime() + ageMs),
    false,
  )!.in;

test.each(['claimed', 'unknown'] as const)(
  'a payout that is %s is tried again ever more rarely, never without a pause',
  (state) => {
    const pauses = [0, 60_000, 3_600_000, 24 * 3_600_000].map((age) => pause(state, age));
    expect(pauses[0]).toBeGreaterThanOrEqual(1_000);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(pauses[3]! / pauses[0]!).toBeGreaterThan(50);
  },
);
