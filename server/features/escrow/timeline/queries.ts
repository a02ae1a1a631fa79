import type { Db } from '../../../../db/client.ts';
import type { TimelineEvent } from '../schema.ts';
import type { LockedContract } from '../deals/queries/contracts.ts';

export interface LastEvent {
  seq: number;
  hash: string;
  held: number;
  released: number;
  refunded: number;
  disputed: number;
}

export async function lastEvent(db: Db, contractId: string): Promise<LastEvent | undefined> {
  return db
    .selectFrom('escrow_events')
    .select(['seq', 'hash', 'held', 'released', 'refunded', 'disputed'])
    .where('contract_id', '=', contractId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export interface InsertedEvent extends Omit<TimelineEvent, 'milestoneTitle'> {
  contractId: string;
  actorUser: string | null;
  requestKey: string | null;
  parties: LockedContract;
}

export async function insertEvent(db: Db, e: InsertedEvent): Promise<void> {
  await db
    .insertInto('escrow_events')
    .values({
      id: e.id,
      contract_id: e.contractId,
      milestone_id: e.milestoneId,
      brand_org: e.parties.brand_org,
      creator_org: e.parties.creator_org,
      agency_org: e.parties.agency_org,
      seq: e.seq,
      type: e.type,
      actor_kind: e.actorKind,
      actor_user: e.actorUser,
      actor_name: e.actorName,
      request_key: e.requestKey,
      data: JSON.stringify(e.data),
      held: e.held,
      released: e.released,
      refunded: e.refunded,
      disputed: e.disputed,
      at: e.at,
      prev_hash: e.prevHash,
      hash: e.hash,
    })
    .execute();
}

/** The whole timeline of a deal, oldest first. */
export async function chainOf(db: Db, contractId: string): Promise<TimelineEvent[]> {
  const rows = await db
    .selectFrom('escrow_events as e')
    .leftJoin('milestones as m', 'm.id', 'e.milestone_id')
    .select([
      'e.id',
      'e.seq',
      'e.type',
      'e.milestone_id',
      'm.title',
      'e.actor_kind',
      'e.actor_name',
      'e.data',
      'e.at',
      'e.held',
      'e.released',
      'e.refunded',
      'e.disputed',
      'e.hash',
      'e.prev_hash',
    ])
    .where('e.contract_id', '=', contractId)
    .orderBy('e.seq')
    .execute();
  return rows.map((r) => ({
    id: r.id,
    seq: r.seq,
    type: r.type,
    milestoneId: r.milestone_id,
    milestoneTitle: r.title,
    actorKind: r.actor_kind,
    actorName: r.actor_name,
    data: r.data as TimelineEvent['data'],
    at: r.at,
    held: r.held,
    released: r.released,
    refunded: r.refunded,
    disputed: r.disputed,
    hash: r.hash,
    prevHash: r.prev_hash,
  }));
}
