import { durationMs } from '../../core/clock.ts';
import { disclosureIn } from '../content/rules.ts';
import type { PostClocks } from '../policies/schema.ts';
import {
  clearsByPost,
  failedInClearing,
  POST_FAULTS,
  postTime,
  waitsForPost,
  type PlannedOf,
  type PostFacts as LivePost,
} from '../escrow/live/rules.ts';
import { deadlines } from '../escrow/timers/rules.ts';
import type { DealTerms } from '../terms/schema.ts';
import type { MilestoneState } from '../escrow/schema.ts';
import type { Outcome, PostState, Verdict } from './schema.ts';

/** A look that gets no answer is repeated so often before the brand decides. */
export const TRIES = 3;
const DAY_MS = 24 * 3_600_000;
/** A page that states an earlier day has none. */
const FIRST_POSTS = new Date('1995-01-01');
/** Between two looks that people request. */
export const CHECK_REST_MS = 30_000;
/** Approved work without a post is listed for so long. */
export const LISTED_DAYS = 60;
/** The label where a contract names none; its clause says the same. */
export const labelOf = (disclosureText: string): string => disclosureText.trim() || '#ad';

/** Milestone states in which the link of the post can be given: the work was delivered, the money not returned. */
const LINKED_IN: readonly MilestoneState[] = [
  'delivered',
  'changes_requested',
  'awaiting_live',
  'approved',
  'auto_approved',
  'clearing',
  'releasing',
  'released',
];
export const mayLink = (state: MilestoneState): boolean => LINKED_IN.includes(state);
interface LinkedMilestone {
  state: MilestoneState;
  approved_at: Date | null;
  deadline_at: Date | null;
  hold_expires_at: Date | null;
  post_extended_at: Date | null;
  post_overdue_at: Date | null;
  /** How long holds stopped its clock while it waited for the post, and since when one does. */
  post_rested_ms: number;
  clock_stopped_at: Date | null;
  terms: Pick<DealTerms, 'clocks'>;
}

/** Why the link cannot be given or replaced now, or null. Before the first look that passes it can be replaced. */
export function linkRefusal(
  milestone: LinkedMilestone,
  post: { passed_at: Date | null; state: PostState } | undefined,
  now: Date,
): 'publication.too_early' | 'publication.too_late' | 'publication.checked' | null {
  if (!mayLink(milestone.state)) return 'publication.too_early';
  if (milestone.state === 'awaiting_live' && milestone.approved_at) {
    const by = post ? replaceableUntil(milestone, milestone.approved_at) : postTime(milestone, null)?.until;
    // While a hold stops the clock no time passes.
    if (by && (milestone.clock_stopped_at ?? now) >= by) return 'publication.too_late';
  }
  return post && (post.passed_at !== null || isOver(post.state)) ? 'publication.checked' : null;
}

/** A link that is replaced does not extend its own time. */
function replaceableUntil({ terms, hold_expires_at: end, ...milestone }: LinkedMilestone, approvedAt: Date): Date {
  const { clocks } = terms;
  const rested = new Date(approvedAt.getTime() + milestone.post_rested_ms);
  const grace = deadlines.postGrace(deadlines.posting(rested, clocks, end), clocks, end);
  return milestone.post_extended_at ? deadlines.extended(grace, clocks) : grace;
}

/** From when on the post may be: the signature of the contract, with a day for the time zones of pages that state no hour. */
export const publishFrom = ({ signed_at: at }: { signed_at: Date | null }): Date | null =>
  at && new Date(at.getTime() - DAY_MS);

/** The brand has its money back: nothing is owed any more, and there are no more looks. */
export const isReturned = (state: MilestoneState): boolean => ['refunding', 'refunded', 'void'].includes(state);

export const isOver = (state: PostState): boolean => state === 'kept' || state === 'ended' || state === 'stopped';

/** The times of all looks, soonest first. A retention that ends before a look replaces it and what would come after. */
export function looksOf(of: {
  linkedAt: Date;
  retentionEndsAt: Date | null;
  clocks: Pick<PostClocks, 'looks'>;
}): Date[] {
  const looks = of.clocks.looks.map((after) => new Date(of.linkedAt.getTime() + durationMs(after)));
  const { retentionEndsAt: end } = of;
  return end === null ? looks : [...looks.filter((at) => at < end), end];
}

/** How long a post that is live from now on has to stay up; null where no money is kept back for that. */
export const keptUntil = (clocks: { retention?: string | undefined }, now: Date): Date | null =>
  clocks.retention === undefined ? null : new Date(now.getTime() + durationMs(clocks.retention));

