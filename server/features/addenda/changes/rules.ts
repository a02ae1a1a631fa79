import { durationMs } from '../../../core/clock.ts';
import type { ErrorCode, ErrorData } from '../../../core/errors.ts';
import type { Currency } from '../../../core/money.ts';
import { isTerminal } from '../../escrow/milestone/rules.ts';
import type { MilestoneState } from '../../escrow/schema.ts';
import { chargeFor, type FeeRate } from '../../ledger/charges/rules.ts';
import type { ClockRanges, LiveClockRanges } from '../../policies/schema.ts';
import { chargedPriceProblems, dueProblem, withinRange } from '../../terms/rules.ts';
import type { Clocks, DealTerms } from '../../terms/schema.ts';
import { ADDENDUM_CLOCKS, clockIn, type AmendableMilestone } from '../clocks/rules.ts';
import type { AddendumChange, AddendumClock, AddendumEffect } from '../schema.ts';

/*
 * What the changes of an addendum ask for, each by itself. Whether the deal as a whole admits them is decided after that.
 */

/** Those of a live post only where the contract has them. */
export type AddendumRanges = ClockRanges & Partial<LiveClockRanges>;

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
/** Work that is added, or a bonus. */
export interface Addition {
  title: string;
  amount: number;
  dueAt: Date;
  items: string[];
  bonus: boolean;
}
type AddedEffect = Extract<AddendumEffect, { kind: 'add' | 'bonus' }>;
/** Until when an added part can be funded follows from the whole deal. */
export type WantedEffect = Exclude<AddendumEffect, AddedEffect> | Omit<AddedEffect, 'fundUntil'>;
/** All that the changes ask for. */
export interface Wanted {
  /** New prices and due dates, by milestone. */
  amounts: Map<string, number>;
  dues: Map<string, Date>;
  /** Those in force afterwards, and which of them change. */
  clocks: Clocks;
  reclocked: { name: AddendumClock; field: string }[];
  additions: Addition[];
  effects: WantedEffect[];
}
export interface Given {
  now: Date;
  ranges: AddendumRanges;
  dueOfBonus: Date;
}

/** A payment, a dispute or a hold decides first: clocks that such a milestone has not left behind stay as they are. */
export const stopsClocks = (m: AmendableMilestone): boolean =>
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

const refused = (code: ErrorCode, data: ErrorData = {}): Refused => ({ code, data });

/** The name of a control of the change that is read. */
type FieldOf = (control: string) => string;

/** What is changed once at most; null: any number of parts may be added. */
const subjectOf = (change: AddendumChange): string | null => {
  if ('milestoneId' in change) return `${change.kind}:${change.milestoneId}`;
  return change.kind === 'clocks' ? change.kind : null;
};

/** Collects what is wanted; `wrong`: the first change that is not possible. */
export function collectChanges(
  deal: AmendableDeal,
  changes: readonly AddendumChange[],
  given: Given,
): { wanted: Wanted; wrong: Refused | null } {
  const { clocks } = deal.terms;
  const wanted: Wanted = {
    amounts: new Map(),
    dues: new Map(),
    clocks: { ...clocks },
    reclocked: [],
    additions: [],
    effects: [],
  };
  // A due date has to leave time for the review that is in force afterwards.
  const review = changes.find((change) => change.kind === 'clocks')?.clocks.review ?? clocks.review;
  const seen = new Set<string>();
  for (const [i, change] of changes.entries()) {
    const field: FieldOf = (control) => `changes.${i}.${control}`;
    const subject = subjectOf(change);
    if (subject && seen.has(subject))
      return { wanted, wrong: refused('input.invalid', { field: field('kind'), problem: 'duplicate' }) };
    if (subject) seen.add(subject);
    const wrong =
      valueProblem(change, deal, { field, review, now: given.now }) ?? take(wanted, change, deal, given, field);
    if (wrong) return { wanted, wrong };
  }
  return { wanted, wrong: null };
}

