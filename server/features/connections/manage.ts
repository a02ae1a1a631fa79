import { randomBytes } from 'node:crypto';
import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { requireRight } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import { signalWorkflow, startWorkflow } from '../outbox/commands.ts';
import { findAccount } from './by-code.ts';
import { openClaim } from './connect.ts';
import { toConnection } from './dto.ts';
import { waysOf } from './network.ts';
import {
  connectionById,
  connectionsOf,
  endConnections,
  handleHolder,
  holderOf,
  insertConnection,
  lockRemote,
  updateConnection,
  type ConnectionRow,
} from './queries/connections.ts';
import { isByCode, proofOf, SYNC_REST_MS, NETWORKS, type Network } from './rules.ts';
import type { channelInput, ConnectionDto, connectionInput, MyConnections, Way } from './schema.ts';

export async function myConnections(ctx: OrgContext): Promise<MyConnections> {
  return withTx(ctx, async (tx) => ({
    ways: Object.fromEntries(NETWORKS.map((network) => [network, waysOf(tx, network)])) as Record<Network, Way[]>,
    connections: (await connectionsOf(tx.db, tx.actor.orgId)).map(toConnection),
  }));
}

async function ownConnection(tx: OrgContext, { connectionId }: { connectionId: string }): Promise<ConnectionRow> {
  const row = await connectionById(tx.db, connectionId);
  if (!row || row.org_id !== tx.actor.orgId || row.state === 'ending') throw new AppError('not_found');
  return row;
}

/** Ends a connection: its workflow takes the consent back and deletes what was read. */
export async function disconnect(ctx: OrgContext, input: z.output<typeof connectionInput>): Promise<MyConnections> {
  requireRight(ctx, 'profile.edit');
  return withTx(ctx, async (tx) => {
    const row = await ownConnection(tx, input);
    await endConnections(tx.db, { id: row.id }, 'owner', tx.clock.now());
    if (row.state === 'unproven') await startWorkflow(tx, 'accountSync', row.id);
    else await signalWorkflow(tx, 'accountSync', row.id, 'disconnected', newId());
    await audit(tx, 'account.disconnected', `connection:${row.id}`, { network: row.network });
    return myConnections(tx);
  });
}

/** Reads the account now instead of at its time. Throws connection.too_soon right after the last time. */
export async function syncNow(ctx: OrgContext, input: z.output<typeof connectionInput>): Promise<ConnectionDto> {
  requireRight(ctx, 'profile.edit');
  return withTx(ctx, async (tx) => {
    const row = await ownConnection(tx, input);
    const now = tx.clock.now();
    if (row.state !== 'active') throw new AppError('state.wrong');
    // A network that limits the calls has said when to go on.
    const waits = row.problem === 'rate' && row.next_sync_at && row.next_sync_at > now;
    if (waits || (row.last_sync_at && now.getTime() - row.last_sync_at.getTime() < SYNC_REST_MS))
      throw new AppError('connection.too_soon');
    await updateConnection(tx.db, row.id, { next_sync_at: now, at: now });
    await signalWorkflow(tx, 'accountSync', row.id, 'sync_requested', newId());
    return toConnection({ ...row, next_sync_at: now });
  });
}

/** Begins to connect an account without a sign-in: its owner puts a code into the description. */
export async function addChannel(ctx: OrgContext, input: z.output<typeof channelInput>): Promise<ConnectionDto> {
  requireRight(ctx, 'profile.edit');
  const found = await findAccount(ctx, input.network, input.handle);
  return withTx(ctx, async (tx) => {
    const before = (await connectionsOf(tx.db, tx.actor.orgId)).find(
      (row) => row.network === input.network && row.remote_id === found.remoteId,
    );
    if (before) return toConnection(before);
    const id = newId();
    await insertConnection(tx.db, {
      id,
      org_id: tx.actor.orgId,
      user_id: tx.actor.userId,
      network: input.network,
      kind: 'public',
      state: 'unproven',
      remote_id: found.remoteId,
      handle: found.handle,
      name: found.name,
      url: found.url,
      proof: proofOf(randomBytes(8)),
      at: tx.clock.now(),
    });
    return toConnection((await connectionById(tx.db, id))!);
  });
}

/** Looks for the code in the description. Throws connection.code_missing while it is not there. */
export async function proveChannel(ctx: OrgContext, input: z.output<typeof connectionInput>): Promise<ConnectionDto> {
  requireRight(ctx, 'profile.edit');
  const row = await withTx(ctx, (tx) => ownConnection(tx, input));
  if (row.state !== 'unproven') return toConnection(row);
  const found = await findAccount(
    ctx,
    row.network,
    isByCode(row.remote_id) ? row.handle : (row.remote_id ?? row.handle),
  );
  if (!row.proof || !found.description.includes(row.proof)) throw new AppError('connection.code_missing');
  const isFree = await withTx(ctx, async (tx) => {
    await lockRemote(tx.db, row.network, found.remoteId);
    const holder =
      (await holderOf(tx.db, row.network, found.remoteId)) ??
      // Connected by its sign-in, it has another id.
      (isByCode(found.remoteId) ? await handleHolder(tx.db, { ...row, codes: false }) : null);
    if (holder !== null) {
      if (holder !== tx.actor.orgId) await openClaim(tx, row.network, found.remoteId, found.handle);
      return false;
    }
    const at = tx.clock.now();
    await updateConnection(tx.db, row.id, {
      state: 'active',
      proof: null,
      handle: found.handle,
      name: found.name,
      next_sync_at: at,
      at,
    });
    await startWorkflow(tx, 'accountSync', row.id, { attributes: { CreatorOrg: tx.actor.orgId } });
    await audit(tx, 'account.connected', `connection:${row.id}`, { network: row.network });
    return true;
  });
  if (!isFree) throw new AppError('connection.taken');
  return withTx(ctx, async (tx) => toConnection(await ownConnection(tx, input)));
}
