import { durationMs } from '../../../core/clock.ts';
import { longestMs, plusCounted } from '../../../core/working-days.ts';
import type { Clocks } from '../../terms/schema.ts';
import type { DeadlineEvent, MilestoneState } from '../schema.ts';
import { HOLD_CAP_MS, MAX_MORE_DAYS } from '../../policies/rules.ts';
import { liveTimeMs } from '../../terms/rules.ts';
import { refundsStop, releaseStops } from '../milestone/rules.ts';
import type { MilestoneFacts } from '../rules.ts';

/** True from the end of the time to deliver on, whether or not the timer has marked it yet. */
export const isOverdue = (m: Pick<MilestoneFacts, 'state' | 'deadlineAt'>, now: Date): boolean =>
  m.state === 'overdue' || (m.state === 'funded' && m.deadlineAt !== null && now.getTime() >= m.deadlineAt.getTime());

/** A hold pauses timers that end in a refund; those that protect the creator's work continue. */
const RESTING: readonly MilestoneState[] = ['funded', 'changes_requested', 'overdue', 'awaiting_live', 'retention'];

export const areTimersPaused = (m: { state: MilestoneState; holds: readonly string[] }): boolean =>
  refundsStop(m.holds) && RESTING.includes(m.state);

/** What happens at the milestone's deadline when neither side acts. */
const AT_ZERO: Partial<Record<MilestoneState, DeadlineEvent>> = {
  awaiting_funding: 'void',
  funded: 'overdue',
  changes_requested: 'overdue',
  overdue: 'refund',
  delivered: 'auto_approve',
  approved: 'release',
  auto_approved: 'release',
  clearing: 'release',
  cancel_requested: 'cancel_answer',
  awaiting_live: 'post',
  retention: 'retention',
};

export const atZero = (state: MilestoneState): DeadlineEvent | null => AT_ZERO[state] ?? null;

/** The columns that a milestone's next deadline depends on. */
export interface DeadlineRow {
  state: MilestoneState;
  due_at: Date;
  work_due_at: Date | null;
  deadline_at: Date | null;
  funding_deadline_at: Date | null;
  holds: readonly string[];
}

/** When the work is due: by the contract, or later after a request for changes. */
export const workDueAt = (m: Pick<DeadlineRow, 'due_at' | 'work_due_at'>): Date => m.work_due_at ?? m.due_at;

/**
 * The next deadline of a milestone and what happens at it when neither side acts: every screen, list and notice shows
 * this one. Work counts to its due date, and only after that to the moment at which it becomes overdue. The end of a
 * payment page is no deadline; a page that outlasts the funding deadline leaves none to show. A held release has none:
 * a person decides.
 */
export function nextDeadline(m: DeadlineRow, now: Date): { at: Date; event: DeadlineEvent } | null {
  const { state, deadline_at: end } = m;
  if (state === 'funding')
    return end && m.funding_deadline_at && end <= m.funding_deadline_at
      ? { at: m.funding_deadline_at, event: 'void' }
      : null;
  const event = atZero(state);
  if (!event || !end || areTimersPaused(m)) return null;
  if (event === 'overdue' && now < workDueAt(m) && workDueAt(m) <= end) return { at: workDueAt(m), event: 'due' };
  return event === 'release' && releaseStops(m.holds) ? null : { at: end, event };
}

const DAY_MS = 24 * 3_600_000;

const later = (at: Date, iso: string): Date => new Date(at.getTime() + durationMs(iso));

/** The same for a clock whose days are working days where the contract says so. */
const counted = (at: Date, iso: string, { workingDaysIn }: Clocks): Date => plusCounted(at, iso, workingDaysIn);

const latest = (...dates: Date[]): Date => new Date(Math.max(...dates.map((d) => d.getTime())));

const earliest = (...dates: Date[]): Date => new Date(Math.min(...dates.map((d) => d.getTime())));

