import { sql, type Kysely } from 'kysely';
import { secureFunction } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

/** What the marketplace of small creators counts of deals, ratings and answers, which belong to single orgs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runSqlFile(db, '20261204T0620-micro-market.sql');
  await secureFunction(db, 'creator_records(uuid[], timestamptz)', ['sponsio_app', 'sponsio_worker']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function creator_records(uuid[], timestamptz)`.execute(db);
}
