import type { EngagementFormula } from '../creators/schema.ts';
import type { SyncProblem } from './schema.ts';

export const NETWORKS = ['instagram', 'tiktok', 'youtube'] as const;
export type Network = (typeof NETWORKS)[number];

/** A sign-in at a network is to be finished within this time. */
export const ATTEMPT_MS = 10 * 60_000;
export const DAY_MS = 86_400_000;
/** Posts of thirteen months are read at the start, at most so many. */
export const BACKFILL_DAYS = 396;
export const MAX_POSTS = 600;
/** Pages that one sync reads at most, however often a network repeats itself. */
export const MAX_PAGES = 60;
/** Figures of a post still move for so long. */
export const FRESH_POST_DAYS = 35;
/** Posts that engagement and views are taken from. */
export const COUNTED_POSTS = 30;
export const SYNC_EVERY_MS = DAY_MS;
/** Between two syncs that a person requests. */
export const SYNC_REST_MS = 10_000;
/** Posts whose comments are sampled, the newest ones, once in this time. */
export const COMMENT_POSTS = 10;
export const COMMENTS_EVERY_MS = 20 * 3_600_000;
/** Views that a network gives one post at a time are read again after this time, while the post is fresh. */
export const VIEWS_EVERY_MS = 20 * 3_600_000;
/** Posts whose views are read in one step. */
export const VIEWS_BATCH = 25;
/** Calls without an answer, one after the other, with which a step stops. */
export const VIEWS_FAILURES = 3;
const MAX_COMMENT = 300;
/** A picture of an account is fetched again after this time; its address at the network changes with each call. */
export const PICTURE_EVERY_MS = 7 * DAY_MS;
/** A reminder comes so long before a consent ends. */
export const CONSENT_WARNING_DAYS = 7;
/** An access token that ends within this time is not used any more. */
export const TOKEN_MARGIN_MS = 60_000;
/** A refresh whose answer was lost: TikTok gives the same tokens again within ten minutes. */
export const REFRESH_AGAIN_MS = 2 * 60_000;

/** A code for the description of an account: 40 random bits, in letters that cannot be confused. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
export const proofOf = (bytes: Uint8Array): string =>
  `sponsio-${[...bytes].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`;

/** In place of a network's id, for an account of which only the page is known. */
export const codeId = (handle: string): string => `code:${handle.toLowerCase()}`;
export const isByCode = (remoteId: string | null): boolean => remoteId?.startsWith('code:') ?? false;

/** When the access token is renewed; null where that is done before each sync. */
export function refreshDueAt(network: Network, grantedAt: Date, accessEndsAt: Date): Date | null {
  const life = accessEndsAt.getTime() - grantedAt.getTime();
  // A token of an hour would be renewed all day for one sync.
  if (network === 'youtube' || life < 4 * 3_600_000) return null;
  return new Date(accessEndsAt.getTime() - (life >= 30 * DAY_MS ? 10 * DAY_MS : 3_600_000));
}

/** The pause after so many failures in a row: half a minute, doubled up to an hour. */
export const pauseAfter = (failures: number): number =>
  Math.min(30_000 * 2 ** Math.min(Math.max(failures - 1, 0), 10), 3_600_000);

/** When a connection with this problem is tried again. */
export function nextTry(problem: SyncProblem, failures: number, retryAfterSeconds: number | null): number {
  if (problem === 'rate') return Math.max((retryAfterSeconds ?? 60) * 1_000, 1_000);
  if (problem === 'unavailable') return pauseAfter(failures);
  return SYNC_EVERY_MS;
}

export interface CountedPost {
  at: Date;
  likes: number;
  comments: number;
  views: number | null;
  viewsReadAt: Date | null;
}

/** A middle of views, over how many posts, and when the last of them was read. */
export interface MiddleViews {
  value: number;
  counted: number;
  asOf: Date | null;
}

function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * Engagement and views of the last posts, the newest first. Instagram: median of (likes + comments) ÷ followers (`er_f`);
 * elsewhere (likes + comments) ÷ views over the posts that have views (`er_v`), since these networks give no shares and
 * saves. Basis points; null without posts.
 */
