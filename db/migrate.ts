import { promises as fs } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { FileMigrationProvider, Kysely, Migrator, PostgresDialect } from 'kysely';
import pg from 'pg';

const folder = fileURLToPath(new URL('./migrations', import.meta.url));

/**
 * Brings the database of `ownerUrl` to the newest migration and returns the names of those that ran.
 * The roles must exist before (`ensureRolesAndDatabase`). Throws the first migration's error.
 */
export async function migrateToLatest(ownerUrl: string): Promise<string[]> {
  // Row security binds the owner as well: a statement on rows is refused here instead of finding none. See `asMaintenance`.
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2, options: '-c row_security=off' });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrator = new Migrator({ db, provider: new FileMigrationProvider({ fs, path, migrationFolder: folder }) });
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error) throw error instanceof Error ? error : new Error(String(error));
    return results.map((r) => r.migrationName);
  } finally {
    await db.destroy();
  }
}
