import { durationMs } from '../../core/clock.ts';
import type { ErrorCode, ErrorData } from '../../core/errors.ts';
import type { Currency } from '../../core/money.ts';
import { isTerminal } from '../escrow/milestone/rules.ts';
import type { MilestoneState } from '../escrow/schema.ts';
import { deadlines, fundableFrom, reviewable, workBefore } from '../escrow/timers/rules.ts';
import { chargeFor, type FeeRate } from '../ledger/charges/rules.ts';
import type { ClockRanges } from '../policies/schema.ts';
import { dueProblem, priceProblems, termsTotal, withinRange } from '../terms/rules.ts';
import type { Clocks, DealTerms } from '../terms/schema.ts';
import type { AddendumChange, AddendumEffect, AddendumKind } from './schema.ts';

/** Clocks of a running deal; the time to sign is over. */
export const ADDENDUM_CLOCKS = [
  'funding',
  'review',
  'extension',
  'revisionTurn',
  'overdueAfter',
  'grace',
  'clearing',
] as const;

/** As many as the terms of a deal may name. */
export const MAX_MILESTONES = 12;
const MAX_DELIVERABLES = 20;

/** A milestone as an addendum finds it. */
export interface AmendableMilestone {
  id: string;
  seq: number;
  title: string;
  amount: number;
  state: MilestoneState;
  dueAt: Date;
  deadlineAt: Date | null;
  fundedAt: Date | null;
  submittedAt: Date | null;
  round: number;
  /** When the changes were requested that the creator works on. */
  changesAt: Date | null;
  reviewExtended: boolean;
  holds: readonly string[];
  /** The last day of its money in escrow. */
  holdEnd: Date | null;
  bonus: boolean;
}
export interface AmendableDeal {
  active: boolean;
  currency: Currency;
  terms: DealTerms;
  feeBps: FeeRate;
  taxBps: number;
  milestones: readonly AmendableMilestone[];
}

export interface Refused {
  code: ErrorCode;
  data: ErrorData;
}
/** How a milestone stands afterwards; absent fields stay. */
export interface MilestoneChange {
  milestoneId: string;
  state: MilestoneState;
  amount?: number;
  dueAt?: Date;
  deadlineAt?: Date;
  /** Of an unfunded milestone. */
  fundableFrom?: Date;
  /** When the work is due after a request for changes. */
  workDueAt?: Date;
  /** Back to the state before it was overdue. */
  reopens?: 'reopenFunded' | 'reopenChanges';
}
export interface AddedPart {
  seq: number;
  title: string;
  amount: number;
  dueAt: Date;
  deadlineAt: Date;
  fundableFrom: Date;
  bonus: boolean;
}
export interface AddendumPlan {
  changed: MilestoneChange[];
  added: AddedPart[];
  termsAfter: DealTerms;
  totalAfter: number;
  effects: AddendumEffect[];
}
export type Planned = { ok: true; plan: AddendumPlan } | { ok: false; refused: Refused };

const refuse = (code: ErrorCode, data: ErrorData = {}): Planned => ({ ok: false, refused: { code, data } });

/** A payment, a request to cancel, a dispute or a hold decides first. */
const isBusy = (m: AmendableMilestone): boolean =>
  m.state === 'funding' ||
  m.state === 'cancel_requested' ||
  m.state === 'disputed' ||
  (m.holds.length > 0 && !isTerminal(m.state));

const FUNDED: readonly MilestoneState[] = ['funded', 'delivered', 'changes_requested', 'overdue'];
const TO_DELIVER: readonly MilestoneState[] = ['awaiting_funding', 'funded', 'changes_requested', 'overdue'];

/** Why the price of a milestone cannot change, or null: only that of one that is not funded. */
export function repriceRefusal(m: AmendableMilestone): ErrorCode | null {
  if (isBusy(m)) return m.fundedAt ? 'addendum.already_funded' : 'addendum.busy';
  if (m.state === 'awaiting_funding') return null;
  return m.fundedAt && !isTerminal(m.state) ? 'addendum.already_funded' : 'addendum.overtaken';
}

/** Why the due date of a milestone cannot move, or null: only that of work that is still to be delivered. */
export function moveRefusal(m: AmendableMilestone): ErrorCode | null {
  if (isBusy(m)) return 'addendum.busy';
  return m.bonus || !TO_DELIVER.includes(m.state) ? 'addendum.overtaken' : null;
}

