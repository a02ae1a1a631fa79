import { withTx, type SystemContext } from '../../context.ts';
import type {
  RemoteAccount,
  RemoteDay,
  RemotePost,
  SocialNetwork,
  SocialTokens,
} from '../../integrations/social/social.ts';
import { followersBefore, openConnected, saveAudience, saveDays, saveMeasured } from '../creators/connected.ts';
import type { AudienceShare } from '../creators/schema.ts';
import { confirmByCode } from './by-code.ts';
import { areCommentsDue, readComments, saveComments } from './comments.ts';
import { clientOf, networkProblem } from './network.ts';
import { noteProblem, secondsLeft } from './problems.ts';
import { connectionById, lockedConnection, updateConnection, type ConnectionRow } from './queries/connections.ts';
import { postsCount, upsertPosts } from './queries/posts.ts';
import {
  COMMENT_POSTS,
  DAY_MS,
  dayOf,
  growthOf,
  isByCode,
  MAX_PAGES,
  MAX_POSTS,
  sharesOf,
  type Network,
} from './rules.ts';
import { accessOf, haveCalls, NO_FIGURES, NO_PROBLEM, saveFromPosts, SCOPE_OF, sinceOf, syncedAt } from './steps.ts';
import { syncViews, viewsAreRefused, VIEWS_LEFT } from './views.ts';

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
 * One step of a sync: the account with one page of posts, then one page more at a time, then the views of some posts at a
 * time where the network gives them one by one. What it reads is written together with the place to go on from, so that a
 * step that is repeated changes nothing.
 */
export async function syncAccount(ctx: SystemContext, { id }: { id: string }): Promise<{ outcome: string }> {
  const row = await withTx(ctx, (tx) => connectionById(tx.db, id));
  if (row?.state !== 'active') return { outcome: row?.state ?? 'gone' };
  if (row.next_sync_at && row.next_sync_at > ctx.clock.now()) return { outcome: 'not due' };
  if (isByCode(row.remote_id)) return confirmByCode(ctx, row);
  try {
    if (row.sync_cursor === VIEWS_LEFT) return await syncViews(ctx, row);
    if (!(await haveCalls(ctx, row, callsOf(ctx, row))))
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

function callsOf(ctx: SystemContext, row: ConnectionRow): number {
  const { first, page } = CALLS[row.network];
  return (row.sync_cursor === null ? first : page) + (areCommentsDue(row, ctx.clock.now()) ? COMMENT_POSTS : 0);
}

async function readPublic(ctx: SystemContext, row: ConnectionRow): Promise<Read | { outcome: string }> {
  const read = ctx.integrations.social.channel;
  const account = await read?.(row.remote_id ?? row.handle);
  if (!account) return noteProblem(ctx, row, { problem: read ? 'missing' : 'refused', retryAfterSeconds: null });
  return { account, posts: [], next: null, hasPosts: false, days: [], audience: null, comments: null, lost: [] };
}

async function readOwn(ctx: SystemContext, row: ConnectionRow): Promise<Read | { outcome: string }> {
  const access = await accessOf(ctx, row);
  return 'outcome' in access ? access : readPage(ctx, row, access.client, access.tokens);
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
  const separateViews = Boolean(clientOf(tx, row.network)?.postViews);
  await upsertPosts(tx.db, { accountId, posts: read.posts.map(toPost), separateViews, at });
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
    ...NO_PROBLEM,
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
  if (separateViews && read.hasPosts && !viewsAreRefused(row, refused)) {
    await updateConnection(tx.db, row.id, {
      ...common,
      sync_cursor: VIEWS_LEFT,
      sync_pages: row.sync_pages + 1,
      next_sync_at: at,
    });
    return { outcome: 'posts are read' };
  }
  await updateConnection(tx.db, row.id, { ...common, ...syncedAt(row, at) });
  return { outcome: 'up to date' };
}

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