export function figuresOfPosts(
  network: Network,
  posts: readonly CountedPost[],
  followers: number | null,
): { engagement: { bps: number; formula: EngagementFormula } | null; views: MiddleViews | null; counted: number } {
  const last = posts.slice(0, COUNTED_POSTS);
  const seen = last.filter((post) => post.views !== null);
  const middle = median(seen.map((post) => post.views ?? 0));
  const read = Math.max(...seen.map(({ viewsReadAt }) => viewsReadAt?.getTime() ?? 0));
  const views =
    middle === null
      ? null
      : { value: Math.round(middle), counted: seen.length, asOf: read > 0 ? new Date(read) : null };
  if (network === 'instagram') {
    const rate = followers ? median(last.map((post) => (post.likes + post.comments) / followers)) : null;
    return {
      engagement: rate === null ? null : { bps: Math.round(rate * 10_000), formula: 'er_f' },
      views,
      counted: last.length,
    };
  }
  const total = seen.reduce((sum, post) => sum + (post.views ?? 0), 0);
  const reactions = seen.reduce((sum, post) => sum + post.likes + post.comments, 0);
  return {
    engagement: total > 0 ? { bps: Math.round((reactions / total) * 10_000), formula: 'er_v' } : null,
    views,
    counted: seen.length,
  };
}

/** Change of followers in basis points. */
export const growthOf = (before: number | null, now: number): number | null =>
  before === null || before === 0 ? null : Math.round(((now - before) / before) * 10_000);

const GENDERS: Record<string, string> = { F: 'female', M: 'male', U: 'unknown' };
const AGES: Record<string, string> = { '55-64': '55+', '65+': '55+' };
const named = (kind: 'age' | 'country' | 'gender', value: string): string =>
  kind === 'gender' ? (GENDERS[value] ?? value.toLowerCase()) : kind === 'age' ? (AGES[value] ?? value) : value;

/** Shares in basis points; the network's genders and ages become those of the search, which has one band from 55 on. */
export function sharesOf(
  kind: 'age' | 'country' | 'gender',
  counts: readonly { value: string; count: number }[],
): { kind: 'age' | 'country' | 'gender'; value: string; shareBps: number }[] {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return [];
  const sums = new Map<string, number>();
  for (const { value, count } of counts) {
    const name = named(kind, value);
    sums.set(name, (sums.get(name) ?? 0) + count);
  }
  return [...sums].map(([value, count]) => ({ kind, value, shareBps: Math.round((count / total) * 10_000) }));
}

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

export interface Quota {
  /** Per account, or one for the app. */
  per: 'account' | 'app';
  limit: number;
  windowMs: number;
  /** The window begins at midnight of this zone. */
  zone: string | null;
}

/** Below the networks' limits, so that a call that was counted twice or made elsewhere does not break them. */
export const QUOTAS: Readonly<Record<Network, Quota>> = {
  instagram: { per: 'account', limit: 2_000, windowMs: DAY_MS, zone: null },
  tiktok: { per: 'account', limit: 250, windowMs: 60_000, zone: null },
  youtube: { per: 'app', limit: 9_500, windowMs: DAY_MS, zone: 'America/Los_Angeles' },
};

/** The start of the window that a time is in. */
export function windowStart(quota: Quota, at: Date): Date {
  if (quota.zone === null) return new Date(Math.floor(at.getTime() / quota.windowMs) * quota.windowMs);
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: quota.zone,
    hourCycle: 'h23',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value ?? 0);
  const past = (part('hour') * 3_600 + part('minute') * 60 + part('second')) * 1_000 + at.getMilliseconds();
  return new Date(at.getTime() - past);
}

/** A comment as it is kept: without the names that it mentions. */
export const keptText = (text: string): string =>
  [
    ...text
      .normalize('NFC')
      .replace(/[@＠][\p{L}\p{N}._-]+/gu, '@…')
      .replace(/\s+/gu, ' ')
      .trim(),
  ]
    .slice(0, MAX_COMMENT)
    .join('');

/** Whether a comment asks something: a question mark of one of the scripts that is not part of an address. */
export const isQuestion = (text: string): boolean => /[?？؟]/u.test(text.replace(/https?:\/\/\S+/gu, ''));
