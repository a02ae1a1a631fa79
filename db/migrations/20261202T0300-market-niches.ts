import { sql, type Kysely } from 'kysely';
import { runSqlFile } from '../sql-file.ts';
import { secureFunction } from '../secure-table.ts';

/** The market is filtered by several niches: a group stands for its members. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop function market_page`.execute(db);
  await runSqlFile(db, '20261202T0300-market-niches.sql');
  await secureFunction(db, 'market_page', ['sponsio_app']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function market_page`.execute(db);
  await runSqlFile(db, '20261202T0300-market-niches-down.sql');
  await secureFunction(db, 'market_page', ['sponsio_app']);
}