export const kindOf = (changes: readonly AddendumChange[], isChangeOrder: boolean): AddendumKind =>
  isChangeOrder ? 'change_order' : changes.every((c) => c.kind === 'bonus') ? 'bonus' : 'amendment';

/** Clocks that move the deadline which a milestone in that state waits for. */
const CLOCKS_OF: Partial<Record<MilestoneState, readonly (keyof Clocks)[]>> = {
  awaiting_funding: ['funding', 'overdueAfter', 'grace', 'review', 'clearing'],
  funded: ['overdueAfter'],
  delivered: ['review', 'extension'],
  changes_requested: ['revisionTurn', 'overdueAfter'],
  overdue: ['grace'],
};

const reviewEnd = (submittedAt: Date, extended: boolean, clocks: Clocks): Date => {
  const end = deadlines.delivered(submittedAt, clocks);
  return extended ? deadlines.extended(end, clocks) : end;
};

/** The deadline by these dates and clocks alone; a pause moves the real one by the same time before and after. */
function deadlineBy(m: AmendableMilestone, dueAt: Date, clocks: Clocks, now: Date): number {
  switch (m.state) {
    case 'funded':
      return deadlines.funded(dueAt, m.fundedAt ?? now, clocks).getTime();
    case 'changes_requested':
      return deadlines.changesRequested(m.changesAt ?? now, dueAt, clocks).getTime();
    case 'delivered':
      return reviewEnd(m.submittedAt ?? now, m.reviewExtended, clocks).getTime();
    case 'overdue':
      return durationMs(clocks.grace);
    default:
      return 0;
  }
}

interface Times {
  dueAt: Date;
  clocks: Clocks;
}

/** What new dates and clocks make of a milestone's deadline; null: nothing. */
function retimed(
  m: AmendableMilestone,
  before: Times,
  after: Times,
  { all, now }: { all: readonly { seq: number; due_at: Date }[]; now: Date },
): Pick<MilestoneChange, 'deadlineAt' | 'fundableFrom' | 'workDueAt' | 'reopens' | 'state'> | null {
  const moved = before.dueAt.getTime() !== after.dueAt.getTime();
  const names = CLOCKS_OF[m.state];
  if (!names || (!moved && names.every((name) => before.clocks[name] === after.clocks[name]))) return null;
  if (m.state === 'awaiting_funding')
    return {
      state: m.state,
      fundableFrom: fundableFrom(after.dueAt, after.clocks),
      deadlineAt: deadlines.funding(
        now,
        after.clocks,
        workBefore({ seq: m.seq, due_at: after.dueAt }, all),
        after.dueAt,
      ),
    };
  if (m.state === 'overdue' && moved) {
    // More time: the work is not late any more.
    const was: AmendableMilestone = { ...m, state: m.round > 0 ? 'changes_requested' : 'funded' };
    return {
      state: was.state,
      reopens: m.round > 0 ? 'reopenChanges' : 'reopenFunded',
      deadlineAt: new Date(deadlineBy(was, after.dueAt, after.clocks, now)),
      ...workDue(was, after, now),
    };
  }
  const shift = deadlineBy(m, after.dueAt, after.clocks, now) - deadlineBy(m, before.dueAt, before.clocks, now);
  return {
    state: m.state,
    deadlineAt: new Date((m.deadlineAt ?? now).getTime() + shift),
    ...workDue(m, after, now),
  };
}

const workDue = (m: AmendableMilestone, { dueAt, clocks }: Times, now: Date): Pick<MilestoneChange, 'workDueAt'> =>
  m.state === 'changes_requested' ? { workDueAt: deadlines.revisionDue(m.changesAt ?? now, dueAt, clocks) } : {};

/** The latest end of a state that leaves the rest its time before the last day of the money. */
function latestEnd(state: MilestoneState, holdEnd: Date, clocks: Clocks): Date {
  if (state === 'delivered') return holdEnd;
  const review = reviewable(holdEnd, clocks);
  return state === 'funded' ? new Date(review.getTime() - durationMs(clocks.grace)) : review;
}

