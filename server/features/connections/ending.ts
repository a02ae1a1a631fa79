import { ADDRESSES } from '../../core/addresses.ts';
import { withTx, type SystemContext } from '../../context.ts';
import { newId } from '../../core/ids.ts';
import { audit } from '../audit/audit.ts';
import { closeConnected, saveProof } from '../creators/connected.ts';
import { accountPictureKey } from '../creators/rules.ts';
import { notify } from '../notifications/notify.ts';
import { signalWorkflow } from '../outbox/commands.ts';
import { clientOf, networkProblem, openTokens } from './network.ts';
import { NETWORK_NAMES, noticeOf } from './problems.ts';
import {
  connectionById,
  deleteConnection,
  endConnections,
  endConnectionsOfPerson as endOfPerson,
  liveConnection,
  lockedConnection,
  newestToken,
  updateConnection,
  type ConnectionRow,
} from './queries/connections.ts';
import { isByCode, pauseAfter, type Network } from './rules.ts';

/** A network that does not answer keeps the consent for its owner to take back. */
const MAX_TRIES = 6;

/**
 * Ends a connection: deletes what was read, takes the consent back at the network, then deletes tokens and row. Figures
 * go first, whether the network answers or not.
 */
export async function endConnection(ctx: SystemContext, { id }: { id: string }): Promise<{ outcome: string }> {
  const before = await withTx(ctx, (tx) => connectionById(tx.db, id));
  // The file before the row that names it; an account that is ending gets no new one.
  if (before?.state === 'ending' && before.account_id)
    await ctx.integrations.storage.remove(accountPictureKey(before.account_id));
  const row = await withTx(ctx, async (tx) => {
    const found = await lockedConnection(tx.db, id);
    if (found?.state !== 'ending') return null;
    if (found.account_id) {
      await closeConnected(tx, found.account_id);
      await updateConnection(tx.db, id, { account_id: null, posts_read: 0, at: tx.clock.now() });
    }
    if (isByCode(found.remote_id))
      await saveProof(tx, { orgId: found.org_id, platform: found.network, handle: found.handle, at: null });
    return found;
  });
  if (!row) return { outcome: 'gone' };
  const isRevoked = await revoke(ctx, row);
  if (!isRevoked && row.failures + 1 < MAX_TRIES) {
    await withTx(ctx, async (tx) => {
      const at = tx.clock.now();
      await updateConnection(tx.db, id, {
        failures: row.failures + 1,
        next_sync_at: new Date(at.getTime() + pauseAfter(row.failures + 1)),
        at,
      });
    });
    return { outcome: 'the network does not answer' };
  }
  await withTx(ctx, async (tx) => {
    const found = await connectionById(tx.db, id);
    if (!found) return;
    await deleteConnection(tx.db, id);
    await audit(tx, 'account.forgotten', `connection:${id}`, { network: row.network });
    if (row.ended_by === 'network')
      await notify(tx, {
        ...noticeOf(row),
        kind: 'consent_ended',
        data: { title: NETWORK_NAMES[row.network], name: row.handle },
        key: `consent_ended:${id}`,
        link: ADDRESSES.account,
      });
  });
  return { outcome: 'deleted' };
}

/** False where it has to be tried again. */
async function revoke(ctx: SystemContext, row: ConnectionRow): Promise<boolean> {
  const client = clientOf(ctx, row.network);
  if (!client || row.kind !== 'consent' || row.ended_by === 'network') return true;
  const tokens = await withTx(ctx, async (tx) => {
    // Connected again: the new consent is the same one at the network.
    if (row.remote_id && (await liveConnection(tx.db, { network: row.network, remoteId: row.remote_id }))) return null;
    const stored = await newestToken(tx.db, row.id);
    return stored ? openTokens(tx, stored.sealed, row.id) : null;
  });
  if (!tokens) return true;
  try {
    await client.revoke(tokens);
    return true;
  } catch (error) {
    const refusal = networkProblem(error);
    if (!refusal) throw error;
    return refusal.problem !== 'unavailable' && refusal.problem !== 'rate';
  }
}

/** A network's signed call reports that an account took its consent back or requires the deletion of its data. */
export async function endByNetwork(
  ctx: SystemContext,
  { network, remoteId }: { network: Network; remoteId: string },
): Promise<{ ended: number }> {
  return withTx(ctx, async (tx) => {
    const ids = await endConnections(tx.db, { network, remoteId }, 'network', tx.clock.now());
    for (const id of ids) await signalWorkflow(tx, 'accountSync', id, 'ended_at_network', newId());
    return { ended: ids.length };
  });
}

/** In the transaction of a person's erasure; the workflows take the consents back. */
export async function endConnectionsOfPerson(tx: SystemContext, userId: string): Promise<void> {
  for (const id of await endOfPerson(tx.db, userId, tx.clock.now()))
    await signalWorkflow(tx, 'accountSync', id, 'erased', newId());
}

/** The step of the workflow: notifies the owner that a consent ends soon and could not be renewed. */
export async function warnOfEnd(ctx: SystemContext, { id }: { id: string }): Promise<{ outcome: string }> {
  return withTx(ctx, async (tx) => {
    const row = await lockedConnection(tx.db, id);
    if (row?.state !== 'active' || !row.consent_ends_at || row.warned_at) return { outcome: 'not needed' };
    await updateConnection(tx.db, id, { warned_at: tx.clock.now(), at: tx.clock.now() });
    await notify(tx, {
      ...noticeOf(row),
      kind: 'consent_ending',
      data: {
        title: NETWORK_NAMES[row.network],
        name: row.handle,
        deadlineAt: row.consent_ends_at.toISOString(),
      },
      key: `consent_ending:${id}:${row.consent_ends_at.toISOString()}`,
    });
    return { outcome: 'told' };
  });
}
