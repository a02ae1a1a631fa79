import { Client } from 'pg';
import { expect, test } from 'vitest';
import { ensureRolesAndDatabase } from '../../scripts/stack/postgres-roles.ts';
import { isTemporalHealthy } from '../../scripts/stack/temporal-server.ts';
import { canConnect } from '../../scripts/stack/postgres-server.ts';
import {
  createTestDatabase,
  services,
  startTestPostgres,
  startTestTemporal,
  testNamespace,
} from '../support/services.ts';

async function query<T extends object>(url: string, text: string): Promise<T[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

test('each test database is migrated, empty and of its own', async () => {
  const [one, two] = await Promise.all([createTestDatabase('one'), createTestDatabase('two')]);
  await query(one.DATABASE_OWNER_URL, 'create table only_here (id int)');
  const tables = await query<{ tablename: string }>(
    two.DATABASE_OWNER_URL,
    "select tablename from pg_tables where schemaname = 'public'",
  );
  expect(tables.map((row) => row.tablename)).toContain('profiles');
  expect(tables.map((row) => row.tablename)).not.toContain('only_here');
  await one.drop();
  await expect(canConnect(one.DATABASE_URL)).rejects.toThrow();
  await two.drop();
});

test('the application role owns nothing and cannot pass row-level security', async () => {
  const database = await createTestDatabase();
  const [role] = await query<{ rolsuper: boolean; rolbypassrls: boolean; rolcreaterole: boolean }>(
    database.DATABASE_URL,
    'select rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = current_user',
  );
  expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false });
  expect(await query(database.DATABASE_URL, 'select 1 from pg_tables where tableowner = current_user')).toEqual([]);
  await database.drop();
});

test('the namespace of a test worker is ready to be searched', async () => {
  const namespace = await testNamespace();
  expect(namespace).toBe(await testNamespace());
  expect(await isTemporalHealthy(services().temporalAddress)).toBe(true);
});

test('a separate database server keeps committed rows through kill -9', async () => {
  const server = await startTestPostgres();
  await ensureRolesAndDatabase(server.adminUrl, services().secrets);
  await query(server.adminUrl, 'create table kept (id int); insert into kept values (7)');
  await server.kill();
  expect(server.running).toBe(false);
  await server.restart();
  expect(await query(server.adminUrl, 'select id from kept')).toEqual([{ id: 7 }]);
  await server.stop();
});

test('a separate Temporal server comes back after kill -9', async () => {
  const server = await startTestTemporal();
  await server.kill();
  await server.restart();
  expect(await isTemporalHealthy(server.address)).toBe(true);
  await server.stop();
});
