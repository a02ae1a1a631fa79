import type { ErrorCode, ErrorData } from '../../core/errors.ts';
import type { MilestoneState } from '../escrow/schema.ts';
import { deadlines, fundableFrom, workBefore } from '../escrow/timers/rules.ts';
import { fitsHold, priceProblems, termsTotal } from '../terms/rules.ts';
import type { DealTerms } from '../terms/schema.ts';
import {
  collectChanges,
  stopsClocks,
  type AmendableDeal,
  type Given,
  type Refused,
  type Wanted,
  type WantedEffect,
} from './changes/rules.ts';
import { exceedsLastDay, isUnfunded, keepUntilWith, mayStillRun, retimed, type Retimed } from './clocks/rules.ts';
import type { AddendumChange, AddendumEffect, AddendumKind } from './schema.ts';

/** As many as the terms of a deal may name. */
export const MAX_MILESTONES = 12;
const MAX_DELIVERABLES = 20;

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
  /** Null: at any time. */
  fundableFrom: Date | null;
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

const refused = (code: ErrorCode, data: ErrorData = {}): Refused => ({ code, data });

export const kindOf = (changes: readonly AddendumChange[], isChangeOrder: boolean): AddendumKind =>
  isChangeOrder ? 'change_order' : changes.every((c) => c.kind === 'bonus') ? 'bonus' : 'amendment';

/**
 * What an addendum does to a deal now, or why it cannot. Screens, text and the worker that applies it call this one
 * function, so that "if you sign this now" is what happens.
 */
export function planAddendum(deal: AmendableDeal, changes: readonly AddendumChange[], given: Given): Planned {
  const refuse = (why: Refused): Planned => ({ ok: false, refused: why });
  if (!deal.active) return refuse(refused('addendum.deal_over'));
  const { wanted, wrong } = collectChanges(deal, changes, given);
  if (wrong) return refuse(wrong);
  const termsAfter = amendedTerms(deal, wanted);
  const totalAfter = termsTotal(termsAfter);
  const beyond =
    busyProblem(deal, wanted) ?? limitsProblem(deal, termsAfter, totalAfter) ?? clocksProblem(deal, wanted, termsAfter);
  if (beyond) return refuse(beyond);

  const parts = partsOf(deal, wanted);
  const times = retimedMilestones(deal, wanted, parts, given.now);
  if ('code' in times) return refuse(times);
  const added = addedParts(deal, wanted, parts, given.now);
  const effects = [...withTimeToFund(wanted.effects, added), ...times.effects];
  return { ok: true, plan: { changed: times.changed, added, termsAfter, totalAfter, effects } };
}

/** A payment, a dispute or a hold decides first about a milestone that has a changed clock ahead. */
function busyProblem({ milestones, terms }: AmendableDeal, { reclocked }: Wanted): Refused | null {
  const busy = milestones.find((m) => stopsClocks(m) && reclocked.some(({ name }) => mayStillRun(name, [m], terms)));
  return busy ? refused('addendum.busy', { milestone: busy.title }) : null;
}

/** No deal has more milestones, or a higher price, by an addendum than by its first terms. */
function limitsProblem({ currency }: AmendableDeal, termsAfter: DealTerms, totalAfter: number): Refused | null {
  if (termsAfter.milestones.length > MAX_MILESTONES || termsAfter.deliverables.length > MAX_DELIVERABLES)
    return refused('addendum.too_many_milestones', { max: MAX_MILESTONES });
  const [tooMuch] = priceProblems('changes', totalAfter, currency);
  return tooMuch ? { ...tooMuch, code: 'addendum.beyond_limit' } : null;
}

/** Work of the deal, as the time to fund what follows it depends on it: before and afterwards. A bonus is none. */
interface Parts {
  before: Part[];
  after: Part[];
}
interface Part {
  seq: number;
  due_at: Date;
}

/** The place of an addition: at the end. */
const seqOf = (deal: AmendableDeal, addition: number): number => deal.milestones.length + addition + 1;

function partsOf(deal: AmendableDeal, { dues, additions }: Wanted): Parts {
  const work = deal.milestones.filter((m) => !m.bonus);
  const added = additions.map(({ dueAt, bonus }, i) => ({ seq: seqOf(deal, i), due_at: dueAt, bonus }));
  return {
    before: work.map((m) => ({ seq: m.seq, due_at: m.dueAt })),
    after: [
      ...work.map((m) => ({ seq: m.seq, due_at: dues.get(m.id) ?? m.dueAt })),
      ...added.filter((part) => !part.bonus),
    ],
  };
}

