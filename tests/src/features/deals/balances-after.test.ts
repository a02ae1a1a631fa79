import { expect, test } from 'vitest';
import type { MilestoneDto } from '../../../../server/features/escrow/schema.ts';
import { balancesAfter } from '../../../../src/features/deals/balances-after.ts';

/** 450.00 of which 200.00 were released before; nothing else of the deal is funded. */
const now = { held: 25_000, released: 20_000, refunded: 0, disputed: 0 };
const milestone = (atZero: MilestoneDto['atZero'], more: object = {}) =>
  ({ atZero, amount: 45_000, rest: 25_000, cancelRequest: null, live: null, ...more }) as MilestoneDto;
const silent = (outcome: 'cancel' | 'lapse') => ({ cancelRequest: { silent: { outcome, keeps: 5_000 } } });

test.each([
  ['auto_approve', {}, { held: 0, released: 45_000, refunded: 0 }],
  ['release', {}, { held: 0, released: 45_000, refunded: 0 }],
  ['retention', {}, { held: 0, released: 45_000, refunded: 0 }],
  ['refund', {}, { held: 0, released: 20_000, refunded: 25_000 }],
  ['cancel_answer', silent('cancel'), { held: 0, released: 25_000, refunded: 20_000 }],
  ['cancel_answer', silent('lapse'), { held: 25_000, released: 20_000, refunded: 0 }],
  ['overdue', {}, { held: 25_000, released: 20_000, refunded: 0 }],
] as const)('after a part was released, %s moves the rest and nothing that has left', (atZero, more, after) => {
  expect(balancesAfter(now, milestone(atZero, more), null)).toEqual({ ...after, disputed: 0 });
});

test('an automatic approval of money that waits for its post releases its own share alone', () => {
  const whole = { held: 45_000, released: 0, refunded: 0, disputed: 0 };
  const waits = milestone('auto_approve', { rest: 45_000, live: { approval: 13_500 } });
  expect(balancesAfter(whole, waits, null)).toMatchObject({ held: 31_500, released: 13_500 });
});

test('a hold or a pause moves nothing at a set time', () => {
  for (const wait of ['hold', 'pause'] as const)
    expect(balancesAfter(now, milestone('auto_approve'), wait)).toEqual(now);
});