/**
 * A hosted payment page is open this long; afterwards the payment is looked up and abandoned. The provider opens none for
 * less than 30 minutes, so that a call later than a minute after its claim opens none that would outlive its row.
 */
export const PAYMENT_PAGE_MS = 31 * 60_000;

/** After the page's end the webhook of its last payment may still be on its way. */
export const PAYMENT_SETTLE_MS = 60_000;

/** A claim that is not settled by then is shown to operators. */
export const CLAIM_LIMIT_MS = 24 * 3_600_000;

/** The last day of a payment captured then in escrow. */
export const holdEnd = (capturedAt: Date): Date => new Date(capturedAt.getTime() + HOLD_CAP_MS);

/** Days after a release began, or after a part has cleared, on which a creator without a payout account is reminded. */
export const ACCOUNT_REMINDERS_DAYS = [1, 3, 7, 14, 30] as const;

/** Days before the last day on which both sides are notified of it. */
export const LAST_DAY_WARNINGS = [21, 7, 3] as const;

/** Whether the first of these warnings is due. */
export const isLastDayNear = (holdExpiresAt: Date | null, now: Date): boolean =>
  holdExpiresAt !== null && holdExpiresAt.getTime() - now.getTime() <= LAST_DAY_WARNINGS[0] * 24 * 3_600_000;

/** States in which the money is in escrow and neither release nor refund has begun. */
export const HOLDING: readonly MilestoneState[] = [
  'funded',
  'delivered',
  'changes_requested',
  'overdue',
  'cancel_requested',
  'approved',
  'auto_approved',
  'clearing',
  'disputed',
  'awaiting_live',
  'retention',
];

export const holdsInEscrow = (state: MilestoneState): boolean => HOLDING.includes(state);

/** What the time to fund a milestone follows from, besides its clocks. */
type ToFund = Pick<MilestoneFacts, 'bonus' | 'dueAt'>;

/**
 * The first time at which a payment leaves every deadline its full time before the money's last day. Null: at any time; a
 * bonus has no work and is released when it is funded.
 */
export const fundableFrom = ({ dueAt, bonus }: ToFund, clocks: Clocks): Date | null =>
  bonus
    ? null
    : new Date(
        [clocks.overdueAfter, clocks.grace, clocks.clearing].reduce((at, clock) => later(at, clock), dueAt).getTime() +
          longestMs(clocks.review, clocks.workingDaysIn) +
          liveTimeMs(clocks) -
          HOLD_CAP_MS,
      );

/** The same of a row. */
export const fundableFromOf = (row: { due_at: Date; bonus: boolean; terms: { clocks: Clocks } }): Date | null =>
  fundableFrom({ dueAt: row.due_at, bonus: row.bonus }, row.terms.clocks);

/** Whether that time has come. */
export const isFundable = (from: Date | null, now: Date): boolean => from === null || from <= now;

/** By when the work has to be approved, so that its post and the checks of it end before the money's last day. */
export const approvableUntil = (end: Date, clocks: Clocks): Date => new Date(end.getTime() - liveTimeMs(clocks));

/** When the work before a milestone is due: the last date up to its own, in whatever order the contract lists them. */
export const workBefore = <M extends { seq: number; due_at: Date }>(milestone: M, all: readonly M[]): Date | null => {
  const before = all.filter(
    (m) => m.due_at < milestone.due_at || (m.seq < milestone.seq && m.due_at.getTime() === milestone.due_at.getTime()),
  );
  return before.length > 0 ? latest(...before.map((m) => m.due_at)) : null;
};

/** The time left until `end`, less a review and what follows an approval. */
export const reviewable = (end: Date, clocks: Clocks): Date =>
  new Date(approvableUntil(end, clocks).getTime() - longestMs(clocks.review, clocks.workingDaysIn));

