import { plus } from '../../server/core/clock.ts';
import { CURRENCIES } from '../../server/core/money.ts';
import {
  ADDENDUM_CLOCKS,
  type AmendableMilestone,
  type AmendablePost,
} from '../../server/features/addenda/clocks/rules.ts';
import type { AmendableDeal } from '../../server/features/addenda/changes/rules.ts';
import type { AddendumClock } from '../../server/features/addenda/schema.ts';
import { SHIPPED_CLOCKS, SHIPPED_LIVE_CLOCKS } from '../../server/features/policies/rules.ts';
import type { ClockRange } from '../../server/features/policies/schema.ts';
import type { DealTerms } from '../../server/features/terms/schema.ts';
import { newMilestone } from './begin.ts';
import type { Command, Outcome } from './commands.ts';
import { event, move, signal } from './moves.ts';
import type { Random } from './random.ts';
import { date, IDS, nowOf, type Sim, type SimMilestone } from './state.ts';

/*
 * Addenda that re-time the clocks of a contract, and bonuses: proposed by the creator, signed by both and applied at once, as
 * the services of `addenda` and `escrow/amend` do it. A second contract of the deal has its own.
 */

export type Amendment = Extract<Command, { do: 'amend' }>;
export type Bonus = Extract<Command, { do: 'bonus' }>;

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

/** The contract that an addendum is of, by its id. */
const contractOf = ({ second }: Amendment | Bonus): string => (second ? IDS.second : IDS.contract);
const milestonesOf = (s: Sim, contract: string): SimMilestone[] =>
  s.milestones.filter((row) => row.contract_id === contract);

/** A contract counts its own milestones; here they are counted over both. */
function dealOf(s: Sim, contract: string): AmendableDeal {
  const rows = milestonesOf(s, contract);
  const { terms } = rows[0]!;
  return {
    active: s.contracts.find(({ id }) => id === contract)!.state === 'active',
    currency: s.deal.currency,
    terms: { ...terms, milestones: rows.map(({ seq }) => terms.milestones[seq - 1]!) },
    feeBps: s.deal.feeBps,
    taxBps: s.deal.taxBps,
    milestones: rows.map((row, i) => ({ ...amendable(s, row), seq: i + 1 })),
  };
}

const dueOfBonus = (s: Sim, { clocks }: DealTerms): Date => plus(plus(nowOf(s), clocks.signature), clocks.review);

function sign(s: Sim, contract: string): void {
  event(s, null, 'addendum_proposed', { by: 'creator', contract });
  for (const by of ['creator', 'brand'] as const) event(s, null, 'addendum_signed', { by, contract });
}

/** The same of an addendum that adds a bonus: a milestone that is released when it is funded. */
export function addBonus(s: Sim, command: Bonus): Outcome {
  const now = nowOf(s);
  const contract = contractOf(command);
  const deal = dealOf(s, contract);
  const planned = s.rules.planAddendum(deal, [{ kind: 'bonus', title: BONUS, amount: command.amount }], {
    now,
    ranges: deal.terms.clocks.posting === undefined ? RANGES : WITH_LIVE,
    dueOfBonus: dueOfBonus(s, deal.terms),
  });
  if (!planned.ok) return planned.refused.code;
  sign(s, contract);
  const added = planned.plan.termsAfter.milestones.slice(deal.milestones.length);
  for (const row of s.milestones) row.terms = { ...row.terms, milestones: [...row.terms.milestones, ...added] };
  const { terms } = milestonesOf(s, contract)[0]!;
  for (const { title, amount, dueAt, ...part } of planned.plan.added) {
    const row: SimMilestone = {
      ...newMilestone(s.deal, { seq: s.milestones.length + 1, contract, title, amount, dueAt, terms }),
      bonus: part.bonus,
      rounds_max: 0,
      state: 'awaiting_funding',
      deadline_at: part.deadlineAt,
      funding_deadline_at: part.deadlineAt,
    };
    s.milestones.push(row);
    event(s, row, 'milestone_added', { amount });
    signal(s, row.id, 'started');
  }
  event(s, null, 'addendum_applied', { contract });
  return 'done';
}

/** `propose`, both signatures and `applyAddendum` of the product. */
export function amend(s: Sim, command: Amendment): Outcome {
  const now = nowOf(s);
  const contract = contractOf(command);
  const deal = dealOf(s, contract);
  const clocks = { [command.clock]: command.length } as Record<AddendumClock, string>;
  const planned = s.rules.planAddendum(deal, [{ kind: 'clocks', clocks }], {
    now,
    ranges: deal.terms.clocks.posting === undefined ? RANGES : WITH_LIVE,
    dueOfBonus: dueOfBonus(s, deal.terms),
  });
  if (!planned.ok) return planned.refused.code;
  sign(s, contract);
  const before = deal.terms.clocks;
  const { clocks: after } = planned.plan.termsAfter;
  const own = milestonesOf(s, contract);
  for (const row of own) row.terms = { ...row.terms, clocks: after };
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
  for (const row of own) {
    const keepUntil = s.rules.keepUntilWith({ state: row.state, post: row.post ?? null }, before, after, now);
    if (row.post && keepUntil) row.post = { ...row.post, keepUntil, changedAt: now };
  }
  event(s, null, 'addendum_applied', { contract });
  return 'done';
}

export const BONUS = 'Bonus';
/** So many deals get a bonus now and then, and no more than two. */
const BONUS_DEALS = 0.2;
const BONUS_OFTEN = 0.05;
const MAX_BONUSES = 2;

export const hasBonus = (random: Random): boolean => random.chance(BONUS_DEALS);

/** A bonus, or null: none this time. */
export function bonusOf(s: Sim, random: Random): Bonus | null {
  const before = s.milestones.filter((m) => m.bonus);
  // Milestones are in the order in which they were made: two of one moment have none.
  const isSecond = s.events.some((e) => e.type === 'milestone_added' && e.at === s.now);
  if (!random.chance(BONUS_OFTEN) || before.length >= MAX_BONUSES || isSecond) return null;
  const { step, min } = CURRENCIES[s.deal.currency];
  const amount = Math.ceil(random.int(min * 3, min * 40) / step) * step;
  return { do: 'bonus', amount, ...(s.contracts.length > 1 && random.chance(0.5) ? { second: true as const } : {}) };
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
  const length = `P${random.int(1, 20)}D`;
  return { do: 'amend', clock, length, ...(row.contract_id === IDS.second ? { second: true as const } : {}) };
}
