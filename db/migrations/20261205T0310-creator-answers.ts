import { sql, type Kysely } from 'kysely';
import { secureFunction } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

/** Answers to offers in a window, so that two windows can be compared. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runSqlFile(db, '20261205T0310-creator-answers.sql');
  await secureFunction(db, 'creator_answers(uuid[], timestamptz, timestamptz)', ['sponsio_app']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function creator_answers(uuid[], timestamptz, timestamptz)`.execute(db);
}
