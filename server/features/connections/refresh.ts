import { withTx, type SystemContext } from '../../context.ts';
import { newId } from '../../core/ids.ts';
import type { SocialGrant, SocialTokens } from '../../integrations/social/social.ts';
import { clientOf, networkProblem, openTokens, sealTokens } from './network.ts';
import { endConsent } from './problems.ts';
import {
  deleteTokensBut,
  insertToken,
  lockedConnection,
  newestToken,
  updateConnection,
  type ConnectionRow,
} from './queries/connections.ts';
import { DAY_MS, REFRESH_AGAIN_MS, refreshDueAt, TOKEN_MARGIN_MS, type Network } from './rules.ts';

/** When a refresh whose answer was lost is repeated: Instagram's token still lives and is renewed once a day at most. */
export const refreshAgainAt = (network: Network, claimedAt: Date): Date =>
  new Date(claimedAt.getTime() + (network === 'instagram' ? DAY_MS : REFRESH_AGAIN_MS));

export type Access =
  | { kind: 'tokens'; tokens: SocialTokens }
  /** Another call is renewing them, or its answer was lost. */
  | { kind: 'later'; at: Date }
  | { kind: 'over' };

interface Claimed {
  row: ConnectionRow;
  tokens: SocialTokens;
  tokenId: string;
}

const isOver = (row: ConnectionRow, now: Date): boolean =>
  row.access_ends_at !== null && row.access_ends_at.getTime() - now.getTime() < TOKEN_MARGIN_MS;
const isDue = (row: ConnectionRow, now: Date): boolean =>
  isOver(row, now) || (row.refresh_at !== null && row.refresh_at <= now);

/** The tokens if they can be used; else claims their renewal, which one call does in a period. */
async function tokensOrClaim(tx: SystemContext, id: string, onlyIfOver: boolean): Promise<Access | Claimed> {
  const row = await lockedConnection(tx.db, id);
  const stored = row?.state === 'active' ? await newestToken(tx.db, id) : undefined;
  if (!row || !stored) return { kind: 'over' };
  const now = tx.clock.now();
  const tokens = openTokens(tx, stored.sealed, id);
  if (!(onlyIfOver ? isOver(row, now) : isDue(row, now))) return { kind: 'tokens', tokens };
  if (row.refresh_claimed_at) {
    const again = refreshAgainAt(row.network, row.refresh_claimed_at);
    if (again > now) return { kind: 'later', at: again };
  }
  await updateConnection(tx.db, id, { refresh_claimed_at: now, at: now });
  return { row, tokens, tokenId: stored.id };
}

/**
 * Tokens that live: renewed first where they end or are due. The claim is committed before the network is called; while
 * its outcome is unknown it is not repeated. `onlyIfOver`: for a read, which leaves the planned renewal alone.
 */
export async function liveTokens(
  ctx: SystemContext,
  { id, onlyIfOver }: { id: string; onlyIfOver: boolean },
): Promise<Access> {
  const claimed = await withTx(ctx, (tx) => tokensOrClaim(tx, id, onlyIfOver));
  if ('kind' in claimed) return claimed;
  const client = clientOf(ctx, claimed.row.network);
  if (!client) return { kind: 'over' };
  const claimedAt = ctx.clock.now();
  let grant: SocialGrant;
  try {
    grant = await client.refresh(claimed.tokens);
  } catch (error) {
    const refusal = networkProblem(error);
    if (!refusal) throw error;
    if (refusal.problem === 'rate') {
      const at = new Date(claimedAt.getTime() + (refusal.retryAfterSeconds ?? 60) * 1_000);
      await withTx(ctx, (tx) =>
        updateConnection(tx.db, id, { refresh_claimed_at: null, refresh_at: at, at: tx.clock.now() }),
      );
      return { kind: 'later', at };
    }
    // Without an answer the network may have issued tokens that are not stored here: the claim stays.
    if (refusal.problem === 'unavailable') return { kind: 'later', at: refreshAgainAt(claimed.row.network, claimedAt) };
    await endConsent(ctx, id, claimed.tokenId);
    return { kind: 'over' };
  }
  return withTx(ctx, (tx) => keepGrant(tx, claimed, grant));
}

async function keepGrant(tx: SystemContext, { row, tokenId }: Claimed, grant: SocialGrant): Promise<Access> {
  const now = await lockedConnection(tx.db, row.id);
  const newest = await newestToken(tx.db, row.id);
  if (now?.state !== 'active' || !newest) return { kind: 'over' };
  // The owner consented again meanwhile: those tokens are newer.
  if (newest.id !== tokenId) return { kind: 'tokens', tokens: openTokens(tx, newest.sealed, row.id) };
  const at = tx.clock.now();
  const id = newId();
  await insertToken(tx.db, {
    id,
    connectionId: row.id,
    orgId: row.org_id,
    sealed: sealTokens(tx, grant.tokens, row.id),
    at,
  });
  await deleteTokensBut(tx.db, row.id, id);
  const accessEndsAt = new Date(at.getTime() + grant.accessSeconds * 1_000);
  await updateConnection(tx.db, row.id, {
    access_ends_at: accessEndsAt,
    consent_ends_at: grant.consentSeconds === null ? null : new Date(at.getTime() + grant.consentSeconds * 1_000),
    refresh_at: refreshDueAt(row.network, at, accessEndsAt),
    refresh_claimed_at: null,
    warned_at: null,
    at,
  });
  return { kind: 'tokens', tokens: grant.tokens };
}

/** The step of the workflow: renews the access token before it ends. */
export async function refreshAccess(ctx: SystemContext, { id }: { id: string }): Promise<{ outcome: string }> {
  const { kind } = await liveTokens(ctx, { id, onlyIfOver: false });
  return { outcome: kind === 'tokens' ? 'renewed' : kind };
}
