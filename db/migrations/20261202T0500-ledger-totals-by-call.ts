import { sql, type Kysely } from 'kysely';
import { runSqlFile } from '../sql-file.ts';

/**
 * The function that posts keeps the totals of the orgs itself: it has account, org and kind of each leg at hand, which a trigger
 * had to look up again for every statement, those without any total included.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger ledger_entries_totalled on ledger_entries`.execute(db);
  await sql`drop function ledger_add_totals()`.execute(db);
  await runSqlFile(db, '20261202T0500-ledger-post-all.sql');
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await runSqlFile(db, '20261202T0500-ledger-post-all-down.sql');
  await sql`
    create trigger ledger_entries_totalled after insert on ledger_entries referencing new table as written
      for each statement execute function ledger_add_totals()`.execute(db);
}
