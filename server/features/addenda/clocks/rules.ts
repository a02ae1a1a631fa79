import { durationMs } from '../../../core/clock.ts';
import { answerBy } from '../../escrow/cancel/rules.ts';
import type { CancelFrom, MilestoneState } from '../../escrow/schema.ts';
import { approvableUntil, deadlines, fundableFrom, reviewable, workBefore } from '../../escrow/timers/rules.ts';
import { CANCEL_ANSWER_MS, HOLDBACK_CHECK_MS, LIVE_CHECK_MS } from '../../policies/rules.ts';
import { hasPost, LIVE_CLOCKS } from '../../terms/rules.ts';
import type { Clocks, DealTerms, LiveClock } from '../../terms/schema.ts';

/*
 * What other dates and clocks make of deadlines that run. A clock is counted anew from its beginning; pauses, and what the
 * sides or the checks of a post have added to a deadline, stay: the deadline moves by the difference.
 */

/** Clocks of a running deal; the time to sign is over. */
export const ADDENDUM_CLOCKS = [
  'funding',
  'review',
  'extension',
  'revisionTurn',
  'overdueAfter',
  'grace',
  'clearing',
  'posting',
  'postGrace',
  'retention',
  'cancelAnswer',
] as const;
type AddendumClock = (typeof ADDENDUM_CLOCKS)[number];

/** The post of a milestone, as far as clocks depend on it. */
export interface AmendablePost {
  state: 'watching' | 'failing' | 'undecided' | 'kept' | 'ended' | 'stopped';
  linkedAt: Date;
  passedAt: Date | null;
  /** How long it has to stay up; null before it passed, or without a holdback. */
  keepUntil: Date | null;
}
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
  approvedAt: Date | null;
  round: number;
  /** When the changes were requested that the creator works on. */
  changesAt: Date | null;
  reviewExtended: boolean;
  /** Since when its post is overdue, and when the brand gave it more time. */
  postOverdueAt: Date | null;
  postExtendedAt: Date | null;
  post: AmendablePost | null;
  /** The proposal to cancel that waits for an answer. */
  request: { from: CancelFrom; fromDeadlineAt: Date; proposedAt: Date; answerBy: Date } | null;
  holds: readonly string[];
  /** The last day of its money in escrow. */
  holdEnd: Date | null;
  bonus: boolean;
}

/** What other times make of a milestone; absent fields stay. */
export interface Retimed {
  state: MilestoneState;
  deadlineAt: Date;
  /** Of an unfunded milestone; null: at any time. */
  fundableFrom?: Date | null;
  /** When the work is due after a request for changes. */
  workDueAt?: Date;
  /** Back to the state before it was overdue. */
  reopens?: 'reopenFunded' | 'reopenChanges';
  /** Its post is not overdue any more. */
  postInTime?: true;
  /** Of the proposal to cancel that it waits for. */
  request?: { fromDeadlineAt: Date; answerBy: Date };
}
type Parts = readonly { seq: number; due_at: Date }[];
const NO_PARTS = { before: [], after: [] };
export interface Times {
  dueAt: Date;
  clocks: Clocks;
}

/** A clock of the contract; undefined: it has none. A contract that states no time to answer has the usual one. */
export const clockIn = (clocks: Clocks, name: AddendumClock): string | undefined =>
  clocks[name] ?? (name === 'cancelAnswer' ? `PT${CANCEL_ANSWER_MS / 3_600_000}H` : undefined);

/** Clocks that move the deadline which a milestone in that state waits for; of a bonus to fund, `funding` alone. */
const CLOCKS_OF: Partial<Record<MilestoneState, readonly AddendumClock[]>> = {
  awaiting_funding: ['funding', 'overdueAfter', 'grace', 'review', 'clearing', ...LIVE_CLOCKS],
  funded: ['overdueAfter'],
  delivered: ['review', 'extension'],
  changes_requested: ['revisionTurn', 'overdueAfter'],
  overdue: ['grace'],
  awaiting_live: ['posting', 'postGrace', 'extension'],
  retention: ['retention'],
  approved: ['clearing'],
  auto_approved: ['clearing'],
  clearing: ['clearing'],
};

