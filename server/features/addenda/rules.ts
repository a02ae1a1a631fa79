import { durationMs } from '../../core/clock.ts';
import type { ErrorCode, ErrorData } from '../../core/errors.ts';
import type { Currency } from '../../core/money.ts';
import { isTerminal } from '../escrow/milestone/rules.ts';
import type { MilestoneState } from '../escrow/schema.ts';
import { deadlines, fundableFrom, workBefore } from '../escrow/timers/rules.ts';
import { chargeFor, type FeeRate } from '../ledger/charges/rules.ts';
import type { ClockRanges, LiveClockRanges } from '../policies/schema.ts';
import { dueProblem, fitsHold, priceProblems, termsTotal, withinRange } from '../terms/rules.ts';
import type { Clocks, DealTerms } from '../terms/schema.ts';
import {
  ADDENDUM_CLOCKS,
  clockIn,
  exceedsLastDay,
  isUnfunded,
  keepUntilWith,
  mayStillRun,
  retimed,
  type AmendableMilestone,
  type Retimed,
} from './clocks/rules.ts';
import type { AddendumChange, AddendumClock, AddendumEffect, AddendumKind } from './schema.ts';

/** Those of a live post only where the contract has them. */
export type AddendumRanges = ClockRanges & Partial<LiveClockRanges>;

/** As many as the terms of a deal may name. */
export const MAX_MILESTONES = 12;
const MAX_DELIVERABLES = 20;

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
export type MilestoneChange = Partial<Omit<Retimed, 'state'>> & {
  milestoneId: string;
  state: MilestoneState;
  amount?: number;
  dueAt?: Date;
};
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

/** A payment, a dispute or a hold decides first: clocks that such a milestone has not left behind stay as they are. */
const stopsClocks = (m: AmendableMilestone): boolean =>
  m.state === 'funding' || m.state === 'disputed' || (m.holds.length > 0 && !isTerminal(m.state));

/** So does a request to cancel, of what is delivered and paid. */
const isBusy = (m: AmendableMilestone): boolean => m.state === 'cancel_requested' || stopsClocks(m);

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

/**
 * What an addendum does to a deal now, or why it cannot. Screens, text and the worker that applies it call this one
 * function, so that "if you sign this now" is what happens.
 */
