import { sql, type Kysely } from 'kysely';
import { secureFunction } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

/** A brand whose bank disputes a payment makes no new ones. The rows stay with the worker; the brand reads this alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runSqlFile(db, '20261207T1500-payments-wait-for-disputes.sql');
  await secureFunction(db, 'card_dispute_open()', ['sponsio_app']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function card_dispute_open()`.execute(db);
}
