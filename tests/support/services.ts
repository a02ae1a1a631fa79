import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { hasEnded } from '../../scripts/stack/launch.ts';
import { findFreePorts, portNames } from '../../scripts/stack/ports.ts';
import type { Ports } from '../../scripts/stack/ports.ts';
import { cloneDatabase, databaseUrls, dropDatabase } from '../../scripts/stack/postgres-roles.ts';
import type { DatabaseUrls } from '../../scripts/stack/postgres-roles.ts';
import {
  launchPostgres,
  preparePostgres,
  socketFolderFor,
  waitForPostgres,
  type PostgresAddress,
} from '../../scripts/stack/postgres-server.ts';
import { endProcess } from '../../scripts/stack/process-identity.mjs';
import type { RecordedChild, StopManner } from '../../scripts/stack/process-identity.mjs';
import { forgetChild, recordChild } from '../../scripts/stack/run-record.ts';
import type { Secrets } from '../../scripts/stack/secrets.ts';
import { launchEntry, stages, waitForHttp } from '../../scripts/stack/services.ts';
import type { EntryName } from '../../scripts/stack/services.ts';
import { stackEnvironment } from '../../scripts/stack/stack-env.ts';
import { launchTemporal, waitForTemporal } from '../../scripts/stack/temporal-server.ts';
import { prepareNamespace } from '../../workflows/worker-namespace.ts';
import type { ChildProcess } from 'node:child_process';

/** What `global-setup.ts` started, in a form that can be handed to test processes. */
export interface TestServices {
  runFolder: string;
  recordFolder: string;
  secrets: Secrets;
  /** Superuser on the shared server. */
  adminUrl: string;
  postgres: PostgresAddress;
  /** Migrated, empty, never connected to by tests. */
  template: string;
  temporalAddress: string;
  temporalBinary: string;
  /** The shared payment sandbox. It sends its webhooks nowhere. */
  paymentsUrl: string;
  /** File with the bundled workflows. */
  workflowBundle: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    services: TestServices;
  }
}

export function services(): TestServices {
  return inject('services');
}

export interface TestDatabase extends DatabaseUrls {
  name: string;
  adminUrl: string;
  drop(): Promise<void>;
}

/** A separate migrated, empty database, cloned in about a tenth of a second. */
export async function createTestDatabase(label = 'test'): Promise<TestDatabase> {
  const { adminUrl, postgres, secrets, template } = services();
  const name = `${label
    .replace(/[^a-z0-9]+/gi, '_')
    .toLowerCase()
    .slice(0, 30)}_${randomBytes(6).toString('hex')}`;
  await cloneDatabase(adminUrl, template, name);
  return { name, adminUrl, ...databaseUrls(postgres, secrets, name), drop: () => dropDatabase(adminUrl, name) };
}

let namespaceOfThisWorker: Promise<string> | undefined;

/** The Temporal namespace of this test worker, with its search attributes ready to use. */
export function testNamespace(): Promise<string> {
  namespaceOfThisWorker ??= (async () => {
    const namespace = `test-${process.pid}-${randomBytes(3).toString('hex')}`;
    await prepareNamespace({ address: services().temporalAddress, namespace, retentionDays: 1 });
    return namespace;
  })();
  return namespaceOfThisWorker;
}

export interface TestProcess {
  pid: number;
  logFile: string;
  /** Ends it the hard way and waits until it is gone. */
  kill(): Promise<void>;
  /** Sends it the stop signal and waits; its exit code, or null if it had to be killed. */
  stop(): Promise<number | null>;
  /** Starts it again with the same settings and waits until it is ready. Call after kill or stop. */
  restart(): Promise<void>;
  readonly running: boolean;
}

interface ProcessPlan {
  name: string;
  stage: number;
  manner?: StopManner;
  logFile: string;
  launch(): Promise<ChildProcess> | ChildProcess;
  ready(child: ChildProcess): Promise<void>;
}

async function startProcess(plan: ProcessPlan): Promise<TestProcess> {
  const { recordFolder } = services();
  let child: ChildProcess;
  let recorded: RecordedChild;

  async function start(): Promise<void> {
    child = await plan.launch();
    recorded = recordChild(recordFolder, plan.name, plan.stage, child.pid ?? 0, plan.manner);
    await plan.ready(child);
  }
  async function gone(): Promise<void> {
    if (!hasEnded(child)) await new Promise((resolve) => child.once('exit', resolve));
    forgetChild(recordFolder, recorded);
  }
  await start();
  return {
    logFile: plan.logFile,
    get pid() {
      return recorded.pid;
    },
    get running() {
      return !hasEnded(child);
    },
    async kill() {
      child.kill('SIGKILL');
      await gone();
    },
    async stop() {
      await endProcess(recorded, recorded);
      await gone();
      return child.exitCode;
    },
    restart: start,
  };
}

export function ownFolder(label: string): string {
  const folder = join(services().runFolder, `${label}-${randomBytes(4).toString('hex')}`);
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  return folder;
}

