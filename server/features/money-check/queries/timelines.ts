import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { MilestoneState, TimelineEvent } from '../../escrow/schema.ts';

export interface ChainRow extends Omit<TimelineEvent, 'milestoneTitle'> {
  contractId: string;
}

const isOf = (column: string, page: readonly string[]) => sql<boolean>`${sql.ref(column)} = any(${page}::uuid[])`;

/** Events of these contracts, by contract and in their order. */
export async function eventsOf(db: Db, contractIds: readonly string[]): Promise<ChainRow[]> {
  const rows = await db
    .selectFrom('escrow_events')
    .select([
      'id',
      'contract_id as contractId',
      'seq',
      'type',
      'milestone_id as milestoneId',
      'actor_kind as actorKind',
      'actor_name as actorName',
      'data',
      'at',
      'held',
      'released',
      'refunded',
      'disputed',
      'hash',
      'prev_hash as prevHash',
    ])
    .where(isOf('contract_id', contractIds))
    .orderBy('contract_id')
    .orderBy('seq')
    .execute();
  return rows as unknown as ChainRow[];
}

/** A call that looked the representation up before its end may still be under way. */
const CALL_UNDER_WAY = sql.lit('30 seconds');

/** Which of these events, done in a creator's name, no agency has recorded as an act under a representation in force. */
export async function eventsWithoutMandate(
  db: Db,
  eventIds: readonly string[],
): Promise<{ contract_id: string; seq: number }[]> {
  const { rows } = await sql<{ contract_id: string; seq: number }>`
    select e.contract_id, e.seq from escrow_events e
     where e.id = any(${eventIds}::uuid[]) and not exists (
       select from representation_acts a join representations r on r.id = a.representation_id
        where a.creator_org = e.creator_org and a.user_id = e.actor_user and a.at <= e.at
          and (e.request_key is null or e.request_key = a.request_key or starts_with(e.request_key, a.request_key || ':'))
          and (r.agency_org, r.creator_org) = (a.agency_org, a.creator_org) and r.valid_from <= a.at
          and a.at <= least(coalesce(r.valid_to, 'infinity'), coalesce(r.ended_at, 'infinity')) + interval ${CALL_UNDER_WAY})
     order by e.contract_id, e.seq`.execute(db);
  return rows;
}

export async function contractCurrencies(db: Db, contractIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.selectFrom('contracts').select(['id', 'currency']).where(isOf('id', contractIds)).execute();
  return new Map(rows.map((c) => [c.id, c.currency]));
}

/** Milestones of these contracts that are more than proposed. */
export async function milestoneStates(
  db: Db,
  contractIds: readonly string[],
): Promise<{ id: string; contract_id: string; state: MilestoneState }[]> {
  return db
    .selectFrom('milestones')
    .select(['id', 'contract_id', 'state'])
    .where(isOf('contract_id', contractIds))
    .where('state', '<>', 'proposed')
    .execute();
}

type Balances = Record<'held' | 'released' | 'refunded' | 'disputed', number>;

/** Balances of these contracts in the ledger; none where no money moved. */
export async function ledgerBalances(db: Db, contractIds: readonly string[]): Promise<Map<string, Balances>> {
  const { rows } = await sql<Balances & { contract_id: string }>`
    select contract_id, held, released, refunded, disputed from contract_balances(${contractIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.contract_id, row]));
}
