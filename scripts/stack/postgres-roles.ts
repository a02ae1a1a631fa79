import { Client } from 'pg';
import { postgresUrl } from './postgres-server.ts';
import type { PostgresAddress } from './postgres-server.ts';
import type { Secrets } from './secrets.ts';

export interface DatabaseUrls {
  DATABASE_OWNER_URL: string;
  DATABASE_URL: string;
  DATABASE_WORKER_URL: string;
}

/** The same server and accounts, another database. */
export function withDatabase(url: string, database: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${database}`;
  return parsed.toString();
}

export function databaseUrls(address: PostgresAddress, secrets: Secrets, database = 'sponsio'): DatabaseUrls {
  return {
    DATABASE_OWNER_URL: postgresUrl(address, 'sponsio_owner', secrets.POSTGRES_OWNER_PASSWORD, database),
    DATABASE_URL: postgresUrl(address, 'sponsio_app', secrets.POSTGRES_APP_PASSWORD, database),
    DATABASE_WORKER_URL: postgresUrl(address, 'sponsio_worker', secrets.POSTGRES_WORKER_PASSWORD, database),
  };
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * The same login with the role that reads and changes every row: for data migrations, backup, restore and bulk loads.
 */
export function asMaintenance(ownerUrl: string): string {
  const parsed = new URL(ownerUrl);
  parsed.searchParams.set('options', '-c role=sponsio_maintenance');
  return parsed.toString();
}

/**
 * The two roles that bypass row security; neither can log in. `sponsio_definer` owns the functions that need it; the
 * owner switches to `sponsio_maintenance` for work on data. The owner is a member of both, so that it can transfer
 * functions and switch.
 */
const BYPASSING = ['sponsio_definer', 'sponsio_maintenance'];

/** Makes the three roles that log in (or renews their passwords), the two that do not, and the database. Safe to repeat. */
export async function ensureRolesAndDatabase(adminUrl: string, secrets: Secrets, database = 'sponsio'): Promise<void> {
  const roles: [name: string, password: string][] = [
    ['sponsio_owner', secrets.POSTGRES_OWNER_PASSWORD],
    ['sponsio_app', secrets.POSTGRES_APP_PASSWORD],
    ['sponsio_worker', secrets.POSTGRES_WORKER_PASSWORD],
  ];
  await withClient(adminUrl, async (client) => {
    const known = new Set(
      (await client.query<{ rolname: string }>('select rolname from pg_roles')).rows.map((row) => row.rolname),
    );
    for (const [name, password] of roles) {
      const verb = known.has(name) ? 'alter' : 'create';
      await client.query(
        `${verb} role ${client.escapeIdentifier(name)} login nosuperuser nocreatedb nocreaterole nobypassrls password ${client.escapeLiteral(password)}`,
      );
    }
    for (const name of BYPASSING) {
      await client.query(
        `${known.has(name) ? 'alter' : 'create'} role ${name} nologin nosuperuser nocreatedb nocreaterole bypassrls`,
      );
      await client.query(`grant ${name} to sponsio_owner`);
    }
    // Restoring a backup must not fire triggers; this allows it without a superuser.
    await client.query('grant set on parameter session_replication_role to sponsio_maintenance');
    await createDatabase(client, database);
  });
}

async function createDatabase(client: Client, name: string, template?: string): Promise<void> {
  const exists = await client.query('select 1 from pg_database where datname = $1', [name]);
  if (exists.rowCount) return;
  const from = template ? ` template ${client.escapeIdentifier(template)}` : '';
  await client.query(`create database ${client.escapeIdentifier(name)} owner sponsio_owner${from}`);
}

export async function cloneDatabase(adminUrl: string, template: string, name: string): Promise<void> {
  await withClient(adminUrl, (client) => createDatabase(client, name, template));
}

/** Drops a database, open connections included. */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await withClient(adminUrl, (client) =>
    client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`),
  );
}
