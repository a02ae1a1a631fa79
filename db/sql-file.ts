import { readFileSync } from 'node:fs';
import { sql, type Kysely } from 'kysely';

/**
 * Runs a file of db/sql. Bodies of functions are not checked when they are created: they may name tables that come later,
 * and they read rows as their later owner does.
 */
export async function runSqlFile(db: Kysely<unknown>, file: string): Promise<void> {
  const text = readFileSync(new URL(`./sql/${file}`, import.meta.url), 'utf8');
  await sql.raw(`set local check_function_bodies = off;\n${text}`).execute(db);
}
