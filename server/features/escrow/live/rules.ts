import type { Currency } from '../../../core/money.ts';
import { durationMs } from '../../../core/clock.ts';
import { LIVE_CHECK_MS, LIVE_DISPUTE_MS } from '../../policies/rules.ts';
import { hasPost, shareAmounts, type ShareAmounts } from '../../terms/rules.ts';
import type { DealTerms } from '../../terms/schema.ts';
import type { MilestoneState } from '../schema.ts';
import type { AgreedReleaseDto, LiveReleaseDto } from './schema.ts';
import { releaseStops } from '../milestone/rules.ts';
import { areTimersPaused, deadlines } from '../timers/rules.ts';

/** States in which money waits for a post. */
export const LIVE_STATES = ['awaiting_live', 'retention'] as const satisfies MilestoneState[];
export const waitsForPost = (state: MilestoneState): boolean =>
  (LIVE_STATES as readonly MilestoneState[]).includes(state);

/** Faults that the page of a post shows; whatever else keeps it from being live is for a person to judge. */
export const POST_FAULTS = ['wrong_author', 'no_disclosure', 'removed', 'published_before'] as const;

/** The post of a milestone, as its looks left it. */
export interface PostFacts {
  state: 'watching' | 'failing' | 'undecided' | 'kept' | 'ended' | 'stopped';
  /** Its page showed a fault at the last look. */
  fault: boolean;
  /** When a look found it live first. */
  passedAt: Date | null;
  /** How long it has to stay up; null before it passed, or without a holdback. */
  keepUntil: Date | null;
  decideUntil: Date | null;
  /** Of the link that is watched. */
  linkedAt: Date;
  changedAt: Date;
}

export interface PlannedOf {
  seq: number;
  amount: number;
  currency: Currency;
  terms: DealTerms;
}

export type LivePlan = ShareAmounts;

/** Null: all of the price is released at the approval, also where the other shares of a small price are rounded to nothing. */
export function livePlan({ seq, amount, currency, terms }: PlannedOf): LivePlan | null {
  if (terms.releaseTrigger === 'on_approval' || !terms.release || !hasPost(terms, seq)) return null;
  const shares = shareAmounts(amount, terms.release, currency);
  return shares.approval < amount ? shares : null;
}

/** What a post that counts as live releases: the share of the live post, or all of the rest where nothing is kept back. */
export function releasedByLive(row: PlannedOf & { state: MilestoneState; released_parts: number }): number {
  const plan = livePlan(row);
  const all = row.state === 'awaiting_live' && plan && plan.holdback > 0 ? plan.approval + plan.live : row.amount;
  return partUpTo(all, row.released_parts);
}

/** The plan in the words of the contract. */
export function agreedRelease(milestone: PlannedOf): AgreedReleaseDto | null {
  const plan = livePlan(milestone);
  const { posting, postGrace = null, retention = null } = milestone.terms.clocks;
  return plan && posting !== undefined ? { ...plan, posting, postGrace, retention } : null;
}

/** What is released now so that so much of the price has been released; parts that the brand released before count. */
export const partUpTo = (share: number, released: number): number => Math.max(0, share - released);

export const isLive = (post: PostFacts | null | undefined): boolean =>
  post?.passedAt != null && (post.state === 'watching' || post.state === 'kept');

/** The post in one word, for the sides. */
export function postWord(post: PostFacts | null | undefined): LiveReleaseDto['post'] {
  if (!post || post.state === 'stopped') return null;
  if (post.state === 'failing' || post.state === 'undecided' || post.state === 'ended') return post.state;
  return isLive(post) ? 'live' : 'waiting';
}

/** The last look saw a fault of its page, and the brand has not let it count as live. */
const showsFault = (post: PostFacts | null | undefined): boolean =>
  post != null && post.fault && ['failing', 'undecided', 'ended'].includes(post.state);

/** Whether the money of a milestone clears because its post was live. */
export const clearsByPost = (row: PlannedOf & { state: MilestoneState }): boolean =>
  row.state === 'clearing' && livePlan(row) !== null;

