import type { Kysely } from 'kysely';
import { runSqlFile } from '../sql-file.ts';

/** Who replies, declines or blocks also signals the workflow of the sequence, which ends where no other person waits for a message. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runSqlFile(db, '20261206T1200-outreach-ends.sql');
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await runSqlFile(db, '20261206T1200-outreach-ends-down.sql');
}
