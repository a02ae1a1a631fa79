import { sql, type Kysely } from 'kysely';
import { secureFunction } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

/** A brand whose bank disputes a payment makes no new ones. The rows stay with the worker; the brand reads this alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index card_disputes_open on card_disputes (brand_org, opened_at, id) where state = 'open'`.execute(
    db,
  );
  await runSqlFile(db, '20261209T0300-payments-wait.sql');
  await secureFunction(db, 'card_dispute_open()', ['sponsio_app', 'sponsio_worker']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function card_dispute_open(); drop index card_disputes_open`.execute(db);
}
