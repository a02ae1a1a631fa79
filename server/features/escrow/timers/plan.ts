import type { MilestoneRow } from '../milestone/queries.ts';
import type { OpenMoney } from './queries.ts';
import {
  ACCOUNT_REMINDERS_DAYS,
  areTimersPaused,
  fundableFromOf,
  holdsInEscrow,
  LAST_DAY_WARNINGS,
  PAYMENT_PAGE_MS,
  PAYMENT_SETTLE_MS,
} from './rules.ts';
import { isTerminal, refundsStop, releaseStops } from '../milestone/rules.ts';
import type { MilestoneState } from '../schema.ts';
import { STOPPED_POLL_MS } from '../../money-stops/rules.ts';

/** What a milestone's workflow does by itself. */
export type EscrowAct =
  | 'confirmFunding'
  | 'endFunding'
  | 'markOverdue'
  | 'autoApprove'
  | 'endGrace'
  | 'endCancelRequest'
  | 'release'
  | 'refund'
  | 'settleLive'
  | 'remind'
  | 'warnOfLastDay';

const HOUR = 3_600_000;

const DAY = 24 * HOUR;

export const HELD_POLL_MS = 6 * HOUR;

export interface Planned {
  at: Date;
  act: EscrowAct;
  label: string;
  hours?: number;
}

/** Reminders some hours before a moment; those whose time has passed are left out. */
const before = (at: Date, hours: readonly number[], label: string, now: Date): Planned[] =>
  hours
    .map((h) => ({
      at: new Date(at.getTime() - h * HOUR),
      act: 'remind' as const,
      label: `${label}, ${h} h left`,
      hours: h,
    }))
    .filter((m) => m.at.getTime() > now.getTime());

/** The funding of a far milestone is requested when it can be funded, not when it was signed. */
const opening = (at: Date | null, end: Date, now: Date): Planned[] =>
  at && at > now
    ? [{ at, act: 'remind', label: 'funding opens', hours: Math.round((end.getTime() - at.getTime()) / HOUR) }]
    : [];

/** A transfer or refund without an answer is looked up again after this. */
const MIN_POLL_MS = 60_000;

/**
 * A refund can be under way for days, and its end is signalled: the polling interval grows with its age, to an hour.
 */
const MAX_POLL_MS = HOUR;

const nextPoll = (since: Date, now: Date): Date =>
  new Date(now.getTime() + Math.min(MAX_POLL_MS, Math.max(MIN_POLL_MS, (now.getTime() - since.getTime()) / 10)));

/** A payee's account is polled this often although its readiness is signalled; of parts it is reminded then. */
const ACCOUNT_POLL_MS = 6 * HOUR;

export const lastDayWarnings = (holdEnd: Date): (Planned & { hours: number })[] =>
  LAST_DAY_WARNINGS.map((days) => ({
    at: new Date(holdEnd.getTime() - days * DAY),
    act: 'warnOfLastDay',
    label: `last day of held money, ${days} days left`,
    hours: days * 24,
  }));

/** What the plan of a state depends on. */
type StateRow = Pick<MilestoneRow, 'state' | 'deadline_at' | 'due_at' | 'bonus' | 'holds' | 'terms'>;

/** What comes by itself in a milestone's state, with the reminders and warnings on the way. */
export function plan(
  row: StateRow & Pick<MilestoneRow, 'hold_expires_at'>,
  now: Date,
  open: OpenMoney = NOTHING_OPEN,
): Planned[] {
  const warnings =
    row.hold_expires_at && holdsInEscrow(row.state) && row.state !== 'disputed' && !refundsStop(row.holds)
      ? lastDayWarnings(row.hold_expires_at).filter((w) => w.at > now)
      : [];
  return [...warnings, ...planState(row, now, open)];
}