/**
 * What an addendum does to a deal now, or why it cannot. Screens, text and the worker that applies it call this one
 * function, so that "if you sign this now" is what happens.
 */
export function planAddendum(
  deal: AmendableDeal,
  changes: readonly AddendumChange[],
  { now, ranges, dueOfBonus }: { now: Date; ranges: ClockRanges; dueOfBonus: Date },
): Planned {
  if (!deal.active) return refuse('addendum.deal_over');
  const { currency, terms } = deal;
  const byId = new Map(deal.milestones.map((m) => [m.id, m]));
  const at = (i: number, field: string) => `changes.${i}.${field}`;
  const clocksAfter: Clocks = { ...terms.clocks };
  const amounts = new Map<string, number>();
  const dues = new Map<string, Date>();
  const seen = new Set<string>();
  const effects: AddendumEffect[] = [];
  const additions: { title: string; amount: number; dueAt: Date; items: string[]; bonus: boolean }[] = [];
  const charge = (amount: number) => chargeFor(amount, deal.feeBps, deal.taxBps, currency);

  for (const [i, change] of changes.entries()) {
    const key = 'milestoneId' in change ? `${change.kind}:${change.milestoneId}` : change.kind;
    if (('milestoneId' in change || change.kind === 'clocks') && seen.has(key))
      return refuse('input.invalid', { field: at(i, 'kind'), problem: 'duplicate' });
    seen.add(key);
    if ('amount' in change) {
      const [wrong] = priceProblems(at(i, 'amount'), change.amount, currency);
      if (wrong) return { ok: false, refused: wrong };
    }
    if ('dueAt' in change) {
      const wrong = dueProblem(at(i, 'dueAt'), change.dueAt, now, terms.clocks.review, terms.clocks.workingDaysIn);
      if (wrong) return { ok: false, refused: wrong };
    }
    if (change.kind === 'add' || change.kind === 'bonus') {
      const bonus = change.kind === 'bonus';
      const part = bonus ? { ...change, dueAt: dueOfBonus, items: [] } : change;
      additions.push({ ...part, bonus });
      effects.push({ ...part, kind: change.kind, charge: charge(part.amount) });
    } else if (change.kind === 'clocks') {
      let differs = false;
      for (const name of ADDENDUM_CLOCKS) {
        const after = change.clocks[name];
        const before = terms.clocks[name];
        if (after === undefined || durationMs(after) === durationMs(before)) continue;
        if (!withinRange(after, ranges[name]))
          return refuse('terms.clock_out_of_range', {
            field: at(i, `clocks.${name}`),
            clock: name,
            min: ranges[name].min,
            max: ranges[name].max,
          });
        differs = true;
        clocksAfter[name] = after;
        effects.push({ kind: 'clock', clock: name, before, after });
      }
      if (!differs) return refuse('addendum.no_change', { field: at(i, 'clocks') });
    } else {
      const m = byId.get(change.milestoneId);
      if (!m) return refuse('not_found');
      const why = change.kind === 'reprice' ? repriceRefusal(m) : moveRefusal(m);
      if (why) return refuse(why, { field: at(i, 'milestoneId'), milestone: m.title });
      if (change.kind === 'reprice') {
        if (change.amount === m.amount) return refuse('addendum.no_change', { field: at(i, 'amount') });
        amounts.set(m.id, change.amount);
        effects.push({
          kind: 'reprice',
          milestoneId: m.id,
          title: m.title,
          before: m.amount,
          after: change.amount,
          charge: charge(change.amount),
        });
      } else {
        if (change.dueAt.getTime() === m.dueAt.getTime())
          return refuse('addendum.no_change', { field: at(i, 'dueAt') });
        dues.set(m.id, change.dueAt);
        effects.push({ kind: 'move', milestoneId: m.id, title: m.title, before: m.dueAt, after: change.dueAt });
      }
    }
  }
  const reclocked = ADDENDUM_CLOCKS.some((name) => clocksAfter[name] !== terms.clocks[name]);
  const busy = reclocked ? deal.milestones.find(isBusy) : undefined;
  if (busy) return refuse('addendum.busy', { milestone: busy.title });

  const termsAfter = amendedTerms(deal, { amounts, dues, clocks: clocksAfter, additions });
  const totalAfter = termsTotal(termsAfter);
  if (termsAfter.milestones.length > MAX_MILESTONES || termsAfter.deliverables.length > MAX_DELIVERABLES)
    return refuse('addendum.too_many_milestones', { max: MAX_MILESTONES });
  const [tooMuch] = priceProblems('changes', totalAfter, currency);
  if (tooMuch) return { ok: false, refused: { ...tooMuch, code: 'addendum.beyond_limit' } };

  const all = [
    ...deal.milestones.map((m) => ({ seq: m.seq, due_at: dues.get(m.id) ?? m.dueAt })),
    ...additions.flatMap((part, i) =>
      part.bonus ? [] : [{ seq: deal.milestones.length + i + 1, due_at: part.dueAt }],
    ),
  ];
  const changed: MilestoneChange[] = [];
  for (const m of deal.milestones) {
    const dueAt = dues.get(m.id);
    const amount = amounts.get(m.id);
    const after = { dueAt: dueAt ?? m.dueAt, clocks: clocksAfter };
    const time = retimed(m, { dueAt: m.dueAt, clocks: terms.clocks }, after, { all, now });
    if (time?.deadlineAt) {
      if (time.deadlineAt <= now) return refuse('addendum.clock_in_past', { milestone: m.title });
      if (FUNDED.includes(m.state) && m.holdEnd && time.deadlineAt > latestEnd(time.state, m.holdEnd, clocksAfter))
        return refuse('addendum.beyond_last_day', { milestone: m.title, date: m.holdEnd.toISOString() });
      effects.push({
        kind: 'deadline',
        milestoneId: m.id,
        title: m.title,
        state: time.state,
        before: m.deadlineAt ?? now,
        after: time.deadlineAt,
      });
    }
    if (!dueAt && amount === undefined && !time) continue;
    changed.push({
      milestoneId: m.id,
      state: m.state,
      ...(amount === undefined ? {} : { amount }),
      ...(dueAt ? { dueAt } : {}),
      ...(time?.deadlineAt ? { deadlineAt: time.deadlineAt } : {}),
      ...(time?.fundableFrom ? { fundableFrom: time.fundableFrom } : {}),
      ...(time?.workDueAt ? { workDueAt: time.workDueAt } : {}),
      ...(time?.reopens ? { reopens: time.reopens } : {}),
    });
  }
  const added = additions.map((part, i): AddedPart => {
    const seq = deal.milestones.length + i + 1;
    const { title, amount, dueAt, bonus } = part;
    return {
      seq,
      title,
      amount,
      dueAt,
      bonus,
      fundableFrom: fundableFrom(dueAt, clocksAfter),
      deadlineAt: deadlines.funding(now, clocksAfter, null, dueAt),
    };
  });
  return { ok: true, plan: { changed, added, termsAfter, totalAfter, effects } };
}

