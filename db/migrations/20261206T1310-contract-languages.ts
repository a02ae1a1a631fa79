import { sql, type Kysely } from 'kysely';
import { secureFunction } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

/** A contract holds its full wording in two languages, the brand's and the creator's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runSqlFile(db, '20261206T1310-contract-languages.sql');
  await secureFunction(db, 'creator_language(uuid)', ['sponsio_app', 'sponsio_worker']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function creator_language(uuid)`.execute(db);
}
