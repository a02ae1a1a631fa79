import { sql, type Kysely } from 'kysely';
import { secureFunction } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

/** The page of an agency shows whether the payment provider has verified it; until then its creators confirm its signatures. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runSqlFile(db, '20261209T0900-verified-agencies.sql');
  await secureFunction(db, 'agency_verified(uuid)', ['sponsio_app']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function agency_verified(uuid)`.execute(db);
  await runSqlFile(db, '20261209T0900-verified-agencies-down.sql');
}