/** What becomes of the milestones that the deal has, with the deadlines that move; or why one of them cannot change. */
function retimedMilestones(
  deal: AmendableDeal,
  { amounts, dues, clocks }: Wanted,
  parts: Parts,
  now: Date,
): { changed: MilestoneChange[]; effects: AddendumEffect[] } | Refused {
  const changed: MilestoneChange[] = [];
  const effects: AddendumEffect[] = [];
  for (const m of deal.milestones) {
    const { id: milestoneId, title, holdEnd } = m;
    const dueAt = dues.get(milestoneId);
    const amount = amounts.get(milestoneId);
    const before = { dueAt: m.dueAt, clocks: deal.terms.clocks };
    const after = { dueAt: dueAt ?? m.dueAt, clocks };
    const time = retimed(m, before, after, { parts, now });
    // At its deadline the clock decides, whether or not its timer has fired.
    if (time && m.deadlineAt && m.deadlineAt <= now) return refused('addendum.overtaken', { milestone: title });
    const kept = keepUntilWith(m, before.clocks, clocks, now);
    const ends = [time?.deadlineAt, time?.request?.fromDeadlineAt, time?.request?.answerBy, kept];
    if (ends.some((end) => end && end <= now)) return refused('addendum.clock_in_past', { milestone: title });
    if (holdEnd && exceedsLastDay(m, before, after, time))
      return refused('addendum.beyond_last_day', { milestone: title, date: holdEnd.toISOString() });
    if (time && m.deadlineAt && time.deadlineAt.getTime() !== m.deadlineAt.getTime()) {
      const { state, deadlineAt } = time;
      effects.push({ kind: 'deadline', milestoneId, title, state, before: m.deadlineAt, after: deadlineAt });
    }
    if (!dueAt && amount === undefined && !time) continue;
    changed.push({
      milestoneId,
      ...time,
      state: m.state,
      ...(amount === undefined ? {} : { amount }),
      ...(dueAt ? { dueAt } : {}),
    });
  }
  return { changed, effects };
}

/** Work is funded after the work before it, as any other; a bonus at once. */
const addedParts = (deal: AmendableDeal, { additions, clocks }: Wanted, { after }: Parts, now: Date): AddedPart[] =>
  additions.map((part, i) => {
    const { title, amount, dueAt, bonus } = part;
    const seq = seqOf(deal, i);
    const previous = bonus ? null : workBefore({ seq, due_at: dueAt }, after);
    return {
      seq,
      title,
      amount,
      dueAt,
      bonus,
      fundableFrom: fundableFrom(part, clocks),
      deadlineAt: deadlines.funding(now, clocks, previous, part),
    };
  });

/** Added parts stand among the effects in their order. */
function withTimeToFund(effects: readonly WantedEffect[], added: readonly AddedPart[]): AddendumEffect[] {
  const times = added.map(({ deadlineAt }) => deadlineAt);
  return effects.map((effect) => ('items' in effect ? { ...effect, fundUntil: times.shift()! } : effect));
}

/** Why clocks cannot change: no milestone has one ahead, or all of them together outlast what money is held for. */
function clocksProblem(deal: AmendableDeal, { reclocked, additions }: Wanted, termsAfter: DealTerms): Refused | null {
  const isAdded = additions.some((part) => !part.bonus);
  const past = reclocked.find(({ name }) => !isAdded && !mayStillRun(name, deal.milestones, termsAfter));
  if (past) return refused('addendum.overtaken', { field: past.field });
  const [last] = reclocked.slice(-1);
  const isOpen = isAdded || deal.milestones.some(isUnfunded);
  return last && isOpen && fitsHold(deal.terms.clocks) && !fitsHold(termsAfter.clocks)
    ? refused('terms.release_too_long', { field: last.field })
    : null;
}

/** The terms in force afterwards: changed in place, new milestones and their deliverables at the end. */
function amendedTerms(deal: AmendableDeal, { amounts, dues, clocks, additions }: Wanted): DealTerms {
  const { terms } = deal;
  const [first] = terms.deliverables;
  const ids = new Map(deal.milestones.map((m) => [m.seq, m.id]));
  const newId = (i: number) => `added-${seqOf(deal, i)}`;
  return {
    ...terms,
    clocks,
    milestones: [
      ...terms.milestones.map((m, i) => {
        const id = ids.get(i + 1) ?? '';
        return { ...m, amount: amounts.get(id) ?? m.amount, dueAt: dues.get(id) ?? m.dueAt };
      }),
      ...additions.map(({ title, amount, dueAt }, i) => ({
        title,
        amount,
        dueAt,
        deliverableIds: [newId(i)],
      })),
    ],
    deliverables: [
      ...terms.deliverables,
      ...additions.flatMap(({ title, items, bonus }, i) =>
        first && !bonus
          ? [{ id: newId(i), platform: first.platform, format: first.format, count: 1, notes: title, brief: items }]
          : [],
      ),
    ],
  };
}