/** Whether a look has seen a fault of the post since the money began to clear by it. */
export const failedInClearing = (row: PlannedOf & { state: MilestoneState; post?: PostFacts | null }): boolean =>
  clearsByPost(row) && showsFault(row.post);

const isGiven = (post: PostFacts | null | undefined): post is PostFacts => post != null && post.state !== 'stopped';

/**
 * The end of the grace period that follows the time to publish; null where it has begun, was extended, or is not in the
 * contract.
 */
const graceOf = (m: Pick<LiveFacts, 'deadlineAt' | 'overdueAt' | 'extendedAt' | 'holdEnd' | 'clocks'>): Date | null =>
  m.overdueAt === null && m.extendedAt === null && m.clocks.postGrace !== undefined
    ? deadlines.postGrace(m.deadlineAt, m.clocks, m.holdEnd)
    : null;

/** What the acts of the sides on a post that did not come depend on. */
export interface PostTime {
  /** Until when the post can be given, whether or not the timer has marked it overdue. */
  until: Date;
  /** From then on it is overdue; null without a grace period. */
  overdueFrom: Date | null;
  /** Until when the brand can extend it, or why it cannot. */
  extension: Date | 'escrow.already_extended' | 'escrow.held_too_long';
}

export const isPostOverdue = (time: PostTime | null | undefined, now: Date): boolean =>
  time?.overdueFrom != null && now >= time.overdueFrom;

interface TimedPost {
  state: MilestoneState;
  deadline_at: Date | null;
  post_overdue_at: Date | null;
  post_extended_at: Date | null;
  hold_expires_at: Date | null;
  terms: Pick<DealTerms, 'clocks'>;
}

/** The time of a post that was not given; null once it was, or where no money waits for it. */
export function postTime(row: TimedPost, post: PostFacts | null | undefined): PostTime | null {
  const { deadline_at: deadlineAt, post_extended_at: extendedAt, hold_expires_at: holdEnd } = row;
  // It may be extended before its timer has marked it overdue.
  const overdueAt = row.post_overdue_at ?? extendedAt;
  const { clocks } = row.terms;
  if (row.state !== 'awaiting_live' || !deadlineAt || isGiven(post)) return null;
  const until = graceOf({ deadlineAt, overdueAt, extendedAt, holdEnd, clocks }) ?? deadlineAt;
  const extended = deadlines.extended(until, clocks);
  const fits = deadlines.lastPost(holdEnd, clocks);
  return {
    until,
    overdueFrom: overdueAt ?? (until > deadlineAt ? deadlineAt : null),
    extension:
      extendedAt !== null ? 'escrow.already_extended' : fits && extended > fits ? 'escrow.held_too_long' : extended,
  };
}

export type LiveStep =
  | { do: 'wait' }
  /** The clock goes on until then. */
  | { do: 'extend'; until: Date }
  /** No post came in time: it can still be given until then. */
  | { do: 'overdue'; until: Date }
  /** The post is live: its share is released, and the holdback until then. */
  | { do: 'retain'; until: Date }
  /** All of the rest is released. */
  | { do: 'clear' }
  | { do: 'refund'; reason: 'not_posted' | 'not_live' };

export interface LiveFacts {
  state: MilestoneState;
  deadlineAt: Date;
  approvedAt: Date;
  /** Since when the post is overdue, as the timer marked it. */
  overdueAt: Date | null;
  /** When the brand gave it more time. */
  extendedAt: Date | null;
  holdEnd: Date | null;
  clocks: DealTerms['clocks'];
  holdback: number;
}

const latest = (...dates: Date[]): Date => new Date(Math.max(...dates.map((at) => at.getTime())));
const earliest = (...dates: (Date | null)[]): Date =>
  new Date(Math.min(...dates.flatMap((at) => (at ? [at.getTime()] : []))));
const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** Extends the clock where that is later than it is, else nothing. */
const later = (until: Date, m: LiveFacts): LiveStep | null => {
  const end = m.holdEnd ? earliest(until, m.holdEnd) : until;
  return end > m.deadlineAt ? { do: 'extend', until: end } : null;
};