/** Why its price or its due date is none, or cannot be paid with the fee and the tax of the contract. */
function valueProblem(
  change: AddendumChange,
  { currency, terms, feeBps, taxBps }: AmendableDeal,
  { field, review, now }: { field: FieldOf; review: string; now: Date },
): Refused | null {
  const [price] =
    'amount' in change ? chargedPriceProblems(field('amount'), change.amount, currency, { feeBps, taxBps }) : [];
  if (price) return price;
  return 'dueAt' in change ? dueProblem(field('dueAt'), change.dueAt, now, review, terms.clocks.workingDaysIn) : null;
}

function take(
  wanted: Wanted,
  change: AddendumChange,
  deal: AmendableDeal,
  { ranges, dueOfBonus }: Given,
  field: FieldOf,
): Refused | null {
  switch (change.kind) {
    case 'add':
      return add(wanted, { ...change, bonus: false }, deal);
    case 'bonus':
      return add(wanted, { ...change, dueAt: dueOfBonus, items: [], bonus: true }, deal);
    case 'clocks':
      return reclock(wanted, change, deal, ranges, field);
    case 'reprice':
      return reprice(wanted, change, deal, field);
    case 'move':
      return move(wanted, change, deal, field);
  }
}

type Of<K extends AddendumChange['kind']> = Extract<AddendumChange, { kind: K }>;

const charge = (amount: number, { feeBps, taxBps, currency }: AmendableDeal) =>
  chargeFor(amount, feeBps, taxBps, currency);

function add(wanted: Wanted, addition: Addition, deal: AmendableDeal): null {
  const { title, amount, dueAt, items, bonus } = addition;
  wanted.additions.push(addition);
  wanted.effects.push({
    kind: bonus ? 'bonus' : 'add',
    title,
    amount,
    dueAt,
    items,
    charge: charge(amount, deal),
  });
  return null;
}

function reclock(
  wanted: Wanted,
  change: Of<'clocks'>,
  { terms }: AmendableDeal,
  ranges: AddendumRanges,
  field: FieldOf,
): Refused | null {
  for (const name of ADDENDUM_CLOCKS) {
    const after = change.clocks[name];
    if (after === undefined) continue;
    const control = field(`clocks.${name}`);
    const before = clockIn(terms.clocks, name);
    const range = ranges[name];
    if (before === undefined || !range) return refused('addendum.clock_not_in_contract', { field: control });
    if (durationMs(after) === durationMs(before)) continue;
    if (!withinRange(after, range))
      return refused('terms.clock_out_of_range', { field: control, clock: name, min: range.min, max: range.max });
    wanted.reclocked.push({ name, field: control });
    wanted.clocks[name] = after;
    wanted.effects.push({ kind: 'clock', clock: name, before, after });
  }
  return wanted.reclocked.length === 0 ? refused('addendum.no_change', { field: field('clocks') }) : null;
}

function reprice(wanted: Wanted, change: Of<'reprice'>, deal: AmendableDeal, field: FieldOf): Refused | null {
  const m = deal.milestones.find(({ id }) => id === change.milestoneId);
  if (!m) return refused('not_found');
  const { id: milestoneId, title, amount: before } = m;
  const why = repriceRefusal(m);
  if (why) return refused(why, { field: field('milestoneId'), milestone: title });
  const after = change.amount;
  if (after === before) return refused('addendum.no_change', { field: field('amount') });
  wanted.amounts.set(milestoneId, after);
  wanted.effects.push({ kind: 'reprice', milestoneId, title, before, after, charge: charge(after, deal) });
  return null;
}

function move(wanted: Wanted, change: Of<'move'>, deal: AmendableDeal, field: FieldOf): Refused | null {
  const m = deal.milestones.find(({ id }) => id === change.milestoneId);
  if (!m) return refused('not_found');
  const { id: milestoneId, title, dueAt: before } = m;
  const why = moveRefusal(m);
  if (why) return refused(why, { field: field('milestoneId'), milestone: title });
  const after = change.dueAt;
  if (after.getTime() === before.getTime()) return refused('addendum.no_change', { field: field('dueAt') });
  wanted.dues.set(milestoneId, after);
  wanted.effects.push({ kind: 'move', milestoneId, title, before, after });
  return null;
}