/**
 * What the brand's silence makes of a question: live, unless its page shows a fault and money waits for the post, clears by
 * it and can be disputed for it, or is disputed.
 */
export const silenceCounts = (outcome: Outcome | null, milestone: PlannedOf & { state: MilestoneState }): boolean => {
  const { state } = milestone;
  const depends = waitsForPost(state) || state === 'disputed' || clearsByPost(milestone);
  return !(outcome !== null && isFault(outcome) && depends);
};

export type EndNotice = 'post_not_counted' | 'post_not_counted_clearing' | 'post_not_counted_disputed';
/**
 * What both sides read once a post has ended without counting as live: what happens to the money that depends on it. Null
 * where none does.
 */
export function endNotice(milestone: PlannedOf & { state: MilestoneState; post?: LivePost | null }): EndNotice | null {
  if (waitsForPost(milestone.state)) return 'post_not_counted';
  if (milestone.state === 'disputed') return 'post_not_counted_disputed';
  return failedInClearing(milestone) ? 'post_not_counted_clearing' : null;
}

/** What a page showed, without the words of any network. */
export type Seen =
  | {
      kind: 'post';
      author: string | null;
      text: string;
      cut: boolean;
      digest: string | null;
      /** Every day on which its page says that it was published. */
      published: readonly Date[];
      /** Where it says none: days that may be those of comments or other works. */
      mentioned: readonly Date[];
    }
  | { kind: 'gone' }
  | { kind: 'unreachable'; why: 'timeout' | 'error' | 'sign_in' | 'refused' };

export interface Expected {
  /** Accounts of the creator there, small letters. */
  handles: readonly string[];
  /** Accounts that the creator entered after the signature. */
  claimed: readonly string[];
  label: string;
  /** Of the text that passed first; null before. */
  digest: string | null;
  /** A post from before is another one; null where the day does not count. */
  publishFrom: Date | null;
  now: Date;
}

/** Days that pages write where they know none, such as that of a clock at zero, or that has not come yet. */
const isCredible = (at: Date, now: Date): boolean => at >= FIRST_POSTS && at.getTime() <= now.getTime() + DAY_MS;

type StatedDays = Pick<Extract<Seen, { kind: 'post' }>, 'mentioned' | 'published'>;
/** The last day of publication that the page states, where all are before; `uncertain` where a day is, but not for certain. */
function earlier({ published, mentioned }: StatedDays, { publishFrom, now }: Expected): Date | 'uncertain' | null {
  const credible = [...published, ...mentioned].filter((at) => isCredible(at, now));
  const days = credible.toSorted((a, b) => a.getTime() - b.getTime());
  const [first, last] = [days[0], days.at(-1)];
  if (!publishFrom || !first || !last || first >= publishFrom) return null;
  return last < publishFrom && mentioned.length === 0 ? last : 'uncertain';
}

/**
 * What a look comes to. Only a statement that the post is gone is `removed`; whatever else keeps the page from being seen is
 * for a person to judge.
 */
export function verdictOf(seen: Seen, expected: Expected): Verdict {
  if (seen.kind === 'gone') return { outcome: 'removed' };
  if (seen.kind === 'unreachable') return { outcome: 'unreachable', why: seen.why };
  const { author, digest } = seen;
  const { handles, claimed } = expected;
  const isClaimed = author !== null && claimed.includes(author) && !handles.includes(author);
  if (author !== null && !isClaimed && handles.length + claimed.length > 0 && !handles.includes(author))
    return { outcome: 'wrong_author', author };
  if (!disclosureIn(seen.text, expected.label))
    return seen.cut ? { outcome: 'unclear', why: 'cut', digest } : { outcome: 'no_disclosure', digest };
  const before = earlier(seen, expected);
  if (before instanceof Date) return { outcome: 'published_before', at: before, digest };
  if (isClaimed) return { outcome: 'unclear', why: 'account', digest };
  if (author === null || handles.length === 0) return { outcome: 'unclear', why: 'author', digest };
  if (before) return { outcome: 'unclear', why: 'dates', digest };
  return { outcome: expected.digest !== null && digest !== expected.digest ? 'changed' : 'live', digest };
}

export const digestIn = (verdict: Verdict): string | null => ('digest' in verdict ? verdict.digest : null);
export const detailIn = (verdict: Verdict): string | null =>
  'why' in verdict
    ? verdict.why
    : 'author' in verdict
      ? verdict.author
      : 'at' in verdict
        ? verdict.at.toISOString()
        : null;