const UNFUNDED: readonly MilestoneState[] = ['awaiting_funding', 'funding'];
const UNTIL_WORK: readonly MilestoneState[] = [
  ...UNFUNDED,
  'funded',
  'delivered',
  'changes_requested',
  'overdue',
  'cancel_requested',
  'disputed',
];
const UNTIL_POST: readonly MilestoneState[] = [...UNTIL_WORK, 'awaiting_live'];
const UNTIL_KEPT: readonly MilestoneState[] = [...UNTIL_POST, 'retention'];
/** States in which a clock runs, or after which it may. */
const BEFORE_END: Record<AddendumClock, readonly MilestoneState[]> = {
  funding: UNFUNDED,
  review: UNTIL_WORK,
  revisionTurn: UNTIL_WORK,
  overdueAfter: UNTIL_WORK,
  grace: UNTIL_WORK,
  cancelAnswer: UNTIL_WORK,
  extension: UNTIL_POST,
  posting: UNTIL_POST,
  postGrace: UNTIL_POST,
  retention: UNTIL_KEPT,
  clearing: [...UNTIL_KEPT, 'approved', 'auto_approved', 'clearing'],
};

const isLiveClock = (name: AddendumClock): name is LiveClock => (LIVE_CLOCKS as readonly string[]).includes(name);

/** Whether some milestone has not left a clock behind. A bonus is released when it is funded. */
export const mayStillRun = (
  name: AddendumClock,
  milestones: readonly Pick<AmendableMilestone, 'bonus' | 'seq' | 'state'>[],
  terms: DealTerms,
): boolean =>
  milestones.some(
    (m) =>
      BEFORE_END[name].includes(m.state) &&
      (!m.bonus || name === 'funding' || name === 'clearing') &&
      (!isLiveClock(name) || hasPost(terms, m.seq)),
  );

export const isUnfunded = ({ state }: Pick<AmendableMilestone, 'state'>): boolean => UNFUNDED.includes(state);

const plus = (at: Date, ms: number): Date => new Date(at.getTime() + ms);
const msOf = (clocks: Clocks, name: AddendumClock): number => durationMs(clockIn(clocks, name) ?? 'PT0S');
const latest = (...dates: Date[]): Date => new Date(Math.max(...dates.map((at) => at.getTime())));
const earliest = (...dates: Date[]): Date => new Date(Math.min(...dates.map((at) => at.getTime())));

const reviewEnd = (submittedAt: Date, extended: boolean, clocks: Clocks): Date => {
  const end = deadlines.delivered(submittedAt, clocks);
  return extended ? deadlines.extended(end, clocks) : end;
};

const isGiven = (post: AmendablePost | null): post is AmendablePost => post !== null && post.state !== 'stopped';

/** The end of the time for a post: to give it, after that its grace period, an extension, or its checks. */
function postEnd(m: AmendableMilestone, clocks: Clocks, now: Date): Date {
  const by = plus(m.approvedAt ?? now, msOf(clocks, 'posting'));
  if (isGiven(m.post)) return plus(latest(by, m.post.linkedAt), LIVE_CHECK_MS);
  if (m.postExtendedAt) return deadlines.extended(plus(by, msOf(clocks, 'postGrace')), clocks);
  return m.postOverdueAt ? plus(by, msOf(clocks, 'postGrace')) : by;
}

