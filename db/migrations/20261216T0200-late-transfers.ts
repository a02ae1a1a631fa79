import { sql, type Kysely } from 'kysely';
import { secureFunction } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

/** A brand reads that the transfer to its creator has no answer of the provider. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runSqlFile(db, '20261216T0200-late-transfers.sql');
  await secureFunction(db, 'late_transfers(uuid)', ['sponsio_app']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function late_transfers(uuid)`.execute(db);
}
