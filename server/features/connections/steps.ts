import { withTx, type SystemContext } from '../../context.ts';
import type { SocialNetwork, SocialTokens } from '../../integrations/social/social.ts';
import { followersAsOf, saveDays, saveMeasured } from '../creators/connected.ts';
import type { DayFigures } from '../creators/schema.ts';
import { clientOf } from './network.ts';
import { noteProblem } from './problems.ts';
import { takeCalls, updateConnection, type ConnectionRow } from './queries/connections.ts';
import { newestPosts, postDays } from './queries/posts.ts';
import { liveTokens } from './refresh.ts';
import {
  BACKFILL_DAYS,
  COUNTED_POSTS,
  DAY_MS,
  dayOf,
  figuresOfPosts,
  FRESH_POST_DAYS,
  QUOTAS,
  SYNC_EVERY_MS,
  windowStart,
  type Network,
} from './rules.ts';

/** What a consent covers beyond the account itself; without the scope its figures stay as they are. */
export const SCOPE_OF: Readonly<
  Record<Network, Partial<Record<'comments' | 'followers' | 'insights' | 'posts', string>>>
> = {
  instagram: { insights: 'instagram_business_manage_insights', comments: 'instagram_business_manage_comments' },
  tiktok: { followers: 'user.info.stats', posts: 'video.list' },
  youtube: {},
};

/** Counts calls of an account before they are made; false where its window has no room for them. */
export async function haveCalls(ctx: SystemContext, row: ConnectionRow, calls: number): Promise<boolean> {
  const quota = QUOTAS[row.network];
  return withTx(ctx, (tx) =>
    takeCalls(tx.db, {
      network: row.network,
      key: quota.per === 'app' ? 'app' : (row.remote_id ?? row.id),
      windowStart: windowStart(quota, tx.clock.now()),
      calls,
      limit: quota.limit,
    }),
  );
}

/** The network's client with tokens that hold, or why there are none now. */
export async function accessOf(
  ctx: SystemContext,
  row: ConnectionRow,
): Promise<{ client: SocialNetwork; tokens: SocialTokens } | { outcome: string }> {
  const client = clientOf(ctx, row.network);
  if (!client) return noteProblem(ctx, row, { problem: 'refused', retryAfterSeconds: null });
  const access = await liveTokens(ctx, { id: row.id, onlyIfOver: true });
  if (access.kind === 'over') return { outcome: 'the consent is over' };
  if (access.kind === 'later') {
    await withTx(ctx, (tx) => updateConnection(tx.db, row.id, { next_sync_at: access.at, at: tx.clock.now() }));
    return { outcome: 'the renewal of the tokens is under way' };
  }
  return { client, tokens: access.tokens };
}

export const NO_PROBLEM = { problem: null, problem_since: null, failures: 0 } as const;

export const syncedAt = (row: ConnectionRow, at: Date) => ({
  sync_cursor: null,
  sync_pages: 0,
  last_sync_at: at,
  backfilled_at: row.backfilled_at ?? at,
  next_sync_at: new Date(at.getTime() + SYNC_EVERY_MS),
});

export const NO_FIGURES: Omit<DayFigures, 'day'> = {
  followers: null,
  views: null,
  likes: null,
  comments: null,
  posts: null,
  reach: null,
  newFollowers: null,
};

export const sinceOf = (row: ConnectionRow, at: Date): Date =>
  new Date(at.getTime() - (row.backfilled_at ? FRESH_POST_DAYS : BACKFILL_DAYS) * DAY_MS);

/** Engagement and views of the last posts, and for each day what was published on it. */
export async function saveFromPosts(tx: SystemContext, row: ConnectionRow, accountId: string, at: Date): Promise<void> {
  const posts = await newestPosts(tx.db, accountId, COUNTED_POSTS);
  const day = dayOf(at);
  const followers = await followersAsOf(tx, accountId, day);
  const { engagement, views, counted } = figuresOfPosts(row.network, posts, followers);
  await saveMeasured(tx, accountId, {
    handle: row.handle,
    engagement,
    views,
    postsCounted: counted,
    lastPostAt: posts[0]?.at ?? null,
    postsAsOf: at,
  });
  const days = await postDays(tx.db, accountId, sinceOf(row, at));
  await saveDays(
    tx,
    accountId,
    days.map((one) => ({ ...NO_FIGURES, ...one })),
  );
}
