import { withTx, type SystemContext } from '../../context.ts';
import type {
  RemoteAccount,
  RemoteDay,
  RemotePost,
  SocialNetwork,
  SocialTokens,
} from '../../integrations/social/social.ts';
import {
  followersAsOf,
  followersBefore,
  openConnected,
  saveAudience,
  saveDays,
  saveMeasured,
} from '../creators/connected.ts';
import type { AudienceShare, DayFigures } from '../creators/schema.ts';
import { confirmByCode } from './by-code.ts';
import { areCommentsDue, readComments, saveComments } from './comments.ts';
import { clientOf, networkProblem } from './network.ts';
import { noteProblem, secondsLeft } from './problems.ts';
import {
  connectionById,
  lockedConnection,
  takeCalls,
  updateConnection,
  type ConnectionRow,
} from './queries/connections.ts';
import { newestPosts, postDays, postsCount, upsertPosts } from './queries/posts.ts';
import { liveTokens } from './refresh.ts';
import {
  BACKFILL_DAYS,
  COMMENT_POSTS,
  COUNTED_POSTS,
  DAY_MS,
  dayOf,
  figuresOfPosts,
  FRESH_POST_DAYS,
  growthOf,
  isByCode,
  MAX_PAGES,
  MAX_POSTS,
  QUOTAS,
  sharesOf,
  SYNC_EVERY_MS,
  windowStart,
  type Network,
} from './rules.ts';

/** What a consent covers beyond the account itself; without the scope its figures stay as they are. */
const SCOPE_OF: Readonly<Record<Network, Partial<Record<'comments' | 'followers' | 'insights' | 'posts', string>>>> = {
  instagram: { insights: 'instagram_business_manage_insights', comments: 'instagram_business_manage_comments' },
  tiktok: { followers: 'user.info.stats', posts: 'video.list' },
  youtube: {},
};
/** Calls of the first step of a sync, and of each further page. */
const CALLS: Readonly<Record<Network, { first: number; page: number }>> = {
  instagram: { first: 7, page: 1 },
  tiktok: { first: 4, page: 1 },
  youtube: { first: 3, page: 2 },
};
const TEXT = 300;

/** What one step read; null was not read this time. */
interface Read {
  account: RemoteAccount | null;
  posts: RemotePost[];
  next: string | null;
  hasPosts: boolean;
  days: RemoteDay[];
  audience: AudienceShare[] | null;
  comments: Awaited<ReturnType<typeof readComments>> | null;
  /** Scopes that turned out to be taken back. */
  lost: string[];
}

/**
 * One step of a sync: the account with one page of posts, then one page more at a time. What it reads is written
 * together with the place to go on from, so that a step that is repeated changes nothing.
 */
export async function syncAccount(ctx: SystemContext, { id }: { id: string }): Promise<{ outcome: string }> {
  const row = await withTx(ctx, (tx) => connectionById(tx.db, id));
  if (row?.state !== 'active') return { outcome: row?.state ?? 'gone' };
  if (row.next_sync_at && row.next_sync_at > ctx.clock.now()) return { outcome: 'not due' };
  if (isByCode(row.remote_id)) return confirmByCode(ctx, row);
  try {
    if (!(await haveCalls(ctx, row)))
      return await noteProblem(ctx, row, {
        problem: 'rate',
        retryAfterSeconds: secondsLeft(row.network, ctx.clock.now()),
      });
    const read = row.kind === 'public' ? await readPublic(ctx, row) : await readOwn(ctx, row);
    if (!('lost' in read)) return read;
    return await withTx(ctx, (tx) => save(tx, row, read));
  } catch (error) {
    const refusal = networkProblem(error);
    if (!refusal) throw error;
    return noteProblem(ctx, row, refusal);
  }
}