/** The deadline by these dates and clocks alone; what else moved the real one moved it before and after. */
function deadlineBy(m: AmendableMilestone, { dueAt, clocks }: Times, now: Date): number {
  switch (m.state) {
    case 'awaiting_funding':
      return msOf(clocks, 'funding');
    case 'funded':
      return deadlines.funded(dueAt, m.fundedAt ?? now, clocks).getTime();
    case 'changes_requested':
      return deadlines.changesRequested(m.changesAt ?? now, dueAt, clocks).getTime();
    case 'delivered':
      return reviewEnd(m.submittedAt ?? now, m.reviewExtended, clocks).getTime();
    case 'overdue':
      return msOf(clocks, 'grace');
    case 'awaiting_live':
      return postEnd(m, clocks, now).getTime();
    case 'retention':
      return msOf(clocks, 'retention');
    case 'approved':
    case 'auto_approved':
    case 'clearing':
      return msOf(clocks, 'clearing');
    default:
      return 0;
  }
}

const workDue = (m: AmendableMilestone, { dueAt, clocks }: Times, now: Date): Pick<Retimed, 'workDueAt'> =>
  m.state === 'changes_requested' ? { workDueAt: deadlines.revisionDue(m.changesAt ?? now, dueAt, clocks) } : {};

/** How long the post of a milestone has to stay up with other clocks; null: its time is over, or nothing changes. */
export function keepUntilWith(
  { post, state }: Pick<AmendableMilestone, 'state'> & { post: Pick<AmendablePost, 'keepUntil' | 'state'> | null },
  before: Clocks,
  after: Clocks,
  now: Date,
): Date | null {
  if (!post?.keepUntil || post.keepUntil <= now || ['kept', 'ended', 'stopped'].includes(post.state)) return null;
  if (!BEFORE_END.retention.includes(state)) return null;
  const shift = msOf(after, 'retention') - msOf(before, 'retention');
  return shift === 0 ? null : plus(post.keepUntil, shift);
}

/** What new dates and clocks make of a milestone's deadline; null: nothing. */
export function retimed(
  m: AmendableMilestone,
  before: Times,
  after: Times,
  { parts, now }: { parts: { before: Parts; after: Parts }; now: Date },
): Retimed | null {
  if (m.state === 'cancel_requested') return m.request && retimedRequest(m, m.request, before, after, now);
  const moved = before.dueAt.getTime() !== after.dueAt.getTime();
  const isToFund = m.state === 'awaiting_funding';
  const names: readonly AddendumClock[] | undefined = isToFund && m.bonus ? ['funding'] : CLOCKS_OF[m.state];
  const changes = (name: AddendumClock) => msOf(before.clocks, name) !== msOf(after.clocks, name);
  const isChanged = moved || names?.some(changes);
  if (isToFund && !m.bonus) {
    const begun = earliest(now, plus(m.deadlineAt ?? now, -msOf(before.clocks, 'funding')));
    // A later milestone is funded once the work before it is due.
    const previous = workBefore({ seq: m.seq, due_at: after.dueAt }, parts.after);
    const was = workBefore({ seq: m.seq, due_at: before.dueAt }, parts.before);
    if (!isChanged && previous?.getTime() === was?.getTime()) return null;
    const work = { dueAt: after.dueAt, bonus: false };
    return {
      state: m.state,
      fundableFrom: fundableFrom(work, after.clocks),
      deadlineAt: deadlines.funding(begun, after.clocks, previous, work),
    };
  }
  if (!names || !isChanged) return null;
  if (m.state === 'overdue' && moved) {
    // More time: the work is not late any more.
    const was: AmendableMilestone = { ...m, state: m.round > 0 ? 'changes_requested' : 'funded' };
    return {
      state: was.state,
      reopens: m.round > 0 ? 'reopenChanges' : 'reopenFunded',
      deadlineAt: new Date(deadlineBy(was, after, now)),
      ...workDue(was, after, now),
    };
  }
  if (m.state === 'awaiting_live' && m.postOverdueAt && !m.postExtendedAt && !isGiven(m.post)) {
    const longer = msOf(after.clocks, 'posting') - msOf(before.clocks, 'posting');
    const by = plus(m.deadlineAt ?? m.postOverdueAt, longer - msOf(before.clocks, 'postGrace'));
    if (longer > 0 && by > now) return { state: m.state, postInTime: true, deadlineAt: by };
  }
  if (m.state === 'retention' && !isKept(m, now)) return null;
  const shift = deadlineBy(m, after, now) - deadlineBy(m, before, now);
  // The grace period of a post has not begun, or the post was given after the time for it.
  if (shift === 0 && m.state === 'awaiting_live') return null;
  return { state: m.state, deadlineAt: plus(m.deadlineAt ?? now, shift), ...workDue(m, after, now) };
}

