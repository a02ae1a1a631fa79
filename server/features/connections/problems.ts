import { ADDRESSES } from '../../core/addresses.ts';
import { withTx, type SystemContext } from '../../context.ts';
import type { SocialProblem } from '../../integrations/social/social.ts';
import { notify } from '../notifications/notify.ts';
import { lockedConnection, newestToken, updateConnection, type ConnectionRow } from './queries/connections.ts';
import { nextTry, QUOTAS, windowStart, type Network } from './rules.ts';
import type { SyncProblem } from './schema.ts';

/** Names as the networks write them. */
export const NETWORK_NAMES: Readonly<Record<Network, string>> = {
  instagram: 'Instagram',
  tiktok: 'TikTok',
  youtube: 'YouTube',
};

export const noticeOf = (row: ConnectionRow) => ({
  orgId: row.org_id,
  link: ADDRESSES.account,
  roles: ['owner', 'admin', 'agent'] as const,
});

/** The consent is over: nothing is read until the owner consents again. `tokenId`: unless there are newer tokens. */
export async function endConsent(ctx: SystemContext, id: string, tokenId: string | null): Promise<void> {
  await withTx(ctx, async (tx) => {
    const row = await lockedConnection(tx.db, id);
    if (row?.state !== 'active') return;
    if (tokenId !== null && (await newestToken(tx.db, id))?.id !== tokenId) return;
    const at = tx.clock.now();
    await updateConnection(tx.db, id, {
      state: 'consent_needed',
      next_sync_at: null,
      refresh_at: null,
      refresh_claimed_at: null,
      sync_cursor: null,
      sync_pages: 0,
      problem: null,
      problem_since: row.problem_since ?? at,
      at,
    });
    await notify(tx, {
      ...noticeOf(row),
      kind: 'consent_ended',
      data: { title: NETWORK_NAMES[row.network], name: row.handle },
      key: `consent_ended:${id}:${at.toISOString()}`,
    });
  });
}

/** Keeps what went wrong with the connection, and when it is tried again. */
export async function noteProblem(
  ctx: SystemContext,
  row: ConnectionRow,
  refusal: { problem: SocialProblem; retryAfterSeconds: number | null },
): Promise<{ outcome: string }> {
  const { problem } = refusal;
  if (problem === 'expired' || problem === 'scope') {
    await endConsent(ctx, row.id, null);
    return { outcome: 'the consent is over' };
  }
  const kept: SyncProblem = problem === 'code' ? 'refused' : problem;
  await withTx(ctx, async (tx) => {
    const now = await lockedConnection(tx.db, row.id);
    if (now?.state !== 'active') return;
    const at = tx.clock.now();
    const failures = kept === 'unavailable' ? now.failures + 1 : now.failures;
    await updateConnection(tx.db, row.id, {
      problem: kept,
      problem_since: now.problem === kept && now.problem_since ? now.problem_since : at,
      failures,
      next_sync_at: new Date(at.getTime() + nextTry(kept, failures, retryAfter(row.network, refusal, at))),
      at,
    });
  });
  return { outcome: kept };
}

/** YouTube's day has no Retry-After: its calls are counted until midnight there. */
function retryAfter(network: Network, refusal: { problem: SocialProblem; retryAfterSeconds: number | null }, at: Date) {
  if (refusal.problem !== 'rate' || refusal.retryAfterSeconds !== null || network !== 'youtube')
    return refusal.retryAfterSeconds;
  return secondsLeft(network, at);
}

/** Until a network's window is over. */
export const secondsLeft = (network: Network, at: Date): number => {
  const quota = QUOTAS[network];
  return Math.max(1, Math.ceil((windowStart(quota, at).getTime() + quota.windowMs - at.getTime()) / 1_000));
};
