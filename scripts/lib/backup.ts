import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { join } from 'node:path';
import { createGunzip, createGzip } from 'node:zlib';
import { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { otherMigrations } from '../../db/versions.ts';
import { StartFailure } from './failure.ts';
import { asMaintenance } from '../stack/postgres-roles.ts';

const format = 'sponsio-backup-1';
const manifestFile = 'manifest.json';

export interface BackupTable {
  schema: string;
  table: string;
  columns: string[];
  rows: number;
  /** Of the uncompressed rows as COPY writes them, in primary-key order. */
  sha256: string;
  file: string;
}

export interface BackupSequence {
  schema: string;
  sequence: string;
  lastValue: string;
  isCalled: boolean;
}

export interface BackupManifest {
  format: typeof format;
  takenAt: string;
  serverVersion: string;
  migrations: string[];
  tables: BackupTable[];
  sequences: BackupSequence[];
}

interface TableInfo {
  schema: string;
  table: string;
  columns: string[];
  orderBy: string[];
}

async function connect(ownerUrl: string): Promise<Client> {
  const client = new Client({ connectionString: asMaintenance(ownerUrl) });
  client.on('error', () => {});
  await client.connect().catch((error: unknown) => {
    const { code, message } = error as { code?: string; message?: string };
    // 22023: the role does not exist; 42501: it exists, but the owner is not a member.
    if ((code === '22023' || code === '42501') && message?.includes('role'))
      throw new StartFailure(
        `${message}. The owner must be a member of the role sponsio_maintenance; docs/running.md says how both are made.`,
      );
    throw error;
  });
  // Refuse instead of leaving out rows that a row-security policy hides.
  await client.query('set row_security = off; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
  return client;
}

/** Kysely's tables belong to the schema and are written by migrations, not by a restore. */
const tablesQuery = `
  select n.nspname as schema, c.relname as table,
    (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    coalesce((select array_agg(a.attname::text order by array_position(i.indkey::int2[], a.attnum)) from pg_index i
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey::int2[]) where i.indrelid = c.oid and i.indisprimary), '{}') as "orderBy"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname not in ('pg_catalog','information_schema') and n.nspname not like 'pg\\_%'
    and c.relname not in ('kysely_migration','kysely_migration_lock')
  order by 1, 2`;

async function migrationNames(client: Client): Promise<string[]> {
  const known = await client.query("select to_regclass('public.kysely_migration') is not null as present");
  if (!(known.rows[0] as { present: boolean }).present) return [];
  return (await client.query<{ name: string }>('select name from kysely_migration order by name')).rows.map(
    (row) => row.name,
  );
}

function qualified(client: Client, schema: string, name: string): string {
  return `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;
}

/** A COPY row is one line; line ends inside values are written as \\n. */
async function copyTableOut(
  client: Client,
  info: TableInfo,
  file: string | null,
): Promise<{ rows: number; sha256: string }> {
  const columns = info.columns.map((name) => client.escapeIdentifier(name)).join(', ');
  const order = info.orderBy.length > 0 ? info.orderBy : info.columns;
  const orderBy = order.map((name) => client.escapeIdentifier(name)).join(', ');
  const hash = createHash('sha256');
  let rows = 0;
  async function* counted(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) rows += 1;
      yield chunk;
    }
  }
  const source = client.query(
    copyTo(`copy (select ${columns} from ${qualified(client, info.schema, info.table)} order by ${orderBy}) to stdout`),
  );
  if (file) await pipeline(source, counted, createGzip({ level: 6 }), createWriteStream(file, { mode: 0o600 }));
  else await pipeline(source, counted, new Writable({ write: (_chunk, _encoding, done) => done() }));
  return { rows, sha256: hash.digest('hex') };
}

/**
 * Writes every table of the database, as one consistent moment, to gzipped COPY files in `folder`,
 * with row counts, checksums, sequences and the list of migrations in a manifest. Needs no pg_dump.
 */
export async function backup(ownerUrl: string, folder: string, now = new Date()): Promise<BackupManifest> {
  if (existsSync(join(folder, manifestFile))) throw new StartFailure(`${folder} already holds a backup.`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const client = await connect(ownerUrl);
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    const tables: BackupTable[] = [];
    for (const info of (await client.query<TableInfo>(tablesQuery)).rows) {
      const file = `${info.schema}.${info.table}.copy.gz`;
      const { rows, sha256 } = await copyTableOut(client, info, join(folder, file));
      tables.push({ schema: info.schema, table: info.table, columns: info.columns, rows, sha256, file });
    }
    const sequences: BackupSequence[] = [];
    const names = await client.query<{ schema: string; sequence: string }>(
      "select schemaname as schema, sequencename as sequence from pg_sequences where schemaname not like 'pg\\_%' order by 1, 2",
    );
    for (const { schema, sequence } of names.rows) {
      const { rows } = await client.query<{ last_value: string; is_called: boolean }>(
        `select last_value::text, is_called from ${qualified(client, schema, sequence)}`,
      );
      if (rows[0]) sequences.push({ schema, sequence, lastValue: rows[0].last_value, isCalled: rows[0].is_called });
    }
    const version = await client.query<{ server_version: string }>('show server_version');
    const manifest: BackupManifest = {
      format,
      takenAt: now.toISOString(),
      serverVersion: version.rows[0]?.server_version ?? '',
      migrations: await migrationNames(client),
      tables,
      sequences,
    };
    await client.query('commit');
    // The manifest comes last: a folder without one is a backup that was cut off.
    writeFileSync(join(folder, `${manifestFile}.new`), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    renameSync(join(folder, `${manifestFile}.new`), join(folder, manifestFile));
    return manifest;
  } catch (error) {
    rmSync(join(folder, `${manifestFile}.new`), { force: true });
    throw error;
  } finally {
    await client.end();
  }
}

export function readManifest(folder: string): BackupManifest {
  const file = join(folder, manifestFile);
  if (!existsSync(file)) throw new StartFailure(`${folder} holds no whole backup: ${manifestFile} is missing.`);
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as BackupManifest;
  if (manifest.format !== format)
    throw new StartFailure(
      `${folder} was written in the format ${String(manifest.format)}, which this version cannot read.`,
    );
  return manifest;
}

/** Switches off triggers and foreign keys while rows are copied: they were checked when the rows were first written. */
async function quietTriggers(client: Client): Promise<void> {
  try {
    await client.query('set local session_replication_role = replica');
  } catch {
    throw new StartFailure(
      'The role that restores must be allowed to hold triggers back. As a superuser, once:\n  grant set on parameter session_replication_role to sponsio_maintenance',
    );
  }
}

function refuseOtherShape(manifest: BackupManifest, known: readonly TableInfo[]): void {
  for (const wanted of manifest.tables) {
    const info = known.find((one) => one.schema === wanted.schema && one.table === wanted.table);
    if (!info)
      throw new StartFailure(
        `The database has no table ${wanted.schema}.${wanted.table}; is it migrated to the backup's version?`,
      );
    const missing = wanted.columns.filter((name) => !info.columns.includes(name));
    if (missing.length > 0)
      throw new StartFailure(`${wanted.schema}.${wanted.table} lacks the columns ${missing.join(', ')}.`);
  }
}

