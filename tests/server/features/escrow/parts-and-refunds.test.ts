import { describe, expect, test } from 'vitest';
import { chargeFor } from '../../../../server/features/ledger/charges/rules.ts';
import { endOfDeal, refundsStop, releaseStops } from '../../../../server/features/escrow/milestone/rules.ts';
import {
  isOfAttempt,
  isOfDecision,
  isOver,
  refundOp,
  refundOutcome,
} from '../../../../server/features/escrow/refund/rules.ts';
import {
  legsOfPart,
  partProblem,
  partSuffix,
  previewOfPart,
  releaseStep,
  restOf,
  sharesOfPart,
} from '../../../../server/features/escrow/release/rules.ts';
import { MILESTONE_STATES, type MilestoneState } from '../../../../server/features/escrow/schema.ts';
import type { Clocks } from '../../../../server/features/terms/schema.ts';

const NOW = new Date('2026-09-10T12:00:00Z');
const plus = (ms: number): Date => new Date(NOW.getTime() + ms);
const DAY = 86_400_000;

describe('a part of what is held', () => {
  test.each([
    ['a cent', 1, 'EUR', null],
    ['nothing', 0, 'EUR', 'not_positive'],
    ['less than nothing', -5, 'EUR', 'not_positive'],
    ['half a cent', 0.5, 'EUR', 'not_integer'],
    ['all of it', 90_000, 'EUR', null],
    ['a cent more than all', 90_001, 'EUR', 'above_held'],
    ['more than any price', 90_000_010, 'EUR', 'above_held'],
    ['ten fils', 10, 'KWD', null],
    ['five fils', 5, 'KWD', 'too_small'],
    ['a sum between two steps', 1_005, 'KWD', 'off_step'],
    ['a yen', 1, 'JPY', null],
  ] as const)('%s: %s %s is %s', (_what, amount, currency, problem) => {
    expect(partProblem(amount, 90_000, currency)).toBe(problem);
  });

  test('more than the largest price may be a part of more that is held', () => {
    expect(partProblem(90_000_010, 90_000_020, 'EUR')).toBeNull();
  });

  test('the first part keeps the ids of a milestone that is paid at once, later ones count', () => {
    expect([1, 2, 13].map(partSuffix)).toEqual(['', ':2', ':13']);
  });

  test('what is left is the price less the parts', () => {
    expect(restOf({ amount: 1_000, released_parts: 300 })).toBe(700);
  });

  test('its preview is what the release does: all of it counts as an approval, and it clears at most until the last day', () => {
    const clocks = { clearing: 'PT72H' } as Clocks;
    const at = { now: NOW, clocks, holdEnd: plus(DAY) };
    expect(previewOfPart(400, 1_000, at)).toEqual({ whole: false, left: 600, at: plus(DAY) });
    expect(previewOfPart(1_000, 1_000, { ...at, holdEnd: null })).toEqual({ whole: true, left: 0, at: plus(3 * DAY) });
  });

  test('its shares follow those of the parts before it', () => {
    const deal = { charge: chargeFor(1_000, 500, 2_000, 'EUR'), commissionBps: 1_250, currency: 'EUR' } as const;
    const parts = [sharesOfPart({ from: 0, to: 333 }, deal), sharesOfPart({ from: 333, to: 1_000 }, deal)];
    expect(parts).toEqual([
      { creator: 291, agent: 42, fee: 17 },
      { creator: 584, agent: 83, fee: 33 },
    ]);
  });

  test('a transfer for each payee that gets something', () => {
    const row = { id: 'm', creator_org: 'c', agency_org: 'a', currency: 'EUR' } as const;
    const creator = { opId: 'xfer:m:creator', leg: 'creator', payeeOrg: 'c', amount: 85, currency: 'EUR' };
    const agent = { opId: 'xfer:m:agent', leg: 'agent', payeeOrg: 'a', amount: 15, currency: 'EUR' };
    expect(legsOfPart(row, { creator: 85, agent: 15 }, 1)).toEqual([creator, agent]);
    expect(legsOfPart(row, { creator: 85, agent: 0 }, 2)).toEqual([{ ...creator, opId: 'xfer:m:creator:2' }]);
    expect(legsOfPart({ ...row, agency_org: null }, { creator: 85, agent: 15 }, 1)).toEqual([creator]);
  });
});