function planState(row: StateRow, now: Date, open: OpenMoney): Planned[] {
  const end = row.deadline_at ?? now;
  // Lifting the hold sends a signal; polling covers a lost one.
  const held = (act: EscrowAct): Planned[] => [{ at: new Date(now.getTime() + HELD_POLL_MS), act, label: 'held' }];
  if (areTimersPaused(row)) return held('release');
  switch (row.state) {
    case 'awaiting_funding':
      return [
        ...opening(fundableFromOf(row), end, now),
        ...before(end, [24], 'reminder to fund', now),
        { at: end, act: 'endFunding', label: 'deadline of the funding' },
      ];
    case 'funding':
      if (open.suspenseDecided) return [{ at: now, act: 'confirmFunding', label: 'decided what becomes of the money' }];
      if (row.holds.length > 0 && end <= now) return held('confirmFunding');
      return [
        {
          at: open.paymentReportedDone && row.holds.length === 0 ? now : end,
          act: 'confirmFunding',
          label: 'end of the payment page',
        },
      ];
    case 'funded':
      return [
        ...before(row.due_at, [48], 'reminder of the delivery', now),
        { at: end, act: 'markOverdue', label: 'end of the time to deliver' },
      ];
    case 'changes_requested':
      return [
        ...before(end, [24], 'reminder of the revision', now),
        { at: end, act: 'markOverdue', label: 'end of the revision' },
      ];
    case 'delivered':
      return [
        ...before(end, [72, 24, 2], 'reminder to review', now),
        { at: end, act: 'autoApprove', label: 'end of the review window' },
      ];
    case 'cancel_requested':
      return [{ at: end, act: 'endCancelRequest', label: 'end of the request to cancel' }];
    case 'overdue':
      return [
        ...before(end, [24], 'reminder of the end of the grace period', now),
        { at: end, act: 'endGrace', label: 'end of the grace period' },
      ];
    case 'approved':
    case 'auto_approved':
    case 'clearing':
      // A held release continues on its signal; polling covers a lost one.
      return [
        {
          at: releaseStops(row.holds) ? new Date(Math.max(end.getTime(), now.getTime() + HOUR)) : end,
          act: 'release',
          label: releaseStops(row.holds) ? 'held' : 'end of clearing',
        },
      ];
    case 'awaiting_live':
      return [
        ...before(end, [72, 24, 2], 'reminder to publish', now),
        { at: end, act: 'settleLive', label: 'end of the time for the post' },
      ];
    case 'retention':
      return [{ at: end, act: 'settleLive', label: 'end of the time a post stays up' }];
    case 'refunding':
      if (refundsStop(row.holds)) return held('refund');
      // Nothing moves by itself until a person has decided.
      if (open.refundUndecided && !open.refundSince && !open.refundToRead) return [];
      return [
        {
          at: open.refundSince && !open.refundToRead ? nextPoll(open.refundSince, now) : now,
          act: 'refund',
          label: 'refund under way',
        },
      ];
    case 'settling':
      if (refundsStop(row.holds)) return held('refund');
      if (!open.refundSince && !open.refundToRead) return [];
      return [
        {
          at: open.refundSince && !open.refundToRead ? nextPoll(open.refundSince, now) : now,
          act: 'refund',
          label: 'settlement under way',
        },
      ];
    default:
      return [];
  }
}

/** Parts that the brand released before the approval: booked at once, transferred when they have cleared. */
function planParts(
  row: Pick<MilestoneRow, 'state' | 'holds' | 'released_parts'>,
  { partToEarn, transfers }: OpenMoney,
  now: Date,
): Planned[] {
  if (row.released_parts === 0 || !holdsInEscrow(row.state)) return [];
  const open = transfers.filter((t) => t.state !== 'sent');
  if (!partToEarn && open.length === 0) return [];
  if (releaseStops(row.holds)) return [{ at: new Date(now.getTime() + HELD_POLL_MS), act: 'release', label: 'held' }];
  if (partToEarn) return [{ at: now, act: 'release', label: 'a part is released' }];
  return nextTransfer(open, now);
}

/**
 * When transfers that were not sent are tried: each part when it has cleared, one without an answer soon, and one whose payee
 * has no account now and then.
 */
function nextTransfer(open: OpenMoney['transfers'], now: Date): Planned[] {
  if (open.some((t) => t.state !== 'waiting'))
    return [{ at: new Date(now.getTime() + MIN_POLL_MS), act: 'release', label: 'transfer without an answer' }];
  const account = { at: new Date(now.getTime() + ACCOUNT_POLL_MS), label: 'the payee has no account yet' };
  const steps = open.map((t) => {
    const at = t.clearsAt ? new Date(t.clearsAt) : now;
    return at > now ? { at, label: 'end of clearing of a part' } : account;
  });
  return steps
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .slice(0, 1)
    .map((step) => ({ ...step, act: 'release' as const }));
}

function planTransfers(transfers: OpenMoney['transfers'], startedAt: Date | null, now: Date): Planned[] {
  const open = transfers.filter((t) => t.state !== 'sent');
  const next = nextTransfer(open, now);
  // Reminders are for a payee who is waited for.
  const waits = open.filter(
    (t) => t.leg === 'creator' && t.state === 'waiting' && !(t.clearsAt && new Date(t.clearsAt) > now),
  );
  const [first] = waits;
  if (!first || open.some((t) => t.state !== 'waiting')) return next;
  // A kill fee and a share of a settlement follow no approval.
  const since = startedAt ?? (first.createdAt ? new Date(first.createdAt) : now);
  const reminders = ACCOUNT_REMINDERS_DAYS.map((d): Planned => ({
    at: new Date(since.getTime() + d * DAY),
    act: 'remind',
    label: `reminder to connect a bank, day ${d}`,
    hours: d * 24,
  })).filter((m) => m.at > now);
  return [...reminders, ...next];
}