/** The terms in force afterwards: changed in place, new milestones and their deliverables at the end. */
function amendedTerms(
  deal: AmendableDeal,
  change: {
    amounts: ReadonlyMap<string, number>;
    dues: ReadonlyMap<string, Date>;
    clocks: Clocks;
    additions: readonly { title: string; amount: number; dueAt: Date; items: string[]; bonus: boolean }[];
  },
): DealTerms {
  const { terms } = deal;
  const [first] = terms.deliverables;
  const ids = new Map(deal.milestones.map((m) => [m.seq, m.id]));
  const newId = (i: number) => `added-${deal.milestones.length + i + 1}`;
  return {
    ...terms,
    clocks: change.clocks,
    milestones: [
      ...terms.milestones.map((m, i) => {
        const id = ids.get(i + 1) ?? '';
        return { ...m, amount: change.amounts.get(id) ?? m.amount, dueAt: change.dues.get(id) ?? m.dueAt };
      }),
      ...change.additions.map(({ title, amount, dueAt }, i) => ({
        title,
        amount,
        dueAt,
        deliverableIds: [newId(i)],
      })),
    ],
    deliverables: [
      ...terms.deliverables,
      ...change.additions.flatMap(({ title, items, bonus }, i) =>
        first && !bonus
          ? [{ id: newId(i), platform: first.platform, format: first.format, count: 1, notes: title, brief: items }]
          : [],
      ),
    ],
  };
}
