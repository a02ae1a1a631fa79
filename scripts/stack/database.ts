import { join } from 'node:path';
import { StartFailure } from '../lib/failure.ts';
import { migrate } from '../lib/migrate.ts';
import { step } from '../lib/progress.ts';
import type { Ports } from './ports.ts';
import { ensureRolesAndDatabase } from './postgres-roles.ts';
import type { DatabaseUrls } from './postgres-roles.ts';
import { canConnect, clearStaleServer, launchPostgres, preparePostgres, waitForPostgres } from './postgres-server.ts';
import type { Secrets } from './secrets.ts';
import { stages } from './services.ts';
import type { StackOptions } from './stack-options.ts';
import type { Supervisor } from './supervisor.ts';

/** The addresses of a server of the operator's own. */
export function givenDatabases(given: NodeJS.ProcessEnv): DatabaseUrls {
  const { DATABASE_OWNER_URL, DATABASE_URL, DATABASE_WORKER_URL } = given;
  if (!DATABASE_OWNER_URL || !DATABASE_URL || !DATABASE_WORKER_URL) {
    throw new StartFailure(
      'DATABASE_URL is set, so Sponsio uses that server. It needs three addresses, one for each role:\n' +
        '  DATABASE_OWNER_URL   owner of the database: makes and changes tables\n' +
        '  DATABASE_URL         role sponsio_app\n' +
        '  DATABASE_WORKER_URL  role sponsio_worker\n' +
        'To make the roles and the database: npm run db:roles -- --help',
    );
  }
  return { DATABASE_OWNER_URL, DATABASE_URL, DATABASE_WORKER_URL };
}

/** After a load its files are copied, so that a busy machine may take its time to write them; a killed server leaves them open. */
const TO_THE_END_MS = 120_000;

/** Starts the embedded Postgres, or makes sure that the given server answers. */
export async function bringDatabase(
  options: StackOptions,
  supervisor: Supervisor,
  ports: Ports,
  secrets: Secrets,
  urls: DatabaseUrls,
): Promise<void> {
  if (options.given.DATABASE_URL) {
    return step('Postgres', async (note) => {
      const { host } = new URL(urls.DATABASE_URL);
      try {
        await canConnect(urls.DATABASE_OWNER_URL);
      } catch (error) {
        throw new StartFailure(
          `Postgres at ${host} (DATABASE_OWNER_URL) cannot be used: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
      note(`your server at ${host}`);
    });
  }
  await step('Postgres', async (note) => {
    const postgres = {
      folder: options.paths.postgres,
      port: ports.POSTGRES_PORT,
      adminPassword: secrets.POSTGRES_ADMIN_PASSWORD,
      logFile: join(options.paths.logs, 'postgres.log'),
      durable: true,
    };
    const prepared = await preparePostgres(postgres);
    await supervisor.start({
      name: 'postgres',
      label: 'Postgres',
      stage: stages.postgres,
      manner: { stopSignal: 'SIGINT', graceMs: options.loadOnly ? TO_THE_END_MS : 4000 },
      logFile: postgres.logFile,
      launch: async () => {
        await clearStaleServer(prepared.dataFolder);
        return launchPostgres(prepared, postgres);
      },
      ready: (child) => waitForPostgres(prepared.adminUrl, child, postgres.logFile),
    });
    await ensureRolesAndDatabase(prepared.adminUrl, secrets);
    note(`${prepared.binaries.source}, port ${ports.POSTGRES_PORT}`);
  });
}

export async function migrateDatabase(urls: DatabaseUrls): Promise<void> {
  await step('Migrations', async (note) => {
    const applied = await migrate(urls.DATABASE_OWNER_URL);
    note(applied.length === 0 ? 'up to date' : `${applied.length} applied`);
  });
}
