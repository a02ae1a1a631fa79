import { join } from 'node:path';
import { migrate } from '../../scripts/lib/migrate.ts';
import { createPersona, type PersonaClient } from '../../scripts/lib/persona-client.ts';
import { databaseUrls, ensureRolesAndDatabase } from '../../scripts/stack/postgres-roles.ts';
import { findFreePorts } from '../../scripts/stack/ports.ts';
import { restartPatiently, waitForDatabase, type Victim } from './killable-stack.ts';
import { createTestWorld, type TestWorld } from './people.ts';
import {
  ownFolder,
  services,
  startTestEntry,
  startTestPostgres,
  startTestTemporal,
  testEnvironment,
  type TestProcess,
} from './services.ts';
import { withSocial } from './social.ts';

/** Worker, API, Temporal and Postgres as processes of their own beside the social sandbox, each of which can be killed. */
export interface SyncStack {
  world: TestWorld;
  box: Awaited<ReturnType<typeof withSocial>>;
  /** A creator who signed up at the API. */
  persona: PersonaClient;
  temporalAddress: string;
  /** Temporal's own database. */
  temporalFolder: string;
  logFiles: string[];
  /** Kills a process; `before`: what is under way when it dies. */
  killAndRestart(victim: Victim, before?: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

export async function startSyncStack(label: string): Promise<SyncStack> {
  const { secrets } = services();
  const [postgres, temporal] = await Promise.all([startTestPostgres(), startTestTemporal()]);
  await ensureRolesAndDatabase(postgres.adminUrl, secrets);
  const databases = databaseUrls(postgres, secrets);
  await migrate(databases.DATABASE_OWNER_URL);
  const [appPort = 0] = await findFreePorts(1);
  const url = `http://127.0.0.1:${appPort}`;
  const world = await createTestWorld(
    label,
    { appUrl: url },
    { name: label, adminUrl: postgres.adminUrl, ...databases, drop: async () => {} },
  );
  const box = await withSocial(world, { app: url });
  const { env, ports } = await testEnvironment({
    databases,
    temporalAddress: temporal.address,
    temporalNamespace: 'default',
    overrides: { ...box.env, APP_PORT: String(appPort), APP_URL: url },
  });
  const [mailbox, worker, api] = await Promise.all([
    startTestEntry('mailbox', env, `http://127.0.0.1:${ports.MAILBOX_PORT}/livez`),
    startTestEntry('worker', env, `http://127.0.0.1:${ports.WORKER_METRICS_PORT}/livez`),
    startTestEntry('app', env, `${url}/readyz`),
  ]);
  const persona = createPersona({ url, mailboxUrl: `http://127.0.0.1:${ports.MAILBOX_PORT}`, name: 'Kit Creator' });
  await persona.signUp('influencer');
  const victims: Record<Victim, TestProcess> = { api, worker, temporal, postgres };
  return {
    world,
    box,
    persona,
    temporalAddress: temporal.address,
    temporalFolder: temporal.folder,
    logFiles: [api, worker, temporal, postgres].map(({ logFile }) => logFile),
    async killAndRestart(victim, before = async () => {}) {
      await before();
      await victims[victim].kill();
      await restartPatiently(victims[victim]);
      if (victim === 'postgres') await waitForDatabase(databases.DATABASE_URL);
    },
    async stop() {
      for (const process of [api, worker, mailbox]) if (process.running) await process.stop();
      await world.close();
      await box.stop();
      for (const process of [temporal, postgres]) if (process.running) await process.stop();
    },
  };
}

export const backupFolder = (): string => join(ownFolder('backup'), 'one');
