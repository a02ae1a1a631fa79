import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backup, readManifest, restore } from '../../scripts/lib/backup.ts';
import { migrate } from '../../scripts/lib/migrate.ts';
import { asMaintenance } from '../../scripts/stack/postgres-roles.ts';
import { createTestDatabase } from '../support/services.ts';
import type { TestDatabase } from '../support/services.ts';

let folder: string;
let source: TestDatabase;
let target: TestDatabase;

async function run<T extends object>(url: string, sql: string, parameters: unknown[] = []): Promise<T[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(sql, parameters)).rows;
  } finally {
    await client.end();
  }
}

const awkward = 'tab\there\nnew line \\ backslash \\N null mark "quotes" Привет مرحبا 你好 🤝';

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sponsio-backup-'));
  [source, target] = await Promise.all([createTestDatabase('source'), createTestDatabase('target')]);
  await run(
    asMaintenance(source.DATABASE_OWNER_URL),
    `insert into orgs(id, kind, name, slug, created_by)
     select gen_random_uuid(), 'brand', $1 || n, 'org-' || n, 'person' from generate_series(1, 500) n`,
    [awkward],
  );
  await run(
    asMaintenance(source.DATABASE_OWNER_URL),
    "insert into profiles(id, display_name, user_type, email) values ('person', $1, 'business', 'ana@ana.example')",
    [awkward],
  );
  await run(
    source.DATABASE_OWNER_URL,
    'create table counted (id bigint generated always as identity primary key, doubled int generated always as (7) stored)',
  );
  await run(
    target.DATABASE_OWNER_URL,
    'create table counted (id bigint generated always as identity primary key, doubled int generated always as (7) stored)',
  );
  await run(source.DATABASE_OWNER_URL, 'insert into counted default values; insert into counted default values');
});

afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await Promise.all([source.drop(), target.drop()]);
});

test('a backup restores to the same rows and the same next numbers', async () => {
  const taken = await backup(source.DATABASE_OWNER_URL, join(folder, 'b'));
  expect(taken.tables.find((one) => one.table === 'orgs')).toMatchObject({ rows: 500 });
  await restore(target.DATABASE_OWNER_URL, join(folder, 'b'));
  const all = 'select id, name, slug, created_at from orgs order by id';
  expect(await run(asMaintenance(target.DATABASE_OWNER_URL), all)).toEqual(
    await run(asMaintenance(source.DATABASE_OWNER_URL), all),
  );
  expect(await run(target.DATABASE_OWNER_URL, 'insert into counted default values returning id::int, doubled')).toEqual(
    [{ id: 3, doubled: 7 }],
  );
  const again = await backup(target.DATABASE_OWNER_URL, join(folder, 'again'));
  const sums = (manifest: typeof taken) =>
    manifest.tables
      .filter((one) => !['counted', 'restores'].includes(one.table))
      .map((one) => [one.table, one.rows, one.sha256]);
  expect(sums(again)).toEqual(sums(taken));
});

test('a damaged file restores nothing', async () => {
  await backup(source.DATABASE_OWNER_URL, join(folder, 'b'));
  const file = join(folder, 'b', 'public.orgs.copy.gz');
  const rows = gunzipSync(readFileSync(file)).toString('utf8').split('\n');
  writeFileSync(file, gzipSync(rows.slice(1).join('\n')));
  await expect(restore(target.DATABASE_OWNER_URL, join(folder, 'b'))).rejects.toThrow('499 of 500 rows');
  expect(await run(asMaintenance(target.DATABASE_OWNER_URL), 'select 1 from orgs')).toEqual([]);
  appendFileSync(file, 'rubbish');
  await expect(restore(target.DATABASE_OWNER_URL, join(folder, 'b'))).rejects.toThrow();
});

test('a database in use, another version and a cut-off backup are refused', async () => {
  await backup(source.DATABASE_OWNER_URL, join(folder, 'b'));
  await expect(restore(source.DATABASE_OWNER_URL, join(folder, 'b'))).rejects.toThrow('restore only into a new one');
  const manifest = readManifest(join(folder, 'b'));
  writeFileSync(
    join(folder, 'b', 'manifest.json'),
    JSON.stringify({ ...manifest, migrations: [...manifest.migrations, '20991231T0000-of-tomorrow'] }),
  );
  await expect(restore(target.DATABASE_OWNER_URL, join(folder, 'b'))).rejects.toThrow('newer than this version');
  writeFileSync(
    join(folder, 'b', 'manifest.json'),
    JSON.stringify({ ...manifest, migrations: ['20261121T0900-create-foundation', '20261121T0910-create-auth'] }),
  );
  await expect(restore(target.DATABASE_OWNER_URL, join(folder, 'b'))).rejects.toThrow('older than this version');
  expect(await run(asMaintenance(target.DATABASE_OWNER_URL), 'select 1 from orgs')).toEqual([]);
  rmSync(join(folder, 'b', 'manifest.json'));
  await expect(restore(target.DATABASE_OWNER_URL, join(folder, 'b'))).rejects.toThrow('no whole backup');
});

test('a database of an older or a newer version is refused, naming the way to begin anew, and stays as it is', async () => {
  const names = () =>
    run<{ name: string }>(target.DATABASE_OWNER_URL, 'select name from kysely_migration order by name');
  const record = async (...migrations: string[]) => {
    await run(target.DATABASE_OWNER_URL, 'delete from kysely_migration');
    for (const name of migrations)
      await run(target.DATABASE_OWNER_URL, `insert into kysely_migration(name, timestamp) values ($1, '')`, [name]);
  };
  const current = await names();
  await record('20261121T0900-create-foundation', '20261121T0910-create-auth');
  await expect(migrate(target.DATABASE_OWNER_URL)).rejects.toThrow(
    /older version.*20261121T0900-create-foundation and 1 more.*not carried over[^]*npm start -- --fresh/,
  );
  expect(await names()).toHaveLength(2);
  await record(...current.map(({ name }) => name), '20991231T0000-of-tomorrow');
  await expect(migrate(target.DATABASE_OWNER_URL)).rejects.toThrow(
    /newer version.*20991231T0000-of-tomorrow[^]*npm start -- --fresh/,
  );
});

test('the application role cannot take a backup that row-level security made smaller', async () => {
  await expect(backup(source.DATABASE_URL, join(folder, 'b'))).rejects.toThrow();
});
