import { plus } from '../../server/core/clock.ts';
import {
  ADDENDUM_CLOCKS,
  type AmendableMilestone,
  type AmendablePost,
} from '../../server/features/addenda/clocks/rules.ts';
import type { AmendableDeal } from '../../server/features/addenda/rules.ts';
import type { AddendumClock } from '../../server/features/addenda/schema.ts';
import { SHIPPED_CLOCKS, SHIPPED_LIVE_CLOCKS } from '../../server/features/policies/rules.ts';
import type { ClockRange } from '../../server/features/policies/schema.ts';
import type { Command, Outcome } from './commands.ts';
import { event, move, signal } from './moves.ts';
import type { Random } from './random.ts';
import { date, nowOf, type Sim, type SimMilestone } from './state.ts';

/*
 * Addenda that re-time the clocks of a deal: proposed by the creator, signed by both and applied at once, as the services of
 * `addenda` and `escrow/amend` do it.
 */

export type Amendment = Extract<Command, { do: 'amend' }>;

/** As wide as those of tests; lengths stay within both. */
const WIDE: ClockRange = { min: 'PT0S', fallback: 'P1D', max: 'P30D' };
const wide = <T extends object>(ranges: T) =>
  Object.fromEntries(Object.keys(ranges).map((name) => [name, WIDE])) as Record<keyof T, ClockRange>;
const RANGES = wide(SHIPPED_CLOCKS);
const WITH_LIVE = { ...RANGES, ...wide(SHIPPED_LIVE_CLOCKS) };

const openRequest = (s: Sim, row: SimMilestone) =>
  s.cancelRequests.find((r) => r.milestoneId === row.id && r.state === 'open');

function amendable(s: Sim, row: SimMilestone): AmendableMilestone {
  const asked = s.events.findLast((e) => e.milestoneId === row.id && e.type === 'changes_requested');
  const request = openRequest(s, row);
  const post = row.post satisfies AmendablePost | null | undefined;
  return {
    id: row.id,
    seq: row.seq,
    title: row.title,
    amount: row.amount,
    state: row.state,
    dueAt: row.due_at,
    deadlineAt: row.deadline_at,
    fundedAt: row.funded_at,
    submittedAt: row.submitted_at,
    approvedAt: row.approved_at,
    round: row.round,
    changesAt: asked ? date(asked.at) : null,
    reviewExtended: row.review_extended,
    postOverdueAt: row.post_overdue_at,
    postExtendedAt: row.post_extended_at,
    post: post ?? null,
    request: request ?? null,
    holds: row.holds,
    holdEnd: row.hold_expires_at,
    bonus: row.bonus,
  };
}

const dealOf = (s: Sim): AmendableDeal => ({
  active: s.contractState === 'active',
  currency: s.deal.currency,
  terms: s.milestones[0]!.terms,
  feeBps: s.deal.feeBps,
  taxBps: s.deal.taxBps,
  milestones: s.milestones.map((row) => amendable(s, row)),
});

/** `propose`, both signatures and `applyAddendum` of the product. */
export function amend(s: Sim, { clock, length }: Amendment): Outcome {
  const now = nowOf(s);
  const clocks = { [clock]: length } as Record<AddendumClock, string>;
  const planned = s.rules.planAddendum(dealOf(s), [{ kind: 'clocks', clocks }], {
    now,
    ranges: s.deal.clocks.posting === undefined ? RANGES : WITH_LIVE,
    dueOfBonus: plus(now, 'P30D'),
  });
  if (!planned.ok) return planned.refused.code;
  event(s, null, 'addendum_proposed', { by: 'creator' });
  for (const by of ['creator', 'brand'] as const) event(s, null, 'addendum_signed', { by });
  const before = s.deal.clocks;
  const { clocks: after } = planned.plan.termsAfter;
  s.deal = { ...s.deal, clocks: after };
  for (const row of s.milestones) row.terms = { ...row.terms, clocks: after };
  for (const change of planned.plan.changed) {
    const row = s.milestones.find((m) => m.id === change.milestoneId)!;
    const { deadlineAt, workDueAt, request } = change;
    Object.assign(openRequest(s, row) ?? {}, request);
    move(s, row, 'amend', {
      ...(deadlineAt ? { deadline_at: deadlineAt } : {}),
      ...(deadlineAt && row.state === 'awaiting_funding' ? { funding_deadline_at: deadlineAt } : {}),
      ...(workDueAt ? { work_due_at: workDueAt } : {}),
      ...(change.postInTime ? { post_overdue_at: null } : {}),
    });
    event(s, row, 'milestone_amended');
    signal(s, row.id, 'amended');
  }
  for (const row of s.milestones) {
    const keepUntil = s.rules.keepUntilWith({ state: row.state, post: row.post ?? null }, before, after, now);
    if (row.post && keepUntil) row.post = { ...row.post, keepUntil, changedAt: now };
  }
  event(s, null, 'addendum_applied');
  return 'done';
}

/** Clocks that run in a state, or soon after it. */
const LIKELY: Partial<Record<SimMilestone['state'], readonly AddendumClock[]>> = {
  awaiting_funding: ['funding', 'retention'],
  funded: ['overdueAfter', 'review'],
  delivered: ['review', 'extension', 'retention'],
  changes_requested: ['revisionTurn'],
  overdue: ['grace'],
  cancel_requested: ['cancelAnswer', 'cancelAnswer', 'review'],
  awaiting_live: ['posting', 'posting', 'postGrace', 'extension'],
  retention: ['retention'],
  clearing: ['clearing'],
};

export function amendmentOf(s: Sim, random: Random): Amendment {
  const row = random.pick(s.milestones);
  const clock = random.pick(random.chance(0.8) ? (LIKELY[row.state] ?? ADDENDUM_CLOCKS) : ADDENDUM_CLOCKS);
  return { do: 'amend', clock, length: `P${random.int(1, 20)}D` };
}