/** A payment sandbox with books of its own, in `folder`, that sends its webhooks to `webhookTarget` (an origin). */
export async function startTestPayments(
  webhookTarget: string,
  {
    secrets = services().secrets,
    folder = ownFolder('payments'),
    env: more = {},
  }: { secrets?: Secrets; folder?: string; env?: Record<string, string> } = {},
): Promise<TestProcess & { url: string }> {
  const [port = 0] = await findFreePorts(1);
  const logFile = join(folder, 'payments.log');
  const env = {
    PATH: process.env.PATH ?? '',
    PAYMENTS_PORT: String(port),
    PAYMENTS_STATE_DIR: folder,
    STRIPE_SECRET_KEY: secrets.STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: secrets.STRIPE_WEBHOOK_SECRET,
    STRIPE_CONNECT_WEBHOOK_SECRET: secrets.STRIPE_CONNECT_WEBHOOK_SECRET,
    WEBHOOK_TARGET: webhookTarget,
    ...more,
  };
  const url = `http://127.0.0.1:${port}`;
  const started = await startProcess({
    name: 'payments',
    stage: stages.payments,
    logFile,
    launch: () => launchEntry('payments', { env, logFile }),
    ready: (child) => waitForHttp('The payment sandbox', `${url}/livez`, child, logFile),
  });
  return Object.assign(started, { url });
}

export interface TestTemporal extends TestProcess {
  address: string;
  /** Where its database is. */
  folder: string;
  /** Starts it again without preparing anything in it: what a server does that has lost its data. */
  restartBare(): Promise<void>;
}

/** A separate Temporal server, durable across `kill()` and `restart()`. */
export async function startTestTemporal(): Promise<TestTemporal> {
  const [port = 0] = await findFreePorts(1);
  const folder = ownFolder('temporal');
  const logFile = join(ownFolder('temporal-log'), 'temporal.log');
  const address = `127.0.0.1:${port}`;
  let isPrepared = true;
  const started = await startProcess({
    name: 'temporal',
    stage: stages.temporal,
    logFile,
    launch: () => launchTemporal({ binary: services().temporalBinary, port, folder, logFile, logLevel: 'error' }),
    ready: async (child) => {
      await waitForTemporal(address, child, logFile);
      if (isPrepared) await prepareNamespace({ address, namespace: 'default', retentionDays: 1 });
    },
  });
  return Object.assign(started, {
    address,
    folder,
    async restartBare() {
      isPrepared = false;
      await started.restart();
    },
  });
}

/**
 * A separate Postgres server with fsync on, durable across `kill()` and `restart()`; in a new `folder` it has no roles and
 * no database yet.
 */
export async function startTestPostgres({ secrets = services().secrets, folder = ownFolder('postgres') } = {}): Promise<
  TestProcess & PostgresAddress & { adminUrl: string }
> {
  const [port = 0] = await findFreePorts(1);
  const logFile = join(folder, 'postgres.log');
  const options = {
    folder: join(folder, 'postgres'),
    port,
    adminPassword: secrets.POSTGRES_ADMIN_PASSWORD,
    logFile,
    durable: true,
  };
  const prepared = await preparePostgres(options);
  const started = await startProcess({
    name: 'postgres',
    stage: stages.postgres,
    manner: { stopSignal: 'SIGINT' },
    logFile,
    launch: () => launchPostgres(prepared, options),
    ready: (child) => waitForPostgres(prepared.adminUrl, child, logFile),
  });
  return Object.assign(started, {
    adminUrl: prepared.adminUrl,
    port,
    socketFolder: socketFolderFor(options.folder, port),
  });
}

export interface TestStackOptions {
  databases: DatabaseUrls;
  temporalAddress?: string;
  temporalNamespace?: string;
  paymentsUrl?: string;
  overrides?: Record<string, string>;
}

/** The environment of an API or worker process under test, on free ports of its own. */
export async function testEnvironment(
  options: TestStackOptions,
): Promise<{ env: Record<string, string>; ports: Ports }> {
  const free = await findFreePorts(portNames.length);
  const ports = Object.fromEntries(portNames.map((name, index) => [name, free[index]])) as Ports;
  const folder = ownFolder('stack');
  const env = stackEnvironment({
    mode: 'test',
    ports,
    secrets: services().secrets,
    databases: {
      DATABASE_OWNER_URL: options.databases.DATABASE_OWNER_URL,
      DATABASE_URL: options.databases.DATABASE_URL,
      DATABASE_WORKER_URL: options.databases.DATABASE_WORKER_URL,
    },
    temporalAddress: options.temporalAddress ?? services().temporalAddress,
    temporalNamespace: options.temporalNamespace ?? (await testNamespace()),
    filesFolder: join(folder, 'files'),
    paymentsFolder: join(folder, 'payments'),
    mailboxFolder: join(folder, 'mailbox'),
    socialFolder: join(folder, 'social'),
    appUrl: `http://127.0.0.1:${ports.APP_PORT}`,
    given: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR, LOG_LEVEL: 'warn' },
  });
  return {
    env: {
      ...env,
      STRIPE_API_BASE: options.paymentsUrl ?? services().paymentsUrl,
      WORKFLOW_BUNDLE: services().workflowBundle,
      ...options.overrides,
    },
    ports,
  };
}

/** Runs the API, the worker or the mailbox as a process, as `npm start` does. */
export async function startTestEntry(
  name: EntryName,
  env: Record<string, string>,
  readyUrl?: string,
): Promise<TestProcess> {
  const logFile = join(ownFolder(name), `${name}.log`);
  return startProcess({
    name,
    stage: stages[name],
    logFile,
    launch: () => launchEntry(name, { env, logFile }),
    ready: async (child) => {
      if (readyUrl) await waitForHttp(name, readyUrl, child, logFile);
    },
  });
}