export function planAddendum(
  deal: AmendableDeal,
  changes: readonly AddendumChange[],
  { now, ranges, dueOfBonus }: { now: Date; ranges: AddendumRanges; dueOfBonus: Date },
): Planned {
  if (!deal.active) return refuse('addendum.deal_over');
  const { currency, terms } = deal;
  const byId = new Map(deal.milestones.map((m) => [m.id, m]));
  const at = (i: number, field: string) => `changes.${i}.${field}`;
  const clocksAfter: Clocks = { ...terms.clocks };
  const review = changes.find((change) => change.kind === 'clocks')?.clocks.review ?? terms.clocks.review;
  const amounts = new Map<string, number>();
  const dues = new Map<string, Date>();
  const seen = new Set<string>();
  const effects: AddendumEffect[] = [];
  const reclocked: { name: AddendumClock; field: string }[] = [];
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
      const wrong = dueProblem(at(i, 'dueAt'), change.dueAt, now, review, terms.clocks.workingDaysIn);
      if (wrong) return { ok: false, refused: wrong };
    }
    if (change.kind === 'add' || change.kind === 'bonus') {
      const bonus = change.kind === 'bonus';
      const part = bonus ? { ...change, dueAt: dueOfBonus, items: [] } : change;
      additions.push({ ...part, bonus });
      effects.push({ ...part, kind: change.kind, charge: charge(part.amount) });
    } else if (change.kind === 'clocks') {
      for (const name of ADDENDUM_CLOCKS) {
        const after = change.clocks[name];
        if (after === undefined) continue;
        const field = at(i, `clocks.${name}`);
        const before = clockIn(terms.clocks, name);
        const range = ranges[name];
        if (before === undefined || !range) return refuse('addendum.clock_not_in_contract', { field });
        if (durationMs(after) === durationMs(before)) continue;
        if (!withinRange(after, range))
          return refuse('terms.clock_out_of_range', { field, clock: name, min: range.min, max: range.max });
        reclocked.push({ name, field });
        clocksAfter[name] = after;
        effects.push({ kind: 'clock', clock: name, before, after });
      }
      if (reclocked.length === 0) return refuse('addendum.no_change', { field: at(i, 'clocks') });
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
  const busy = deal.milestones.find(
    (m) => stopsClocks(m) && reclocked.some(({ name }) => mayStillRun(name, [m], terms)),
  );
  if (busy) return refuse('addendum.busy', { milestone: busy.title });

  const termsAfter = amendedTerms(deal, { amounts, dues, clocks: clocksAfter, additions });
  const totalAfter = termsTotal(termsAfter);
  if (termsAfter.milestones.length > MAX_MILESTONES || termsAfter.deliverables.length > MAX_DELIVERABLES)
    return refuse('addendum.too_many_milestones', { max: MAX_MILESTONES });
  const [tooMuch] = priceProblems('changes', totalAfter, currency);
  if (tooMuch) return { ok: false, refused: { ...tooMuch, code: 'addendum.beyond_limit' } };

  const wrong = clocksProblem(deal, { reclocked, termsAfter, isAdded: additions.some((part) => !part.bonus) });
  if (wrong) return { ok: false, refused: wrong };

  const work = deal.milestones.filter((m) => !m.bonus);
  const newParts = additions.map((part, i) => ({ ...part, seq: deal.milestones.length + i + 1, due_at: part.dueAt }));
  const parts = {
    before: work.map((m) => ({ seq: m.seq, due_at: m.dueAt })),
    after: [
      ...work.map((m) => ({ seq: m.seq, due_at: dues.get(m.id) ?? m.dueAt })),
      ...newParts.filter((part) => !part.bonus),
    ],
  };
  const changed: MilestoneChange[] = [];
  for (const m of deal.milestones) {
    const dueAt = dues.get(m.id);
    const amount = amounts.get(m.id);
    const before = { dueAt: m.dueAt, clocks: terms.clocks };
    const after = { dueAt: dueAt ?? m.dueAt, clocks: clocksAfter };
    const time = retimed(m, before, after, { parts, now });
    // At its deadline the clock decides, whether or not its timer has fired.
    if (time && m.deadlineAt && m.deadlineAt <= now) return refuse('addendum.overtaken', { milestone: m.title });
    const kept = keepUntilWith(m, terms.clocks, clocksAfter, now);
    const ends = [time?.deadlineAt, time?.request?.fromDeadlineAt, time?.request?.answerBy, kept];
    if (ends.some((end) => end && end <= now)) return refuse('addendum.clock_in_past', { milestone: m.title });
    if (m.holdEnd && exceedsLastDay(m, before, after, time))
      return refuse('addendum.beyond_last_day', { milestone: m.title, date: m.holdEnd.toISOString() });
    if (time && m.deadlineAt && time.deadlineAt.getTime() !== m.deadlineAt.getTime())
      effects.push({
        kind: 'deadline',
        milestoneId: m.id,
        title: m.title,
        state: time.state,
        before: m.deadlineAt,
        after: time.deadlineAt,
      });
    if (!dueAt && amount === undefined && !time) continue;
    changed.push({
      milestoneId: m.id,
      ...time,
      state: m.state,
      ...(amount === undefined ? {} : { amount }),
      ...(dueAt ? { dueAt } : {}),
    });
  }
  const added = newParts.map((part): AddedPart => {
    const { seq, title, amount, dueAt, bonus } = part;
    const previous = bonus ? null : workBefore(part, parts.after);
    return {
      seq,
      title,
      amount,
      dueAt,
      bonus,
      fundableFrom: fundableFrom(dueAt, clocksAfter),
      deadlineAt: deadlines.funding(now, clocksAfter, previous, dueAt),
    };
  });
  return { ok: true, plan: { changed, added, termsAfter, totalAfter, effects } };
}

/** Why clocks cannot change: no milestone has one ahead, or all of them together outlast what money is held for. */
function clocksProblem(
  deal: AmendableDeal,
  change: { reclocked: readonly { name: AddendumClock; field: string }[]; termsAfter: DealTerms; isAdded: boolean },
): Refused | null {
  const { reclocked, termsAfter, isAdded } = change;
  const past = reclocked.find(({ name }) => !isAdded && !mayStillRun(name, deal.milestones, termsAfter));
  if (past) return { code: 'addendum.overtaken', data: { field: past.field } };
  const [last] = reclocked.slice(-1);
  const isOpen = isAdded || deal.milestones.some(isUnfunded);
  return last && isOpen && fitsHold(deal.terms.clocks) && !fitsHold(termsAfter.clocks)
    ? { code: 'terms.release_too_long', data: { field: last.field } }
    : null;
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
