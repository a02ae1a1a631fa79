import { withTx, type OrgContext, type ServiceContext } from '../../../context.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { eventHash, firstBrokenEvent, ZERO_HASH, type BalanceChange, type ChainVerdict } from './rules.ts';
import { chainOf, insertEvent, lastEvent } from './queries.ts';
import { contractOf, lockContract } from '../deals/queries/contracts.ts';
import type { EventType, TimelineEvent } from '../schema.ts';

export interface NewEvent {
  contractId: string;
  milestoneId?: string;
  type: EventType;
  /** Data of the event: ids, codes, amounts and texts of the two sides. */
  data?: TimelineEvent['data'];
  /** How the contract's balances change with it; absent: not at all. Must match the postings of this transaction. */
  change?: BalanceChange;
  /** Which of several events of this type that one act of a person writes, from 1. */
  nth?: number;
}

const NOTHING = { held: 0, released: 0, refunded: 0, disputed: 0 };

/**
 * The one writer of a deal's timeline, in the caller's transaction: locks the contract's row, takes the next number, adds
 * to the running balances and chains the hash. The actor is the context's; the request key of a person's act makes the event
 * unique per contract and type. Lock order: milestone before contract before ledger.
 */
export async function appendEvent(tx: ServiceContext, event: NewEvent): Promise<TimelineEvent> {
  const { db, actor } = tx;
  const contract = await lockContract(db, event.contractId);
  if (!contract) throw new AppError('not_found');
  const last = await lastEvent(db, event.contractId);
  const before = last ?? NOTHING;
  const { change = {} } = event;
  const person = actor.kind === 'org' || actor.kind === 'staff' ? actor : null;
  const entry = {
    contractId: event.contractId,
    seq: (last?.seq ?? 0) + 1,
    type: event.type,
    milestoneId: event.milestoneId ?? null,
    actorKind: actor.kind === 'org' ? actor.orgKind : actor.kind === 'staff' ? 'staff' : 'system',
    actorName: person?.name ?? null,
    data:
      actor.kind === 'org' && actor.acting
        ? { ...event.data, actingFor: actor.acting.creatorName }
        : (event.data ?? {}),
    at: tx.clock.now(),
    held: before.held + (change.held ?? 0),
    released: before.released + (change.released ?? 0),
    refunded: before.refunded + (change.refunded ?? 0),
    disputed: before.disputed + (change.disputed ?? 0),
  } as const;
  const prevHash = last?.hash ?? ZERO_HASH;
  const hash = await eventHash(prevHash, entry);
  const id = newId();
  await insertEvent(db, {
    ...entry,
    id,
    prevHash,
    hash,
    actorUser: person?.userId ?? null,
    requestKey: actor.kind === 'org' && tx.requestKey ? keyOf(tx.requestKey, event.nth) : null,
    parties: contract,
  });
  return { ...entry, id, prevHash, hash, milestoneTitle: null };
}

/**
 * Locks the timelines of several deals in one order, before events are written to each of them, so that two transactions
 * never wait for each other in a circle. Of one deal the first event does it.
 */
export async function lockTimelines(tx: ServiceContext, contractIds: readonly string[]): Promise<void> {
  const ids = [...new Set(contractIds)].toSorted();
  if (ids.length > 1) for (const id of ids) await lockContract(tx.db, id);
}

/** The same of one deal, before anything else that its event would be late for. */
export async function lockTimeline(tx: ServiceContext, contractId: string): Promise<void> {
  await lockContract(tx.db, contractId);
}

/** One act on several milestones of a deal writes an event of the same type for each. */
const keyOf = (requestKey: string, nth = 1): string => (nth === 1 ? requestKey : `${requestKey}:${nth}`);

/** Position of the first event of a deal that does not fit its hash chain, or null when all do. */
async function verifyChain(tx: ServiceContext, contractId: string): Promise<number | null> {
  return firstBrokenEvent(contractId, await chainOf(tx.db, contractId));
}

/** Computes the deal's hash chain again on the server; the deal page does the same in the browser. */
export async function verify(ctx: OrgContext, input: { contractId: string }): Promise<ChainVerdict> {
  return withTx(ctx, async (tx) => {
    if (!(await contractOf(tx.db, { contractId: input.contractId, orgId: tx.actor.orgId })))
      throw new AppError('not_found');
    const brokenAt = await verifyChain(tx, input.contractId);
    return { valid: brokenAt === null, brokenAt };
  });
}