/** Tables in which any use of an installation leaves rows. */
const signsOfLife = ['auth.user', 'public.profiles', 'public.orgs', 'public.ledger_tx'];

/** Rows that migrations wrote (rates, policies) are replaced by the backup's; rows of users never are. */
async function clearMigratedRows(client: Client, manifest: BackupManifest): Promise<void> {
  for (const { schema, table } of manifest.tables) {
    const name = qualified(client, schema, table);
    const { rows } = await client.query(`select 1 from ${name} limit 1`);
    if (rows.length === 0) continue;
    if (signsOfLife.includes(`${schema}.${table}`))
      throw new StartFailure(`The database is in use (${schema}.${table} has rows); restore only into a new one.`);
    await client.query(`delete from ${name}`);
  }
}

/**
 * Restores a backup into a migrated, empty database in one transaction: either everything is restored and every
 * checksum matches, or nothing changes.
 */
export async function restore(ownerUrl: string, folder: string): Promise<BackupManifest> {
  const manifest = readManifest(folder);
  const client = await connect(ownerUrl);
  try {
    const migrations = await migrationNames(client);
    const others = otherMigrations(manifest.migrations, migrations);
    const newer = migrations.filter((name) => !manifest.migrations.includes(name));
    if (others)
      throw new StartFailure(
        others.version === 'older'
          ? `The backup is older than this version, which does not have its migrations any more: ${others.names.join(', ')}. It can only be restored with the version that took it.`
          : `The backup is newer than this version; it has migrations that are missing here: ${others.names.join(', ')}`,
      );
    if (newer.length > 0)
      throw new StartFailure(
        `The database is migrated further than the backup. Restore with the version that took it, then migrate. Newer: ${newer.join(', ')}`,
      );
    await client.query('begin');
    const known = (await client.query<TableInfo>(tablesQuery)).rows;
    refuseOtherShape(manifest, known);
    await quietTriggers(client);
    await clearMigratedRows(client, manifest);
    for (const table of manifest.tables) {
      const columns = table.columns.map((name) => client.escapeIdentifier(name)).join(', ');
      await pipeline(
        createReadStream(join(folder, table.file)),
        createGunzip(),
        client.query(copyFrom(`copy ${qualified(client, table.schema, table.table)} (${columns}) from stdin`)),
      );
      const info = known.find((one) => one.schema === table.schema && one.table === table.table);
      const present = await copyTableOut(
        client,
        { schema: table.schema, table: table.table, columns: table.columns, orderBy: info?.orderBy ?? [] },
        null,
      );
      if (present.rows !== table.rows || present.sha256 !== table.sha256) {
        throw new StartFailure(
          `${table.file} does not match its checksum: ${present.rows} of ${table.rows} rows arrived. Nothing was restored.`,
        );
      }
    }
    for (const one of manifest.sequences) {
      await client.query('select setval($1::regclass, $2::bigint, $3)', [
        qualified(client, one.schema, one.sequence),
        one.lastValue,
        one.isCalled,
      ]);
    }
    // Calls to the provider are looked up from now on before they are made.
    await client.query('insert into restores (taken_at) values ($1)', [manifest.takenAt]);
    await client.query('commit');
    return manifest;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    await client.end();
  }
}