/** How many days more fit, so that a review of the work can end before the last day of its money; 0 without a clock. */
export function moreDays({
  deadlineAt,
  holdEnd,
  clocks,
}: Pick<MilestoneFacts, 'deadlineAt' | 'holdEnd' | 'clocks'>): number {
  if (!deadlineAt) return 0;
  if (!holdEnd) return MAX_MORE_DAYS;
  const fits = Math.floor((reviewable(holdEnd, clocks).getTime() - deadlineAt.getTime()) / DAY_MS);
  return Math.min(MAX_MORE_DAYS, Math.max(0, fits));
}

/**
 * The next deadline of each state, from the periods both sides signed. `holdEnd`: if given, the money may not be held
 * past it. `fundableFrom` leaves room for all periods once; only rounds of changes can exceed it, and then grace and
 * clearing are cut, never the time to deliver or to review.
 */
export const deadlines = {
  /**
   * A later milestone can be funded once the work before it is due, a far one once it is near enough, so that charges
   * stay recent. A bonus has no work before it.
   */
  funding: (now: Date, clocks: Clocks, previousDueAt: Date | null, m: ToFund): Date => {
    const from = fundableFrom(m, clocks);
    return later(latest(now, ...[from, previousDueAt].filter((at) => at !== null)), clocks.funding);
  },
  funded: (dueAt: Date, fundedAt: Date, clocks: Clocks): Date => later(latest(dueAt, fundedAt), clocks.overdueAfter),
  delivered: (now: Date, clocks: Clocks): Date => counted(now, clocks.review, clocks),
  extended: (deadlineAt: Date, clocks: Clocks): Date => counted(deadlineAt, clocks.extension, clocks),
  /**
   * When a revision is due, and from when on it is overdue: a revision requested early does not shorten the time that
   * the contract gave.
   */
  revisionDue: (now: Date, dueAt: Date, clocks: Clocks): Date =>
    latest(counted(now, clocks.revisionTurn, clocks), dueAt),
  changesRequested: (now: Date, dueAt: Date, clocks: Clocks): Date =>
    latest(counted(now, clocks.revisionTurn, clocks), later(dueAt, clocks.overdueAfter)),
  overdue: (now: Date, clocks: Clocks, end: Date | null): Date =>
    end ? earliest(later(now, clocks.grace), latest(now, reviewable(end, clocks))) : later(now, clocks.grace),
  /** The end of the grace period with so many days more. */
  moreTime: (deadlineAt: Date, days: number): Date => later(deadlineAt, `P${days}D`),
  approved: (now: Date, clocks: Clocks, end: Date | null): Date =>
    end ? earliest(later(now, clocks.clearing), latest(now, end)) : later(now, clocks.clearing),
  /** By when the post has to be given, with room for the checks and the time it stays up. */
  posting: (approvedAt: Date, clocks: Clocks, end: Date | null): Date => {
    const posting = durationMs(clocks.posting ?? 'PT0S');
    const by = new Date(approvedAt.getTime() + posting);
    return end ? earliest(by, latest(approvedAt, new Date(approvableUntil(end, clocks).getTime() + posting))) : by;
  },
  /** The end of the grace period after the time to publish, cut where the checks and the retention need the time. */
  postGrace: (postBy: Date, clocks: Clocks, end: Date | null): Date => {
    const until = later(postBy, clocks.postGrace ?? 'PT0S');
    const fits = deadlines.lastPost(end, clocks);
    return fits ? earliest(until, latest(postBy, fits)) : until;
  },
  /** The last moment for a post, so that its checks and the time it stays up end by the last day; null without one. */
  lastPost: (end: Date | null, clocks: Clocks): Date | null =>
    end &&
    new Date(
      approvableUntil(end, clocks).getTime() +
        durationMs(clocks.posting ?? 'PT0S') +
        durationMs(clocks.postGrace ?? 'PT0S'),
    ),
};

const DEMO_CLEARING_MS = 30_000;

/** Whether a deal clears for the demo's short time; the sides may have agreed on none or another one. */
export const hasDemoClearing = (policy: string, clearing: string): boolean =>
  policy === 'demo' && durationMs(clearing) === DEMO_CLEARING_MS;
