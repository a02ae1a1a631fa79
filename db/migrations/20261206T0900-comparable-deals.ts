import { sql, type Kysely } from 'kysely';
import { secureFunction } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

/** What comparable deals were signed for: a count and a median, since the contracts belong to their parties. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index contracts_signed on contracts (signed_at desc) where signed_at is not null`.execute(db);
  await runSqlFile(db, '20261206T0900-comparable-deals.sql');
  await secureFunction(db, 'comparable_deals(text, text, int, int, timestamptz, int, int)', ['sponsio_app']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop function comparable_deals(text, text, int, int, timestamptz, int, int); drop index contracts_signed`.execute(
    db,
  );
}
