import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { ServiceContext, SystemContext } from '../../context.ts';
import type { SearchAttributeValues } from '../../../workflows/contracts.ts';
import { isMoneyOutStopped, STOPPED_POLL_MS } from '../money-stops/service.ts';
import { attributesOf, readMilestone } from './moves.ts';
import { wasWarned, type MilestoneRow } from './queries/milestones.ts';
import {
  areTimersPaused,
  fundableFrom,
  holdsInEscrow,
  isTerminal,
  LAST_DAY_WARNINGS,
  PAYMENT_PAGE_MS,
  PAYMENT_SETTLE_MS,
  refundsStop,
} from './rules.ts';
import type { MilestoneState } from './schema.ts';
import type { TransferRow } from './settling.ts';

/** What a milestone's workflow does by itself. */
export type EscrowAct =
  | 'confirmFunding'
  | 'endFunding'
  | 'markOverdue'
  | 'autoApprove'
  | 'endGrace'
  | 'release'
  | 'refund'
  | 'remind'
  | 'warnOfLastDay';

/** A step to come; `at` is an ISO instant because it travels as JSON. `hours`: for reminders, how many are left then. */
export interface EscrowStep {
  at: string;
  act: EscrowAct;
  label: string;
  hours: number;
}

/** Everything a milestone's workflow decides on; it imports no rule. */
export interface EscrowSnapshot {
  /** What the step that made this snapshot came to, for the timeline; null when it only read. */
  outcome: string | null;
  state: MilestoneState;
  /** Nothing can happen by itself any more. */
  closed: boolean;
  /** Soonest first. */
  steps: EscrowStep[];
  /**
   * What a signal causes: an act at once, or a read of the row within that many milliseconds. Any other signal: read
   * the row.
   */
  answers: Record<string, { act: EscrowAct } | { lookWithinMs: number }>;
  attributes: SearchAttributeValues;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const HELD_POLL_MS = 6 * HOUR;

const ANSWERS: EscrowSnapshot['answers'] = {
  // The payer is on the provider's page: nothing to do until its webhook arrives or the page expires.
  payment_started: { lookWithinMs: PAYMENT_PAGE_MS + PAYMENT_SETTLE_MS },
  payment: { act: 'confirmFunding' },
  approved: { act: 'release' },
  cancelled: { act: 'refund' },
  refund: { act: 'refund' },
  payout_account_ready: { act: 'release' },
  hold_cleared: { act: 'release' },
  hold_asked: { act: 'release' },
};

/** What can still be reported of a milestone that is over: its money, no act of its sides. What comes late is read off the row. */
const ANSWERS_AFTER_THE_END: EscrowSnapshot['answers'] = {
  payment: { act: 'confirmFunding' },
  refund: { act: 'refund' },
};

/** An operator who requests another read means any operation that is open with the provider. */
function lookAgain(state: MilestoneState, open: OpenMoney): EscrowAct {
  if (state === 'funding') return 'confirmFunding';
  return open.refundSince || state === 'refunding' ? 'refund' : 'release';
}

interface Planned {
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
const opening = (at: Date, end: Date, now: Date): Planned[] =>
  at > now
    ? [{ at, act: 'remind', label: 'funding opens', hours: Math.round((end.getTime() - at.getTime()) / HOUR) }]
    : [];

/** Days after a release began on which a creator without a payout account is reminded. */
const ACCOUNT_REMINDERS_DAYS = [1, 3, 7, 14, 30];
/** A transfer or refund without an answer is looked up again after this. */
const MIN_POLL_MS = 60_000;
/**
 * A refund can be under way for days, and its end is signalled: the polling interval grows with its age, to an hour.
 */
const MAX_POLL_MS = HOUR;
const nextPoll = (since: Date, now: Date): Date =>
  new Date(now.getTime() + Math.min(MAX_POLL_MS, Math.max(MIN_POLL_MS, (now.getTime() - since.getTime()) / 10)));
/** A payee's account is polled this often although its readiness is signalled. */
const ACCOUNT_POLL_MS = 6 * HOUR;

const lastDayWarnings = (holdEnd: Date): (Planned & { hours: number })[] =>
  LAST_DAY_WARNINGS.map((days) => ({
    at: new Date(holdEnd.getTime() - days * DAY),
    act: 'warnOfLastDay',
    label: `last day of held money, ${days} days left`,
    hours: days * 24,
  }));

/** What comes by itself in a milestone's state, with the reminders and warnings on the way. */
export function plan(
  row: Pick<MilestoneRow, 'state' | 'deadline_at' | 'due_at' | 'holds' | 'hold_expires_at' | 'terms'>,
  now: Date,
  open: OpenMoney = NOTHING_OPEN,
): Planned[] {
  const warnings =
    row.hold_expires_at && holdsInEscrow(row.state) && !refundsStop(row.holds)
      ? lastDayWarnings(row.hold_expires_at).filter((w) => w.at > now)
      : [];
  return [...warnings, ...planState(row, now, open)];
}

function planState(
  row: Pick<MilestoneRow, 'state' | 'deadline_at' | 'due_at' | 'holds' | 'terms'>,
  now: Date,
  open: OpenMoney,
): Planned[] {
  const end = row.deadline_at ?? now;
  // Lifting the hold sends a signal; polling covers a lost one.
  const held = (act: EscrowAct): Planned[] => [{ at: new Date(now.getTime() + HELD_POLL_MS), act, label: 'held' }];
  if (areTimersPaused(row)) return held('release');
  switch (row.state) {
    case 'awaiting_funding':
      return [
        ...opening(fundableFrom(row.due_at, row.terms.clocks), end, now),
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
        ...before(end, [24, 2], 'reminder to review', now),
        { at: end, act: 'autoApprove', label: 'end of the review window' },
      ];
    case 'overdue':
      return [{ at: end, act: 'endGrace', label: 'end of the grace period' }];
    case 'approved':
    case 'auto_approved':
    case 'clearing':
      // A held release continues on its signal; polling covers a lost one.
      return [
        {
          at: row.holds.length > 0 ? new Date(Math.max(end.getTime(), now.getTime() + HOUR)) : end,
          act: 'release',
          label: row.holds.length > 0 ? 'held' : 'end of clearing',
        },
      ];
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
    default:
      return [];
  }
}

function planTransfers(transfers: OpenMoney['transfers'], startedAt: Date | null, now: Date): Planned[] {
  const open = transfers.filter((t) => t.state !== 'sent');
  if (open.some((t) => t.state !== 'waiting'))
    return [{ at: new Date(now.getTime() + MIN_POLL_MS), act: 'release', label: 'transfer without an answer' }];
  if (open.length === 0) return [];
  const since = startedAt ?? now;
  const reminders = open.some((t) => t.leg === 'creator')
    ? ACCOUNT_REMINDERS_DAYS.map((d): Planned => ({
        at: new Date(since.getTime() + d * DAY),
        act: 'remind',
        label: `reminder to connect a bank, day ${d}`,
        hours: d * 24,
      })).filter((m) => m.at > now)
    : [];
  return [
    ...reminders,
    { at: new Date(now.getTime() + ACCOUNT_POLL_MS), act: 'release', label: 'the payee has no account yet' },
  ];
}

interface OpenMoney {
  /** Two staff members decided what becomes of suspended money, and it is not done yet. */
  suspenseDecided: boolean;
  /** An unprocessed webhook reports that a payment of this milestone is done. */
  paymentReportedDone: boolean;
  /** When the oldest refund that is not settled was claimed. */
  refundSince: Date | null;
  /** One of them needs work at once: its status is unknown, or an operator decided. */
  refundToRead: boolean;
  /** Refunds that came back or were refused; without one to read, no operator has decided about them. */
  refundUndecided: boolean;
  transfers: Pick<TransferRow, 'leg' | 'state'>[];
}

const NOTHING_OPEN: OpenMoney = {
  suspenseDecided: false,
  paymentReportedDone: false,
  refundSince: null,
  refundToRead: false,
  refundUndecided: false,
  transfers: [],
};

/** What is open with the provider; queried only in states in which something can be. */
async function openMoney(ctx: ServiceContext, row: MilestoneRow): Promise<OpenMoney> {
  if (!isTerminal(row.state) && !['funding', 'releasing', 'refunding'].includes(row.state)) return NOTHING_OPEN;
  const found = await ctx.db
    .selectNoFrom((eb) => [
      eb
        .exists(
          eb
            .selectFrom('suspense_decisions as s')
            .innerJoin('payments as p', 'p.id', 's.payment_id')
            .select('p.id')
            .where('p.milestone_id', '=', row.id)
            .where('s.state', '=', 'open'),
        )
        .as('suspenseDecided'),
      eb
        .exists(
          eb
            .selectFrom('psp_events')
            .select('id')
            .where('milestone_id', '=', row.id)
            .where('state', '=', 'pending')
            .where('type', '=', 'payment_intent.succeeded'),
        )
        .as('reported'),
      eb
        .selectFrom('refunds')
        .select((q) => q.fn.min('created_at').as('since'))
        .where('milestone_id', '=', row.id)
        .where('state', 'not in', ['done', 'failed', 'by_bank'])
        .as('refundSince'),
      eb
        .exists(eb.selectFrom('refunds').select('id').where('milestone_id', '=', row.id).where('state', '=', 'unknown'))
        .as('unknown'),
      eb
        .selectFrom('refunds as r')
        .innerJoin('operations as o', 'o.op_id', 'r.op_id')
        .leftJoin('refund_decisions as d', (join) =>
          join.onRef('d.op_id', '=', 'o.op_id').onRef('d.attempt', '=', 'o.attempt'),
        )
        .select((q) =>
          q.fn.coalesce(q.fn.agg<boolean>('bool_or', [sql`d.op_id is not null`]), sql<boolean>`false`).as('decided'),
        )
        .where('r.milestone_id', '=', row.id)
        .where('r.state', '=', 'failed')
        .as('decided'),
      eb
        .exists(eb.selectFrom('refunds').select('id').where('milestone_id', '=', row.id).where('state', '=', 'failed'))
        .as('failed'),
      jsonArrayFrom(eb.selectFrom('transfers').select(['leg', 'state']).where('milestone_id', '=', row.id)).as(
        'transfers',
      ),
    ])
    .executeTakeFirstOrThrow();
  return {
    suspenseDecided: Boolean(found.suspenseDecided),
    paymentReportedDone: Boolean(found.reported),
    refundSince: found.refundSince,
    refundToRead: Boolean(found.unknown) || Boolean(found.decided),
    refundUndecided: Boolean(found.failed),
    transfers: found.transfers,
  };
}

/** The newest warning whose time passed without it being sent, due now. */
async function missedWarning(ctx: SystemContext, row: MilestoneRow, now: Date): Promise<Planned[]> {
  if (!row.hold_expires_at || !holdsInEscrow(row.state) || refundsStop(row.holds)) return [];
  const missed = lastDayWarnings(row.hold_expires_at).findLast((w) => w.at <= now);
  return missed && !(await wasWarned(ctx.db, row, missed.hours)) ? [{ ...missed, at: now }] : [];
}

const takesMoneyOut = ({ act }: Planned): boolean => act === 'release' || act === 'refund';

/** Reads a milestone the way its workflow needs it. `outcome`: the outcome of the step before. */
export async function escrowSnapshot(
  ctx: SystemContext,
  { milestoneId, outcome = null }: { milestoneId: string; outcome?: string | null },
): Promise<EscrowSnapshot> {
  const row = await readMilestone(ctx, milestoneId);
  const now = ctx.clock.now();
  const ended = isTerminal(row.state);
  const open = await openMoney(ctx, row);
  const { transfers } = open;
  const planned = [
    ...(await missedWarning(ctx, row, now)),
    ...plan(row, now, open),
    ...planTransfers(transfers, row.approved_at, now),
  ];
  // Claimed and nothing sent yet: the release was interrupted.
  if (row.state === 'releasing' && transfers.every((t) => t.state === 'claimed'))
    planned.unshift({ at: now, act: 'release', label: 'release under way' });
  if (ended && (open.paymentReportedDone || open.suspenseDecided))
    planned.push({ at: now, act: 'confirmFunding', label: 'late money' });
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
  const waits = planned.some(takesMoneyOut) && (await isMoneyOutStopped(ctx, row.currency));
  if (waits)
    for (const step of planned.filter(takesMoneyOut))
      Object.assign(step, {
        at: new Date(Math.max(step.at.getTime(), now.getTime() + STOPPED_POLL_MS)),
        label: 'money-out is stopped',
      });
  planned.sort((a, b) => a.at.getTime() - b.at.getTime());
  const closed = ended && planned.length === 0;
  return {
    outcome,
    state: row.state,
    closed,
    steps: planned.map(({ at, act, label, hours = 0 }) => ({ at: at.toISOString(), act, label, hours })),
    answers: {
      ...(closed ? ANSWERS_AFTER_THE_END : ANSWERS),
      operator_asked_to_look_again: { act: lookAgain(row.state, open) },
    },
    attributes: attributesOf(row),
  };
}
