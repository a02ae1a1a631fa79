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
