import { promises as fs } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { FileMigrationProvider, Kysely, type MigrationResultSet, Migrator, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { otherMigrations } from './versions.ts';

const folder = fileURLToPath(new URL('./migrations', import.meta.url));

/** The database was made by another version of the code. The message says which, and what to do. */
export class OtherVersion extends Error {
  override name = 'OtherVersion';
}

async function refuseOtherVersion(db: Kysely<unknown>, known: readonly string[]): Promise<void> {
  const { rows: tables } = await sql`select 1 where to_regclass('public.kysely_migration') is not null`.execute(db);
  if (tables.length === 0) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const others = otherMigrations(
    rows.map((row) => row.name),
    known,
  );
  if (!others) return;
  const [first = '', ...rest] = others.names;
  const which = rest.length > 0 ? `${first} and ${rest.length} more` : first;
  throw new OtherVersion(
    others.version === 'older'
      ? `This database was made by an older version (migrations that are not part of this one: ${which}). Its data is not carried over.\nUse the version that made it, or begin anew: npm start -- --fresh`
      : `This database was made by a newer version (migrations that this one does not have: ${which}).\nUse the version that made it, or begin anew: npm start -- --fresh`,
  );
}

async function runMigrations(
  ownerUrl: string,
  run: (migrator: Migrator) => Promise<MigrationResultSet>,
): Promise<string[]> {
  // Row security binds the owner as well: a statement on rows is refused here instead of finding none. See `asMaintenance`.
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2, options: '-c row_security=off' });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const provider = new FileMigrationProvider({ fs, path, migrationFolder: folder });
    await refuseOtherVersion(db, Object.keys(await provider.getMigrations()));
    const { error, results = [] } = await run(new Migrator({ db, provider }));
    if (error) throw error instanceof Error ? error : new Error(String(error));
    return results.map((r) => r.migrationName);
  } finally {
    await db.destroy();
  }
}

/**
 * Brings the database of `ownerUrl` to the newest migration and returns the names of those that ran.
 * The roles must exist before (`ensureRolesAndDatabase`). Throws `OtherVersion`, or the first migration's error.
 */
export const migrateToLatest = (ownerUrl: string): Promise<string[]> =>
  runMigrations(ownerUrl, (migrator) => migrator.migrateToLatest());

/** Takes back the migrations after the named one, or runs those up to it; the rest as `migrateToLatest`. */
export const migrateTo = (ownerUrl: string, name: string): Promise<string[]> =>
  runMigrations(ownerUrl, (migrator) => migrator.migrateTo(name));
