import { sql, type Kysely } from 'kysely';
import { secureFunction } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

/** The sides of a deal read that the transfer of the agency's share has no answer of the provider. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runSqlFile(db, '20261217T0400-late-agency-shares.sql');
  await secureFunction(db, 'late_agency_shares(uuid)', ['sponsio_app']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function late_agency_shares(uuid)`.execute(db);
}