/** Whether a look saw the fault itself; the others are the brand's to judge. */
const isFault = (outcome: Outcome): boolean => (POST_FAULTS as readonly Outcome[]).includes(outcome);

export interface PostFacts {
  state: PostState;
  looksDone: number;
  misses: number;
  digest: string | null;
  passedAt: Date | null;
  decideUntil: Date | null;
  /** What the brand has let count as live. */
  accepted: { outcome: Outcome; digest: string | null } | null;
}
export interface PostChange {
  state: PostState;
  looksDone: number;
  misses: number;
  nextCheckAt: Date | null;
  decideUntil: Date | null;
  passedAt: Date | null;
  digest: string | null;
}

/** The brand has decided about the same before. A page that could not be seen is decided about once more at the end. */
function wasAccepted(verdict: Verdict, { accepted }: PostFacts, last: boolean): boolean {
  if (accepted?.outcome !== verdict.outcome || (last && verdict.outcome === 'unreachable')) return false;
  return verdict.outcome !== 'changed' || digestIn(verdict) === accepted.digest;
}

/**
 * What letting a post count as live settles for good: whose account it is, or that its day does not matter. The next looks judge
 * the rest of its page as before. Null where it settles nothing but what was seen.
 */
export function settledBy(
  post: Pick<Expected, 'claimed' | 'handles'> & { outcome: Outcome | null; detail: string | null },
): { handles: string[]; claimed: string[] } | { publish_from: null } | null {
  if (post.outcome === 'published_before' || post.detail === 'dates') return { publish_from: null };
  return post.detail === 'account' ? { handles: [...post.handles, ...post.claimed], claimed: [] } : null;
}

const due = (looks: readonly Date[], now: Date): number => looks.filter((at) => at <= now).length;

/** When a post is looked at next with other looks ahead; a look that is due, or is tried again soon, stays. */
export function nextCheck(
  post: { nextCheckAt: Date | null; looksDone: number; misses: number },
  looks: readonly Date[],
  now: Date,
): Date | null {
  if (!post.nextCheckAt || post.nextCheckAt <= now || post.misses > 0) return post.nextCheckAt;
  return looks[Math.max(post.looksDone, due(looks, now))] ?? looks.at(-1) ?? null;
}

/** What a look changes. `looks`: of `looksOf`. */
export function afterLook(
  facts: PostFacts,
  verdict: Verdict,
  { looks, clocks, now }: { looks: readonly Date[]; clocks: Omit<PostClocks, 'looks'>; now: Date },
): PostChange {
  const looksDone = Math.max(facts.looksDone, due(looks, now));
  const last = looksDone >= looks.length;
  const next = looks[looksDone] ?? null;
  const { passedAt, digest } = facts;
  const same = { misses: 0, decideUntil: null, passedAt, digest };
  if (verdict.outcome === 'live' || wasAccepted(verdict, facts, last)) {
    return {
      ...same,
      state: last ? 'kept' : 'watching',
      looksDone,
      nextCheckAt: next,
      passedAt: passedAt ?? now,
      digest: digest ?? digestIn(verdict),
    };
  }
  if (verdict.outcome === 'unreachable' && facts.state !== 'undecided' && facts.misses + 1 < TRIES)
    return {
      ...same,
      state: facts.state,
      looksDone: facts.looksDone,
      misses: facts.misses + 1,
      nextCheckAt: new Date(now.getTime() + durationMs(clocks.retry)),
    };
  if (isFault(verdict.outcome) && !last) return { ...same, state: 'failing', looksDone, nextCheckAt: next };
  // A look that is requested while the brand decides leaves the time it has.
  const decideUntil = facts.decideUntil ?? new Date(now.getTime() + durationMs(clocks.decision));
  return { ...same, state: 'undecided', looksDone, nextCheckAt: null, decideUntil };
}

/** What the brand's decision changes, or its time being over, which counts as live. */
export function afterDecision(
  facts: PostFacts,
  live: boolean,
  { looks, now }: { looks: readonly Date[]; now: Date },
): Omit<PostChange, 'digest'> {
  const looksDone = Math.max(facts.looksDone, due(looks, now));
  const next = looks[looksDone] ?? null;
  return {
    state: live ? (next ? 'watching' : 'kept') : next ? 'failing' : 'ended',
    looksDone,
    misses: 0,
    nextCheckAt: next,
    decideUntil: null,
    passedAt: live ? (facts.passedAt ?? now) : facts.passedAt,
  };
}