/** What a milestone's plan depends on. */
export interface PlannedFrom {
  row: StateRow & Pick<MilestoneRow, 'hold_expires_at' | 'released_parts' | 'approved_at'>;
  open: OpenMoney;
  /** The post of the milestone requires a step now. */
  liveDue?: boolean;
  /** A warning of the last day that was due and not sent. */
  missed: readonly Planned[];
  now: Date;
}

export const takesMoneyOut = ({ act }: Planned): boolean => act === 'release' || act === 'refund';

export const inOrder = (planned: readonly Planned[]): Planned[] =>
  planned.toSorted((a, b) => a.at.getTime() - b.at.getTime());

/** Steps that take money out wait while their currency is stopped. */
export const whileStopped = (planned: readonly Planned[], now: Date): Planned[] =>
  planned.map((step) =>
    takesMoneyOut(step)
      ? {
          ...step,
          at: new Date(Math.max(step.at.getTime(), now.getTime() + STOPPED_POLL_MS)),
          label: 'money-out is stopped',
        }
      : step,
  );

/** All that comes by itself, in no order: of the state, of its transfers, and of refunds that outlive it. */
export function planOf({ row, open, missed, liveDue = false, now }: PlannedFrom): Planned[] {
  const ended = isTerminal(row.state);
  const { transfers } = open;
  const planned = [
    ...missed,
    ...(liveDue ? [{ at: now, act: 'settleLive' as const, label: 'the post was looked at' }] : []),
    ...plan(row, now, open),
    ...(holdsInEscrow(row.state) ? planParts(row, open, now) : planTransfers(transfers, row.approved_at, now)),
  ];
  // Claimed and nothing sent yet: the release was interrupted.
  const newest = Math.max(...transfers.map((t) => t.part));
  if (row.state === 'releasing' && transfers.every((t) => t.part < newest || t.state === 'claimed'))
    planned.unshift({ at: now, act: 'release', label: 'release under way' });
  if (ended && (open.paymentReportedDone || open.suspenseDecided))
    planned.push({ at: now, act: 'confirmFunding', label: 'late money' });
  // Its signal carries it out; polling covers what kept it from that, a hold or a stop of its currency.
  if (!ended && row.state !== 'funding' && open.suspenseDecided)
    planned.push({
      at: new Date(now.getTime() + HOUR),
      act: 'confirmFunding',
      label: 'decided what becomes of the money',
    });
  if (ended && (open.refundSince || open.refundToRead))
    planned.push({
      at: refundsStop(row.holds)
        ? new Date(now.getTime() + HELD_POLL_MS)
        : open.refundToRead || !open.refundSince
          ? now
          : nextPoll(open.refundSince, now),
      act: 'refund',
      label: 'money on its way back',
    });
  return planned;
}

/** What a signal causes: an act at once, or a read of the row within that many milliseconds. */
export type Answers = Record<string, { act: EscrowAct } | { lookWithinMs: number }>;

const ANSWERS: Answers = {
  // The payer is on the provider's page: nothing to do until its webhook arrives or the page expires.
  payment_started: { lookWithinMs: PAYMENT_PAGE_MS + PAYMENT_SETTLE_MS },
  payment: { act: 'confirmFunding' },
  approved: { act: 'release' },
  part_released: { act: 'release' },
  cancelled: { act: 'refund' },
  charged_back: { act: 'refund' },
  fraud_confirmed: { act: 'refund' },
  refund: { act: 'refund' },
  settled: { act: 'refund' },
  post_moved: { act: 'settleLive' },
  payout_account_ready: { act: 'release' },
  hold_cleared: { act: 'release' },
  hold_asked: { act: 'release' },
};

/** What can still be reported of a milestone that is over: its money, no act of its sides. What comes late is read off the row. */
const ANSWERS_AFTER_THE_END: Answers = {
  payment: { act: 'confirmFunding' },
  refund: { act: 'refund' },
};

/** An operator who requests another read means any operation that is open with the provider. */
function checkAct(state: MilestoneState, open: OpenMoney): EscrowAct {
  if (state === 'funding') return 'confirmFunding';
  return open.refundSince || state === 'refunding' || state === 'settling' ? 'refund' : 'release';
}

export const answersOf = (state: MilestoneState, open: OpenMoney, closed: boolean): Answers => ({
  ...(closed ? ANSWERS_AFTER_THE_END : ANSWERS),
  operator_asked_to_look_again: { act: checkAct(state, open) },
});

export const NOTHING_OPEN: OpenMoney = {
  suspenseDecided: false,
  paymentReportedDone: false,
  refundSince: null,
  refundToRead: false,
  refundUndecided: false,
  transfers: [],
  partToEarn: false,
};