/**
 * What comes next for money that waits for a post. What no look could judge is never a removal: it counts as live when
 * the time to judge it is over. A fault that the page shows stands.
 */
export function liveStep(m: LiveFacts, post: PostFacts | null, now: Date): LiveStep {
  const known = post && afterSilence(post, now);
  return m.state === 'awaiting_live' ? untilLive(m, known, now) : untilKept(m, known, now);
}

/** A fault about which the brand said nothing in its time has ended the post, whether or not its own timer has fired. */
const afterSilence = (post: PostFacts, now: Date): PostFacts =>
  post.state === 'undecided' && post.fault && post.decideUntil && now >= post.decideUntil
    ? { ...post, state: 'ended', changedAt: post.decideUntil }
    : post;

function untilLive(m: LiveFacts, post: PostFacts | null, now: Date): LiveStep {
  const due = now >= m.deadlineAt;
  const live = (): LiveStep => {
    if (m.holdback === 0) return { do: 'clear' };
    const until = post?.keepUntil ?? after(now, durationMs(m.clocks.retention ?? 'PT0S'));
    return { do: 'retain', until: m.holdEnd ? earliest(until, m.holdEnd) : until };
  };
  if (isLive(post)) return live();
  if (!isGiven(post)) {
    if (!due) return { do: 'wait' };
    const until = graceOf(m);
    return until && until > now ? { do: 'overdue', until } : { do: 'refund', reason: 'not_posted' };
  }
  // Given in time, or within the grace period: there is time for its checks and for a correction.
  const by = deadlines.posting(m.approvedAt, m.clocks, m.holdEnd);
  const checked = later(after(latest(by, post.linkedAt), LIVE_CHECK_MS), m);
  if (checked) return checked;
  if (!due) return { do: 'wait' };
  if (post.state === 'failing' || post.state === 'ended') return { do: 'refund', reason: 'not_live' };
  const decided = post.decideUntil ? later(post.decideUntil, m) : null;
  return decided ?? live();
}

function untilKept(m: LiveFacts, post: PostFacts | null, now: Date): LiveStep {
  const due = now >= m.deadlineAt;
  if (post?.state === 'kept') return { do: 'clear' };
  if (post?.state === 'ended') {
    const until = later(after(post.changedAt, LIVE_DISPUTE_MS), m);
    return until ?? (due ? { do: 'refund', reason: 'not_live' } : { do: 'wait' });
  }
  if (!due) return { do: 'wait' };
  if (!post || post.state === 'stopped') return { do: 'clear' };
  const checked = later(after(post.keepUntil ?? m.deadlineAt, LIVE_CHECK_MS), m);
  if (checked) return checked;
  if (post.state === 'failing') return { do: 'refund', reason: 'not_live' };
  const decided = post.decideUntil ? later(post.decideUntil, m) : null;
  return decided ?? { do: 'clear' };
}

type WaitingRow = PlannedOf &
  TimedPost & { approved_at: Date | null; holds: readonly string[]; post?: PostFacts | null };

/** What comes next of a milestone; null where its money does not wait for a post, or its clock is stopped. */
export function liveStepOf(row: WaitingRow, now: Date): LiveStep | null {
  const plan = livePlan(row);
  if (!plan || !waitsForPost(row.state) || !row.deadline_at) return null;
  const step = liveStep(
    {
      state: row.state,
      deadlineAt: row.deadline_at,
      approvedAt: row.approved_at ?? row.deadline_at,
      overdueAt: row.post_overdue_at,
      extendedAt: row.post_extended_at,
      holdEnd: row.hold_expires_at,
      clocks: row.terms.clocks,
      holdback: plan.holdback,
    },
    row.post ?? null,
    now,
  );
  if (!areTimersPaused(row)) return step;
  // A card dispute stops the clocks; a post that is live is paid all the same.
  return step.do === 'clear' && isLive(row.post) && !releaseStops(row.holds) ? step : null;
}