async function haveCalls(ctx: SystemContext, row: ConnectionRow): Promise<boolean> {
  const quota = QUOTAS[row.network];
  const { first, page } = CALLS[row.network];
  return withTx(ctx, (tx) =>
    takeCalls(tx.db, {
      network: row.network,
      key: quota.per === 'app' ? 'app' : (row.remote_id ?? row.id),
      windowStart: windowStart(quota, tx.clock.now()),
      calls: (row.sync_cursor === null ? first : page) + (areCommentsDue(row, tx.clock.now()) ? COMMENT_POSTS : 0),
      limit: quota.limit,
    }),
  );
}

async function readPublic(ctx: SystemContext, row: ConnectionRow): Promise<Read | { outcome: string }> {
  const read = ctx.integrations.social.channel;
  const account = await read?.(row.remote_id ?? row.handle);
  if (!account) return noteProblem(ctx, row, { problem: read ? 'missing' : 'refused', retryAfterSeconds: null });
  return { account, posts: [], next: null, hasPosts: false, days: [], audience: null, comments: null, lost: [] };
}

async function readOwn(ctx: SystemContext, row: ConnectionRow): Promise<Read | { outcome: string }> {
  const client = clientOf(ctx, row.network);
  if (!client) return noteProblem(ctx, row, { problem: 'refused', retryAfterSeconds: null });
  const access = await liveTokens(ctx, { id: row.id, onlyIfOver: true });
  if (access.kind === 'over') return { outcome: 'the consent is over' };
  if (access.kind === 'later') {
    await withTx(ctx, (tx) => updateConnection(tx.db, row.id, { next_sync_at: access.at, at: tx.clock.now() }));
    return { outcome: 'the renewal of the tokens is under way' };
  }
  return readPage(ctx, row, client, access.tokens);
}

async function readPage(
  ctx: SystemContext,
  row: ConnectionRow,
  client: SocialNetwork,
  tokens: SocialTokens,
): Promise<Read> {
  const lost: string[] = [];
  /** Null where the consent does not cover it. */
  async function part<T>(name: 'comments' | 'insights' | 'posts', work: () => Promise<T>): Promise<T | null> {
    const scope = SCOPE_OF[row.network][name];
    if (scope !== undefined && (row.refused.includes(scope) || lost.includes(scope))) return null;
    try {
      return await work();
    } catch (error) {
      if (scope === undefined || networkProblem(error)?.problem !== 'scope') throw error;
      lost.push(scope);
      return null;
    }
  }
  const remoteId = row.remote_id ?? '';
  const isFirst = row.sync_cursor === null;
  const account = isFirst ? await client.account(tokens) : null;
  const stats = SCOPE_OF[row.network].followers;
  if (account && account.followers === null && stats !== undefined && !row.refused.includes(stats)) lost.push(stats);
  const page = await part('posts', () => client.posts(tokens, remoteId, row.sync_cursor));
  const today = ctx.clock.now();
  const from = new Date(today.getTime() - 29 * DAY_MS);
  const days = isFirst ? await part('insights', () => client.days(tokens, dayOf(from), dayOf(today))) : null;
  const audience = isFirst ? await part('insights', () => readAudience(client, tokens)) : null;
  const comments = areCommentsDue(row, today)
    ? await part('comments', () => readComments(client, tokens, page?.items ?? []))
    : null;
  return {
    account,
    posts: page?.items ?? [],
    next: page?.next ?? null,
    hasPosts: page !== null,
    days: days ?? [],
    audience,
    comments,
    lost,
  };
}

async function readAudience(client: SocialNetwork, tokens: SocialTokens): Promise<AudienceShare[]> {
  const shares: AudienceShare[] = [];
  for (const trait of ['country', 'gender', 'age'] as const)
    shares.push(...sharesOf(trait, await client.audience(tokens, trait)));
  return shares;
}