/** The time for which the post has to stay up still runs. */
function isKept({ post, deadlineAt }: AmendableMilestone, now: Date): boolean {
  if (!isGiven(post)) return deadlineAt !== null && deadlineAt > now;
  return post.state !== 'kept' && post.state !== 'ended' && post.keepUntil !== null && post.keepUntil > now;
}

/** The interrupted state's clock counts on, and so does the time to answer. */
function retimedRequest(
  m: AmendableMilestone,
  request: NonNullable<AmendableMilestone['request']>,
  before: Times,
  after: Times,
  now: Date,
): Retimed | null {
  const was: AmendableMilestone = { ...m, state: request.from, deadlineAt: request.fromDeadlineAt, request: null };
  const interrupted = retimed(was, before, after, { parts: NO_PARTS, now });
  const answer = (clocks: Clocks) => answerBy(request.proposedAt, clocks).getTime();
  const shift = answer(after.clocks) - answer(before.clocks);
  if (!interrupted && shift === 0) return null;
  const fromDeadlineAt = interrupted?.deadlineAt ?? request.fromDeadlineAt;
  const until = plus(request.answerBy, shift);
  return {
    state: m.state,
    deadlineAt: earliest(fromDeadlineAt, until),
    request: { fromDeadlineAt, answerBy: until },
    ...(interrupted?.workDueAt ? { workDueAt: interrupted.workDueAt } : {}),
  };
}

/** The latest end of a milestone's clock that leaves what follows its time before the last day of the money. */
function latestEnd(m: AmendableMilestone, holdEnd: Date, clocks: Clocks): Date {
  switch (m.state) {
    case 'approved':
    case 'auto_approved':
    case 'clearing':
      return holdEnd;
    case 'delivered':
      return approvableUntil(holdEnd, clocks);
    case 'funded':
      return plus(reviewable(holdEnd, clocks), -msOf(clocks, 'grace'));
    case 'awaiting_live': {
      const last = deadlines.lastPost(holdEnd, clocks) ?? holdEnd;
      if (isGiven(m.post)) return plus(last, LIVE_CHECK_MS);
      return m.postOverdueAt || m.postExtendedAt ? last : plus(last, -msOf(clocks, 'postGrace'));
    }
    case 'retention':
      return plus(holdEnd, -HOLDBACK_CHECK_MS);
    default:
      return reviewable(holdEnd, clocks);
  }
}

const HELD = Object.keys(CLOCKS_OF).filter((state) => state !== 'awaiting_funding');

/**
 * Whether the money would have to leave before its clocks have ended. One that rounds of changes have cut already is not
 * lengthened, and may be shortened.
 */
export function exceedsLastDay(m: AmendableMilestone, before: Times, after: Times, time: Retimed | null): boolean {
  const { holdEnd, request } = m;
  if (!holdEnd) return false;
  if (request && m.state === 'cancel_requested') {
    const { from: state, fromDeadlineAt: deadlineAt } = request;
    const interrupted = time?.request ? { state, deadlineAt: time.request.fromDeadlineAt } : null;
    return exceedsLastDay({ ...m, state, deadlineAt, request: null }, before, after, interrupted);
  }
  if (!m.deadlineAt || !HELD.includes(m.state)) return false;
  const then = time ? { ...m, state: time.state, ...(time.postInTime ? { postOverdueAt: null } : {}) } : m;
  const over = (end: Date, of: AmendableMilestone, { clocks }: Times) =>
    end.getTime() - latestEnd(of, holdEnd, clocks).getTime();
  return over(time?.deadlineAt ?? m.deadlineAt, then, after) > Math.max(0, over(m.deadlineAt, m, before));
}