describe('a release', () => {
  const step = (state: MilestoneState, holds: string[] = [], deadline_at: Date | null = null) =>
    releaseStep({ state, holds, deadline_at }, NOW);

  test('does in each state what it may do', () => {
    expect(Object.fromEntries(MILESTONE_STATES.map((state) => [state, step(state)]))).toMatchObject({
      proposed: 'nothing',
      awaiting_funding: 'nothing',
      funding: 'nothing',
      funded: 'parts',
      delivered: 'parts',
      changes_requested: 'parts',
      overdue: 'parts',
      disputed: 'parts',
      approved: 'earn',
      auto_approved: 'earn',
      clearing: 'earn',
      releasing: 'waiting',
      released: 'waiting',
      refunding: 'waiting',
      refunded: 'waiting',
      void: 'nothing',
    });
  });

  test.each(['approved', 'auto_approved', 'clearing'] as const)(
    '%s work clears until its deadline and waits on hold',
    (state) => {
      expect(step(state, [], plus(1))).toBe('clear');
      expect(step(state, [], NOW)).toBe('earn');
      expect(step(state, ['fraud_warning'], NOW)).toBe('held');
      expect(step(state, ['fraud_warning'], plus(1))).toBe('held');
    },
  );

  test('row 8: a hold stops it, but for a card dispute, and some stop a refund', () => {
    expect([releaseStops([]), releaseStops(['recon_drift']), releaseStops(['card_dispute'])]).toEqual([
      false,
      true,
      false,
    ]);
    expect(step('clearing', ['card_dispute'], NOW)).toBe('earn');
    for (const hold of ['card_dispute', 'provider_refund', 'staff_hold'])
      expect(refundsStop(['recon_drift', hold])).toBe(true);
    expect(refundsStop(['fraud_warning', 'recon_drift'])).toBe(false);
  });
});

describe('a refund', () => {
  test.each([
    ['claimed', 'succeeded', true, 'done'],
    ['claimed', 'pending', true, 'pending'],
    ['claimed', 'requires_action', true, 'pending'],
    ['claimed', 'failed', true, 'failed'],
    ['pending', 'canceled', true, 'failed'],
    ['unknown', 'failed', true, 'failed'],
    ['claimed', 'failed', false, 'ignored'],
    ['failed', 'failed', true, 'ignored'],
    ['failed', 'succeeded', true, 'done'],
    ['done', 'failed', true, 'ignored'],
    ['by_bank', 'succeeded', true, 'ignored'],
  ] as const)('that is %s and answered %s (newest attempt: %s) is %s', (state, status, current, outcome) => {
    expect(refundOutcome(state, { status, balanceTransactionId: 'txn_1' }, current)).toBe(outcome);
  });

  test('that the provider has not taken from its balance is pending, whatever its status says', () => {
    for (const status of ['pending', 'succeeded'] as const)
      expect(refundOutcome('claimed', { status, balanceTransactionId: null }, true)).toBe('pending');
    expect(refundOutcome('pending', { status: 'canceled', balanceTransactionId: null }, true)).toBe('failed');
  });

  test('ends its milestone when it was decided, not when a bank gave back more beside it', () => {
    expect(refundOp('m1', 2)).toBe('refund:m1:2');
    expect(isOfDecision({ opId: refundOp('m1', 2) })).toBe(true);
    expect(isOfDecision({ opId: refundOp('m1', 2, 'dp_1:charged_back:0') })).toBe(false);
  });

  test('is over when the brand has its money', () => {
    expect(
      (['claimed', 'pending', 'done', 'unknown', 'failed', 'by_bank'] as const).filter((state) => isOver({ state })),
    ).toEqual(['done', 'by_bank']);
  });

  test('that was found is of the attempt unless it came back and is in the books', () => {
    expect(isOfAttempt({ refundId: 're_1', status: 'succeeded' }, 're_1')).toBe(true);
    for (const status of ['failed', 'canceled'] as const) {
      expect(isOfAttempt({ refundId: 're_1', status }, 're_1')).toBe(false);
      expect(isOfAttempt({ refundId: 're_2', status }, 're_1')).toBe(true);
      expect(isOfAttempt({ refundId: 're_2', status }, null)).toBe(true);
    }
  });
});

test('a deal ends with its last milestone: completed when anything was paid, cancelled when all went back, voided else', () => {
  const end = (...states: MilestoneState[]) => endOfDeal(states.map((state) => ({ state })));
  expect(end('released', 'funded')).toBeNull();
  expect(end('released', 'refunded', 'void')).toBe('completed');
  expect(end('refunded', 'void')).toBe('cancelled');
  expect(end('void', 'void')).toBe('voided');
});
