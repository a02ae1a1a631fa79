import { promises as fs } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { FileMigrationProvider, Kysely, Migrator, PostgresDialect } from 'kysely';
import pg from 'pg';

const folder = fileURLToPath(new URL('./migrations', import.meta.url));

/**
 * Brings the database of `ownerUrl` to the newest migration and returns the names of those that ran.
 * The roles sponsio_app and sponsio_worker must exist before. Throws the first migration's error.
 */
export async function migrateToLatest(ownerUrl: string): Promise<string[]> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: ownerUrl, max: 2 }) }) });
  try {
    const migrator = new Migrator({ db, provider: new FileMigrationProvider({ fs, path, migrationFolder: folder }) });
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error) throw error instanceof Error ? error : new Error(String(error));
    return results.map((r) => r.migrationName);
  } finally {
    await db.destroy();
  }
}
