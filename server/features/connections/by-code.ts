import { withTx, type OrgContext, type ServiceContext, type SystemContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import type { RemoteAccount } from '../../integrations/social/social.ts';
import { saveProof } from '../creators/connected.ts';
import { networkProblem } from './network.ts';
import { noteProblem } from './problems.ts';
import { lockedConnection, updateConnection, type ConnectionRow } from './queries/connections.ts';
import { codeId, isByCode, SYNC_EVERY_MS, type Network } from './rules.ts';

/** An account as anyone finds it, with the description that its owner may change. */
export type FoundAccount = Pick<RemoteAccount, 'handle' | 'name' | 'remoteId' | 'url'> & { description: string };

const MAX_PAGE_BYTES = 4 << 20;
const TIMEOUT_MS = 10_000;

type Page = { account: FoundAccount } | 'away' | 'missing';

/** The page of a profile, fetched like any address that people name. */
async function profilePage(ctx: ServiceContext, network: 'instagram' | 'tiktok', given: string): Promise<Page> {
  const handle = given.replace(/^@/u, '').toLowerCase();
  const { social, fetch } = ctx.integrations;
  const { fetched, shown } = social.profilePage.addresses(network, handle);
  try {
    const answer = await fetch(fetched, { types: ['text/html'], maxBytes: MAX_PAGE_BYTES, timeoutMs: TIMEOUT_MS });
    if (answer.status === 404 || answer.status === 410) return 'missing';
    if (answer.status !== 200) return 'away';
    const description = social.profilePage.descriptionOf(answer.body.toString('utf8'));
    return { account: { remoteId: codeId(handle), handle, name: handle, url: shown, description } };
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'FetchRefused') throw error;
    return 'away';
  }
}

/**
 * An account whose owner is to be proven by a code in its description: YouTube's by its public figures, the others by their
 * page. Throws connection.not_offered, connection.not_found_there, connection.network_away.
 */
export async function findAccount(ctx: OrgContext, network: Network, handle: string): Promise<FoundAccount> {
  if (network !== 'youtube') {
    const page = await profilePage(ctx, network, handle);
    if (page === 'missing') throw new AppError('connection.not_found_there', { field: 'handle' });
    if (page === 'away') throw new AppError('connection.network_away', { network });
    return page.account;
  }
  const read = ctx.integrations.social.channel;
  if (!read) throw new AppError('connection.not_offered', { network });
  try {
    const found = await read(handle);
    if (!found) throw new AppError('connection.not_found_there', { field: 'handle' });
    return found;
  } catch (error) {
    if (networkProblem(error)) throw new AppError('connection.network_away', { network });
    throw error;
  }
}

/** The daily look at an account that a code proved: it gives no figures, so that only its being there is noted. */
export async function confirmByCode(ctx: SystemContext, row: ConnectionRow): Promise<{ outcome: string }> {
  if (row.network === 'youtube' || !isByCode(row.remote_id)) throw new Error(`${row.id} was not proven by a page`);
  const page = await profilePage(ctx, row.network, row.handle);
  if (typeof page === 'string')
    return noteProblem(ctx, row, { problem: page === 'away' ? 'unavailable' : 'missing', retryAfterSeconds: null });
  return withTx(ctx, async (tx) => {
    const now = await lockedConnection(tx.db, row.id);
    if (now?.state !== 'active') return { outcome: now?.state ?? 'gone' };
    const at = tx.clock.now();
    await saveProof(tx, { orgId: row.org_id, platform: row.network, handle: row.handle, at });
    await updateConnection(tx.db, row.id, {
      last_sync_at: at,
      backfilled_at: row.backfilled_at ?? at,
      next_sync_at: new Date(at.getTime() + SYNC_EVERY_MS),
      problem: null,
      problem_since: null,
      failures: 0,
      at,
    });
    return { outcome: 'confirmed' };
  });
}
