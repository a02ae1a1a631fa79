import { existsSync, mkdtempSync, chmodSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../scripts/lib/migrate.ts';
import { buildEntries } from '../../scripts/lib/entry-build.ts';
import { buildWorkflows } from '../../scripts/lib/workflow-build.ts';
import { findFreePorts } from '../../scripts/stack/ports.ts';
import { databaseUrls, ensureRolesAndDatabase } from '../../scripts/stack/postgres-roles.ts';
import {
  dataFolderFor,
  launchPostgres,
  preparePostgres,
  socketFolderFor,
  waitForPostgres,
  type PostgresAddress,
} from '../../scripts/stack/postgres-server.ts';
import { endInOrder } from '../../scripts/stack/process-identity.mjs';
import {
  attachWatchdog,
  openRunRecord,
  readChildren,
  recordChild,
  saveRunRecord,
} from '../../scripts/stack/run-record.ts';
import { generateSecrets } from '../../scripts/stack/secrets.ts';
import type { Secrets } from '../../scripts/stack/secrets.ts';
import { BUILT_ENTRIES, entryPoints, launchEntry, stages, waitForHttp } from '../../scripts/stack/services.ts';
import { findTemporalBinary } from '../../scripts/stack/temporal-binary.ts';
import { launchTemporal, waitForTemporal } from '../../scripts/stack/temporal-server.ts';
import { prepareNamespace } from '../../workflows/worker-namespace.ts';
import type { TestServices } from './services.ts';

const template = 'sponsio_template';
const connectionsForManyWorkers = 300;
/** More events than any story of the tests has, but the one about long stories. */
const HEAVY_HISTORY = 150;

interface Run {
  folder: string;
  record: string;
  logs: string;
  secrets: Secrets;
}

async function startDatabase(run: Run, port: number): Promise<{ adminUrl: string; address: PostgresAddress }> {
  const options = {
    folder: join(run.folder, 'postgres'),
    port,
    adminPassword: run.secrets.POSTGRES_ADMIN_PASSWORD,
    logFile: join(run.logs, 'postgres.log'),
    durable: false,
    maxConnections: connectionsForManyWorkers,
  };
  const prepared = await preparePostgres(options);
  const child = launchPostgres(prepared, options);
  recordChild(run.record, 'postgres', stages.postgres, child.pid ?? 0, { stopSignal: 'SIGINT' });
  await waitForPostgres(prepared.adminUrl, child, options.logFile);
  await ensureRolesAndDatabase(prepared.adminUrl, run.secrets, template);
  const address = { port, socketFolder: socketFolderFor(options.folder, port) };
  await migrate(databaseUrls(address, run.secrets, template).DATABASE_OWNER_URL);
  return { adminUrl: prepared.adminUrl, address };
}

async function startTemporal(run: Run, port: number): Promise<string> {
  const { path } = await findTemporalBinary((line) => process.stderr.write(`${line}\n`));
  const logFile = join(run.logs, 'temporal.log');
  const child = await launchTemporal({ binary: path, port, logFile, logLevel: 'error', heavyHistory: HEAVY_HISTORY });
  recordChild(run.record, 'temporal', stages.temporal, child.pid ?? 0);
  const address = `127.0.0.1:${port}`;
  await waitForTemporal(address, child, logFile);
  await prepareNamespace({ address, namespace: 'default', retentionDays: 1 });
  return path;
}

async function startPayments(run: Run, port: number): Promise<void> {
  if (!existsSync(entryPoints.payments)) return;
  const logFile = join(run.logs, 'payments.log');
  const child = launchEntry('payments', {
    logFile,
    env: {
      PATH: process.env.PATH ?? '',
      PAYMENTS_PORT: String(port),
      PAYMENTS_STATE_DIR: join(run.folder, 'payments'),
      STRIPE_SECRET_KEY: run.secrets.STRIPE_SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: run.secrets.STRIPE_WEBHOOK_SECRET,
      STRIPE_CONNECT_WEBHOOK_SECRET: run.secrets.STRIPE_CONNECT_WEBHOOK_SECRET,
      // Nothing listens there: tests that need webhooks start a sandbox of their own.
      WEBHOOK_TARGET: 'http://127.0.0.1:9',
    },
  });
  recordChild(run.record, 'payments', stages.payments, child.pid ?? 0);
  await waitForHttp('The payment sandbox', `http://127.0.0.1:${port}/livez`, child, logFile);
}

/** One Postgres, one Temporal and one payment sandbox for the whole run; nothing of them outlives it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'sponsio-test-'));
  chmodSync(folder, 0o711);
  const run: Run = { folder, record: join(folder, 'run'), logs: join(folder, 'logs'), secrets: generateSecrets() };
  mkdirSync(run.logs);
  mkdirSync(join(folder, 'payments'));
  const record = openRunRecord(run.record);
  record.removeOnEnd = [dataFolderFor(join(folder, 'postgres')), folder];
  saveRunRecord(run.record, record);
  attachWatchdog(run.record, record);

  const teardown = async (): Promise<void> => {
    await endInOrder(readChildren(run.record));
    for (const path of record.removeOnEnd) rmSync(path, { recursive: true, force: true });
  };
  try {
    process.env[BUILT_ENTRIES] ??= await buildEntries(entryPoints);
    const [postgresPort = 0, temporalPort = 0, paymentsPort = 0] = await findFreePorts(3);
    const starts = [
      startDatabase(run, postgresPort),
      startTemporal(run, temporalPort),
      startPayments(run, paymentsPort),
      buildWorkflows((message) => process.stderr.write(`${message}\n`)),
    ] as const;
    // All of them first, so that a failure of one does not leave another half started and unrecorded.
    await Promise.allSettled(starts);
    const [database, temporalBinary, , workflowBundle] = await Promise.all(starts);
    const services: TestServices = {
      runFolder: folder,
      recordFolder: run.record,
      secrets: run.secrets,
      adminUrl: database.adminUrl,
      postgres: database.address,
      template,
      temporalAddress: `127.0.0.1:${temporalPort}`,
      temporalBinary,
      paymentsUrl: `http://127.0.0.1:${paymentsPort}`,
      workflowBundle,
    };
    project.provide('services', services);
  } catch (error) {
    await teardown();
    throw error;
  }
  return teardown;
}
