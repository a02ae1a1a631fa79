import { shareOf, type Currency } from '../../../core/money.ts';
import { durationMs } from '../../../core/clock.ts';
import { LIVE_CHECK_MS, LIVE_DISPUTE_MS } from '../../policies/rules.ts';
import { hasPost } from '../../terms/rules.ts';
import type { DealTerms } from '../../terms/schema.ts';
import type { MilestoneState } from '../schema.ts';
import type { LiveReleaseDto } from './schema.ts';
import { deadlines } from '../timers/rules.ts';

/** States in which money waits for a post. */
export const LIVE_STATES = ['awaiting_live', 'retention'] as const satisfies MilestoneState[];
export const waitsForPost = (state: MilestoneState): boolean =>
  (LIVE_STATES as readonly MilestoneState[]).includes(state);

/** The post of a milestone, as its looks left it. */
export interface PostFacts {
  state: 'watching' | 'failing' | 'undecided' | 'kept' | 'ended' | 'stopped';
  /** When a look found it live first. */
  passedAt: Date | null;
  /** How long it has to stay up; null before it passed, or without a holdback. */
  keepUntil: Date | null;
  decideUntil: Date | null;
  changedAt: Date;
}

interface PlannedOf {
  seq: number;
  amount: number;
  currency: Currency;
  terms: DealTerms;
}

/** What of a price is released at the approval, when the post is live, and at the end. Together the price. */
export interface LivePlan {
  approval: number;
  live: number;
  holdback: number;
}

/** Null: all of the price is released at the approval. Shares are cumulative, so that they are the price together. */
export function livePlan({ seq, amount, currency, terms }: PlannedOf): LivePlan | null {
  if (terms.releaseTrigger === 'on_approval' || !terms.release || !hasPost(terms, seq)) return null;
  const { approvalBps, liveBps, holdbackBps } = terms.release;
  const approval = shareOf(amount, approvalBps, currency);
  const untilLive = holdbackBps === 0 ? amount : shareOf(amount, approvalBps + liveBps, currency);
  return { approval, live: untilLive - approval, holdback: amount - untilLive };
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

export type LiveStep =
  | { do: 'wait' }
  /** The clock goes on until then. */
  | { do: 'extend'; until: Date }
  /** The post is live: its share is released, and the holdback until then. */
  | { do: 'retain'; until: Date }
  /** All of the rest is released. */
  | { do: 'clear' }
  | { do: 'refund'; reason: 'not_posted' | 'not_live' };

export interface LiveFacts {
  state: MilestoneState;
  deadlineAt: Date;
  approvedAt: Date;
  holdEnd: Date | null;
  clocks: DealTerms['clocks'];
  holdback: number;
}

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
  return m.state === 'awaiting_live' ? untilLive(m, post, now) : untilKept(m, post, now);
}

function untilLive(m: LiveFacts, post: PostFacts | null, now: Date): LiveStep {
  const due = now >= m.deadlineAt;
  const live = (): LiveStep => {
    if (m.holdback === 0) return { do: 'clear' };
    const until = post?.keepUntil ?? after(now, durationMs(m.clocks.retention ?? 'PT0S'));
    return { do: 'retain', until: m.holdEnd ? earliest(until, m.holdEnd) : until };
  };
  if (isLive(post)) return live();
  if (!post || post.state === 'stopped') return due ? { do: 'refund', reason: 'not_posted' } : { do: 'wait' };
  // Given in time: there is time for its checks and for a correction.
  const checked = later(after(deadlines.posting(m.approvedAt, m.clocks, m.holdEnd), LIVE_CHECK_MS), m);
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
