import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { Subject } from './check.ts';

/** Rows of a page of each walk. */
export const PAGE: Record<Subject, number> = {
  whole: 0,
  postings: 5_000,
  accounts: 5_000,
  contracts: 1_000,
  timelines: 1_000,
};

const NO_UUID = '00000000-0000-0000-0000-000000000000';
const NEXT: Record<Exclude<Subject, 'whole'>, (after: string | null) => ReturnType<typeof sql<{ id: string }>>> = {
  postings: (after) =>
    sql`select id::text as id from ledger_tx where id > ${after ?? NO_UUID}::uuid order by ledger_tx.id limit ${PAGE.postings}`,
  accounts: (after) =>
    sql`select id::text as id from ledger_accounts where id > ${Number(after ?? 0)}::bigint order by ledger_accounts.id limit ${PAGE.accounts}`,
  contracts: (after) =>
    sql`select id::text as id from contracts where id > ${after ?? NO_UUID}::uuid order by contracts.id limit ${PAGE.contracts}`,
  // Also of contracts that are not there: their events are a difference of their own.
  timelines: (after) =>
    sql`select distinct contract_id::text as id, contract_id from escrow_events where contract_id > ${after ?? NO_UUID}::uuid order by contract_id limit ${PAGE.timelines}`,
};

/** The next page of a walk: ids after the last one that was seen, in their order. */
export async function nextPage(db: Db, over: Exclude<Subject, 'whole'>, after: string | null): Promise<string[]> {
  return (await NEXT[over](after).execute(db)).rows.map((row) => row.id);
}

/** About how many rows a run reads of our own books. */
export async function rowsToRead(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from ledger_tx) + (select count(*) from ledger_accounts) + 2 * (select count(*) from contracts) as n`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Reads in one snapshot that lasts as long as `work`; in the transaction that is open, where there is one. */
export const inSnapshot =
  (db: Db) =>
  <T>(work: (snapshot: Db) => Promise<T>): Promise<T> =>
    db.isTransaction
      ? work(db)
      : db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
