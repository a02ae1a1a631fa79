import { withTx, type SystemContext } from '../../context.ts';
import type { SocialNetwork, SocialTokens } from '../../integrations/social/social.ts';
import { networkProblem } from './network.ts';
import { noteProblem } from './problems.ts';
import { lockedConnection, updateConnection, type ConnectionRow } from './queries/connections.ts';
import { postsDueForViews, saveViews } from './queries/posts.ts';
import { DAY_MS, FRESH_POST_DAYS, VIEWS_BATCH, VIEWS_EVERY_MS, VIEWS_FAILURES } from './rules.ts';
import { accessOf, haveCalls, NO_PROBLEM, saveFromPosts, SCOPE_OF, syncedAt } from './steps.ts';

/** In place of a page: all posts are read, and the views of some are left. No network has such a cursor. */
export const VIEWS_LEFT = '(views)';

type PostViews = { remoteId: string; views: number | null };
interface ViewsRead {
  views: PostViews[];
  /** Why nothing more can be read now. */
  stopped: ReturnType<typeof networkProblem>;
}

/** The next posts of an account whose views are due, as many as one step reads. */
const dueForViews = (ctx: SystemContext, accountId: string): Promise<string[]> =>
  withTx(ctx, (tx) => {
    const now = tx.clock.now().getTime();
    return postsDueForViews(tx.db, {
      accountId,
      freshSince: new Date(now - FRESH_POST_DAYS * DAY_MS),
      readBefore: new Date(now - VIEWS_EVERY_MS),
      limit: VIEWS_BATCH,
    });
  });

/**
 * Views of posts, one call each. A post that the network has none of counts as read; one whose call got no answer stays due.
 * What was read before the network refused any more is returned.
 */
async function readViews(
  read: NonNullable<SocialNetwork['postViews']>,
  tokens: SocialTokens,
  postIds: readonly string[],
): Promise<ViewsRead> {
  const views: PostViews[] = [];
  let failures = 0;
  for (const remoteId of postIds) {
    try {
      views.push({ remoteId, views: await read(tokens, remoteId) });
      failures = 0;
    } catch (error) {
      const refusal = networkProblem(error);
      if (!refusal) throw error;
      if (refusal.problem === 'missing' || refusal.problem === 'refused') views.push({ remoteId, views: null });
      else if (refusal.problem !== 'unavailable') return { views, stopped: refusal };
      else if ((failures += 1) >= VIEWS_FAILURES) break;
    }
  }
  return { views, stopped: null };
}

/** The scope that the views of posts need where they are read one by one. */
export const viewsAreRefused = (row: Pick<ConnectionRow, 'network'>, refused: readonly string[]): boolean =>
  refused.includes(SCOPE_OF[row.network].insights ?? '');

/**
 * The views of the next posts that are due. Where the account's calls of the day are used up, or nothing more is answered,
 * the sync ends without the rest: it stays due, and the figures say of how many posts they are.
 */
export async function syncViews(ctx: SystemContext, row: ConnectionRow): Promise<{ outcome: string }> {
  const due = row.account_id === null ? [] : await dueForViews(ctx, row.account_id);
  if (due.length === 0 || !(await haveCalls(ctx, row, due.length)))
    return withTx(ctx, (tx) => saveViewsStep(tx, row, { views: [], goesOn: false, lost: [] }));
  const access = await accessOf(ctx, row);
  if ('outcome' in access) return access;
  const { postViews } = access.client;
  const { views, stopped } = postViews ? await readViews(postViews, access.tokens, due) : { views: [], stopped: null };
  const scope = SCOPE_OF[row.network].insights;
  const lost = stopped?.problem === 'scope' && scope !== undefined ? [scope] : [];
  const waits = stopped !== null && lost.length === 0;
  const goesOn = waits || (lost.length === 0 && views.length > 0);
  const saved = await withTx(ctx, (tx) => saveViewsStep(tx, row, { views, goesOn, lost }));
  return waits ? noteProblem(ctx, row, stopped) : saved;
}

async function saveViewsStep(
  tx: SystemContext,
  before: ConnectionRow,
  read: { views: { remoteId: string; views: number | null }[]; goesOn: boolean; lost: string[] },
): Promise<{ outcome: string }> {
  const row = await lockedConnection(tx.db, before.id);
  if (row?.state !== 'active') return { outcome: row?.state ?? 'gone' };
  // Another run of this step was faster.
  if (row.sync_cursor !== before.sync_cursor || row.sync_pages !== before.sync_pages) return { outcome: 'done before' };
  const at = tx.clock.now();
  const refused = [...new Set([...row.refused, ...read.lost])];
  const common = { scopes: row.scopes.filter((scope) => !refused.includes(scope)), refused, ...NO_PROBLEM, at };
  if (row.account_id) await saveViews(tx.db, { accountId: row.account_id, views: read.views, at });
  if (read.goesOn) {
    await updateConnection(tx.db, row.id, { ...common, sync_pages: row.sync_pages + 1, next_sync_at: at });
    return { outcome: `views of ${read.views.length} posts` };
  }
  if (row.account_id) await saveFromPosts(tx, row, row.account_id, at);
  await updateConnection(tx.db, row.id, { ...common, ...syncedAt(row, at) });
  return { outcome: 'up to date' };
}