async function save(tx: SystemContext, before: ConnectionRow, read: Read): Promise<{ outcome: string }> {
  const row = await lockedConnection(tx.db, before.id);
  if (row?.state !== 'active') return { outcome: row?.state ?? 'gone' };
  // Another run of this step was faster.
  if (row.sync_cursor !== before.sync_cursor || row.sync_pages !== before.sync_pages) return { outcome: 'done before' };
  const at = tx.clock.now();
  const handle = read.account?.handle ?? row.handle;
  const accountId =
    row.account_id ??
    (await openConnected(tx, { orgId: row.org_id, platform: row.network, handle, url: read.account?.url ?? row.url }));
  if (read.account) await saveFollowers(tx, accountId, read.account, at);
  if (read.audience) await saveAudience(tx, accountId, read.audience);
  await saveMeasured(tx, accountId, { handle, ...(read.audience ? { audienceAsOf: at } : {}) });
  await saveDays(
    tx,
    accountId,
    read.days.map((day) => ({ ...NO_FIGURES, day: day.day, reach: day.reach, newFollowers: day.newFollowers })),
  );
  await upsertPosts(tx.db, accountId, read.posts.map(toPost), at);
  if (read.comments) await saveComments(tx, { network: row.network, handle, accountId, comments: read.comments });
  const known = await postsCount(tx.db, accountId);
  const refused = [...new Set([...row.refused, ...read.lost])];
  const common = {
    account_id: accountId,
    handle,
    ...(read.account ? { name: read.account.name, url: read.account.url, picture_url: read.account.pictureUrl } : {}),
    ...(read.comments ? { comments_read_at: at } : {}),
    scopes: row.scopes.filter((scope) => !refused.includes(scope)),
    refused,
    posts_read: known,
    ...(read.account
      ? { posts_total: read.account.posts === null ? null : Math.min(read.account.posts, MAX_POSTS) }
      : {}),
    problem: null,
    problem_since: null,
    failures: 0,
    at,
  };
  if (!isLastPage(row, read, known, at)) {
    await updateConnection(tx.db, row.id, {
      ...common,
      sync_cursor: read.next,
      sync_pages: row.sync_pages + 1,
      next_sync_at: at,
    });
    return { outcome: `page ${row.sync_pages + 1}` };
  }
  if (read.hasPosts) await saveFromPosts(tx, row, accountId, at);
  await updateConnection(tx.db, row.id, {
    ...common,
    sync_cursor: null,
    sync_pages: 0,
    last_sync_at: at,
    backfilled_at: row.backfilled_at ?? at,
    next_sync_at: new Date(at.getTime() + SYNC_EVERY_MS),
  });
  return { outcome: 'up to date' };
}

const NO_FIGURES: Omit<DayFigures, 'day'> = {
  followers: null,
  views: null,
  likes: null,
  comments: null,
  posts: null,
  reach: null,
  newFollowers: null,
};

const toPost = (post: RemotePost) => ({
  remoteId: post.remoteId,
  at: post.at,
  url: post.url,
  text: [...post.text].slice(0, TEXT).join(''),
  isVideo: post.isVideo,
  likes: Math.max(0, post.likes),
  comments: Math.max(0, post.comments),
  views: post.views,
});

const sinceOf = (row: ConnectionRow, at: Date): Date =>
  new Date(at.getTime() - (row.backfilled_at ? FRESH_POST_DAYS : BACKFILL_DAYS) * DAY_MS);

function isLastPage(row: ConnectionRow, read: Read, known: number, at: Date): boolean {
  const oldest = read.posts.at(-1);
  return (
    read.next === null ||
    row.sync_pages + 1 >= MAX_PAGES ||
    (oldest !== undefined && oldest.at < sinceOf(row, at)) ||
    (row.backfilled_at === null && known >= MAX_POSTS)
  );
}

/** The day's number of followers, as counted now. */
async function saveFollowers(tx: SystemContext, accountId: string, account: RemoteAccount, at: Date): Promise<void> {
  if (account.followers === null) return;
  const day = dayOf(at);
  await saveDays(tx, accountId, [{ ...NO_FIGURES, day, followers: account.followers }]);
  const before = await followersBefore(tx, accountId, day);
  await saveMeasured(tx, accountId, {
    handle: account.handle,
    followers: account.followers,
    growthBps: growthOf(before, account.followers),
    asOf: at,
  });
}

/** Engagement and views of the last posts, and for each day what was published on it. */
async function saveFromPosts(tx: SystemContext, row: ConnectionRow, accountId: string, at: Date): Promise<void> {
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
