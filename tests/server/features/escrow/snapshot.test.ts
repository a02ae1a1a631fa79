import { expect, test } from 'vitest';
import type { DealTerms } from '../../../../server/features/terms/schema.ts';
import { plan } from '../../../../server/features/escrow/timers/plan.ts';

const NOW = new Date('2026-09-10T12:00:00Z');
const MINUTE = 60_000;

test.each([
  ['just claimed', 0, 1],
  ['five minutes old', 5, 1],
  ['an hour old', 60, 6],
  ['a day old', 24 * 60, 60],
])(
  'a refund under way that is %s is looked at in time without filling a history: %s min old, next look in %s min',
  (_, age, next) => {
    const row = {
      state: 'refunding' as const,
      deadline_at: null,
      due_at: NOW,
      bonus: false,
      holds: [],
      hold_expires_at: null,
      terms: {} as DealTerms,
    };
    const open = {
      suspenseDecided: false,
      paymentReportedDone: false,
      refundSince: new Date(NOW.getTime() - age * MINUTE),
      refundToRead: false,
      refundUndecided: false,
      transfers: [],
      partToEarn: false,
    };
    expect(plan(row, NOW, open).map((m) => [m.act, (m.at.getTime() - NOW.getTime()) / MINUTE])).toEqual([
      ['refund', next],
    ]);
  },
);
