import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { restore } from '../lib/backup.ts';
import { buildClient } from '../lib/client-build.ts';
import { buildWorkflows } from '../lib/workflow-build.ts';
import { StartFailure } from '../lib/failure.ts';
import { runToEnd } from './launch.ts';
import { migrate } from '../lib/migrate.ts';
import { createStateFolders, projectRoot } from '../lib/paths.ts';
import type { StatePaths } from '../lib/paths.ts';
import { assertPortsFree, assignFreePorts, readPorts } from './ports.ts';
import type { Ports } from './ports.ts';
import { databaseUrls, ensureRolesAndDatabase } from './postgres-roles.ts';
import type { DatabaseUrls } from './postgres-roles.ts';
import {
  canConnect,
  clearStaleServer,
  dataFolderFor,
  launchPostgres,
  preparePostgres,
  socketFolderFor,
  removePostgresData,
  waitForPostgres,
} from './postgres-server.ts';
import { step } from '../lib/progress.ts';
import { attachWatchdog, openRunRecord, reclaimLeftovers, saveRunRecord } from './run-record.ts';
import { loadSecrets } from './secrets.ts';
import type { Secrets } from './secrets.ts';
import { entryPoints, launchEntry, stages, waitForHttp } from './services.ts';
import type { EntryName } from './services.ts';
import { ownPorts, stackEnvironment, usesOwnMail, usesOwnStripe, usesSocialSandbox } from './stack-env.ts';
import type { Mode } from './stack-env.ts';
import type { Supervisor } from './supervisor.ts';
import { findTemporalBinary } from './temporal-binary.ts';
import { prepareNamespace } from '../../workflows/worker-namespace.ts';
import { isTemporalHealthy, launchTemporal, waitForTemporal } from './temporal-server.ts';

export interface StackOptions {
  paths: StatePaths;
  given: NodeJS.ProcessEnv;
  mode: Mode;
  /** Scenario to load once into an empty installation. */
  seed: string | null;
  autoPorts: boolean;
  /** Delete the content of the state folder once the start can begin. */
  fresh: boolean;
  /** Delete the state folder at the end. */
  throwAway: boolean;
  /** Folder of a backup that a new installation begins with. */
  restore?: string | undefined;
  /** Restart API and worker on change instead of running them once. */
  watch: boolean;
  /** Another address for browsers than the API's own, e.g. of the Vite server. */
  appUrl?: string;
}

export interface Stack {
  ports: Ports;
  env: Record<string, string>;
  addresses: Record<string, string>;
  seeded: string | null;
}

/** Empties the state folder. Refuses to touch a folder that was not made by a start. */
export function forgetState(paths: StatePaths): void {
  if (!existsSync(paths.home)) return;
  if (!existsSync(paths.secrets)) {
    throw new StartFailure(
      `${paths.home} does not look like a Sponsio state folder (no secrets.json), so it was left alone.`,
    );
  }
  removePostgresData(paths.postgres);
  rmSync(paths.home, { recursive: true, force: true });
}

function givenDatabases(given: NodeJS.ProcessEnv): DatabaseUrls {
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

async function bringDatabase(
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
      manner: { stopSignal: 'SIGINT', graceMs: 4000 },
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

async function migrateDatabase(urls: DatabaseUrls): Promise<void> {
  await step('Migrations', async (note) => {
    const applied = await migrate(urls.DATABASE_OWNER_URL);
    note(applied.length === 0 ? 'up to date' : `${applied.length} applied`);
  });
}

interface TemporalPlace {
  address: string;
  namespace: string;
}

async function bringTemporal(
  options: StackOptions,
  supervisor: Supervisor,
  ports: Ports,
  { address, namespace }: TemporalPlace,
  report: (line: string) => void,
): Promise<void> {
  await step('Temporal', async (note) => {
    const given = options.given.TEMPORAL_ADDRESS;
    if (given) {
      try {
        await isTemporalHealthy(given);
      } catch (error) {
        throw new StartFailure(
          `Temporal at ${given} (TEMPORAL_ADDRESS) does not answer: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
      note(`your server at ${given}`);
    } else {
      const binary = await findTemporalBinary(report);
      const logFile = join(options.paths.logs, 'temporal.log');
      await supervisor.start({
        name: 'temporal',
        label: 'Temporal',
        stage: stages.temporal,
        manner: { graceMs: 4000 },
        logFile,
        launch: () =>
          launchTemporal({
            binary: binary.path,
            port: ports.TEMPORAL_PORT,
            uiPort: ports.TEMPORAL_UI_PORT,
            folder: options.paths.temporal,
            logFile,
          }),
        ready: (child) => waitForTemporal(address, child, logFile),
      });
      note(`${binary.source}, port ${ports.TEMPORAL_PORT}`);
    }
    await prepareNamespace({ address, namespace, retentionDays: 30 });
  });
}

/** A restored installation has its own data: neither a scenario nor a float is added to it, now or later. */
async function restoreOnce(options: StackOptions, databases: DatabaseUrls): Promise<boolean> {
  const marker = join(options.paths.home, 'restored.json');
  const folder = options.restore;
  if (!folder) return existsSync(marker);
  await step('Restore', async (note) => {
    const { tables, takenAt } = await restore(databases.DATABASE_OWNER_URL, resolve(folder));
    writeFileSync(marker, JSON.stringify({ folder, takenAt, at: new Date().toISOString() }));
    note(`${tables.reduce((sum, one) => sum + one.rows, 0)} rows of ${takenAt}`);
  });
  return true;
}

async function seedOnce(options: StackOptions, env: Record<string, string>): Promise<string | null> {
  const marker = join(options.paths.home, 'seeded.json');
  if (existsSync(marker)) return (JSON.parse(readFileSync(marker, 'utf8')) as { scenario: string }).scenario;
  if (!options.seed || options.mode === 'production') return null;
  if (usesOwnStripe(options.given)) {
    await step('Demo', async (note) => note('left out: it is played against the payment sandbox'));
    return null;
  }
  const scenario = options.seed;
  return step('Demo', async (note) => {
    const result = await runToEnd(
      process.execPath,
      ['--import', 'tsx', join(projectRoot, 'scripts', 'db.ts'), 'seed', scenario],
      { cwd: projectRoot, env },
    );
    if (result.code !== 0) {
      throw new StartFailure(
        `The scenario "${scenario}" could not be loaded:\n${result.output.trim().split('\n').slice(-25).join('\n')}\nBegin anew with --fresh, or start without it: --fresh --no-seed`,
      );
    }
    writeFileSync(marker, JSON.stringify({ scenario, at: new Date().toISOString() }));
    note(`scenario "${scenario}" loaded`);
    return scenario;
  });
}

/** An empty instance beside the payment sandbox gets the platform's float there, once; a scenario has its own. */
async function floatOnce(options: StackOptions, env: Record<string, string>): Promise<void> {
  const marker = join(options.paths.home, 'float.json');
  if (existsSync(marker) || usesOwnStripe(options.given) || options.mode === 'production') return;
  await step('Float', async (note) => {
    const result = await runToEnd(process.execPath, ['--import', 'tsx', join(projectRoot, 'scripts', 'float.ts')], {
      cwd: projectRoot,
      env,
    });
    if (result.code !== 0)
      throw new StartFailure(
        `The platform's float could not be topped up:\n${result.output.trim().split('\n').slice(-15).join('\n')}`,
      );
    writeFileSync(marker, JSON.stringify({ at: new Date().toISOString() }));
    note("the platform's own money at the sandbox");
  });
}

async function openInstance(options: StackOptions, supervisor: Supervisor, report: (line: string) => void) {
  const { paths, given } = options;
  const left = await reclaimLeftovers(paths.run);
  if (left.length > 0) report(`stopped what an earlier start had left running: ${left.join(', ')}`);
  const ports = options.autoPorts ? await assignFreePorts() : readPorts(given);
  await assertPortsFree(ports, ownPorts(options.mode, given));
  const ownDatabases = given.DATABASE_URL ? givenDatabases(given) : null;
  // Nothing is written or deleted before the start can begin.
  if (options.fresh) forgetState(paths);
  createStateFolders(paths);
  const record = openRunRecord(paths.run);
  record.ports = ports;
  if (options.throwAway) record.removeOnEnd = [dataFolderFor(paths.postgres), paths.home];
  attachWatchdog(paths.run, record);

  const secrets = loadSecrets(paths.secrets);
  const socketFolder = socketFolderFor(paths.postgres, ports.POSTGRES_PORT);
  const databases = ownDatabases ?? databaseUrls({ port: ports.POSTGRES_PORT, socketFolder }, secrets);
  const temporal: TemporalPlace = {
    address: given.TEMPORAL_ADDRESS || `127.0.0.1:${ports.TEMPORAL_PORT}`,
    namespace: given.TEMPORAL_NAMESPACE || 'default',
  };
  const appUrl = options.appUrl ?? (given.APP_URL || `http://localhost:${ports.APP_PORT}`);
  const env = stackEnvironment({
    mode: options.mode,
    ports,
    secrets,
    databases,
    temporalAddress: temporal.address,
    temporalNamespace: temporal.namespace,
    filesFolder: paths.files,
    paymentsFolder: paths.payments,
    mailboxFolder: paths.mailbox,
    socialFolder: paths.social,
    appUrl,
    given,
  });

  const startEntry = (name: EntryName, label: string, readyUrl: string | null): Promise<void> => {
    const logFile = join(paths.logs, `${name}.log`);
    const watch = options.watch && (name === 'app' || name === 'worker');
    return supervisor.start({
      name,
      label,
      stage: stages[name],
      manner: { graceMs: stages[name] >= stages.worker ? 6000 : 1500 },
      logFile,
      launch: () => launchEntry(name, { env, logFile, watch }),
      ready: async (child) => {
        if (readyUrl) await waitForHttp(label, readyUrl, child, logFile);
      },
    });
  };
  const startBooks = () =>
    Promise.all([
      bringDatabase(options, supervisor, ports, secrets, databases).then(() => migrateDatabase(databases)),
      ...(usesOwnStripe(given)
        ? []
        : [
            step('Payments', async (note) => {
              await startEntry('payments', 'payment sandbox', local(ports.PAYMENTS_PORT, '/livez'));
              note(`sandbox, port ${ports.PAYMENTS_PORT}`);
            }),
          ]),
    ]);
  return { ports, env, record, databases, temporal, appUrl, startEntry, startBooks };
}

/** Loads the scenario into an installation whose API and worker do not run. The caller stops what was started for it. */
export async function loadScenario(
  options: StackOptions,
  supervisor: Supervisor,
  report: (line: string) => void,
): Promise<void> {
  const opened = await openInstance(options, supervisor, report);
  await opened.startBooks();
  await seedOnce(options, opened.env);
}

/**
 * Brings up everything an instance needs, in order, under the given supervisor. Throws a
 * `StartFailure` that says what is missing; the caller then stops what had already started.
 */
export async function bringUp(
  options: StackOptions,
  supervisor: Supervisor,
  report: (line: string) => void,
): Promise<Stack> {
  const { paths, given } = options;
  const opened = await openInstance(options, supervisor, report);
  const { ports, env, record, databases, temporal, appUrl, startEntry, startBooks } = opened;
  await Promise.all([
    startBooks(),
    bringTemporal(options, supervisor, ports, temporal, report),
    ...(usesOwnMail(given)
      ? []
      : [
          step('Mailbox', async (note) => {
            await startEntry('mailbox', 'mailbox', local(ports.MAILBOX_PORT, '/livez'));
            note(`port ${ports.MAILBOX_PORT}, SMTP ${ports.SMTP_PORT}`);
          }),
        ]),
    ...(usesSocialSandbox(options.mode, given)
      ? [
          step('Networks', async (note) => {
            await startEntry('social', 'social sandbox', local(ports.SOCIAL_PORT, '/livez'));
            note(`sandbox, port ${ports.SOCIAL_PORT}`);
          }),
        ]
      : []),
    ...(options.watch
      ? []
      : [
          step('Client', async (note) => note((await buildClient()) ? 'built' : 'unchanged since the last build')),
          buildWorkflows(report).then((path) => {
            env.WORKFLOW_BUNDLE ??= path;
          }),
        ]),
  ]);
  const restored = await restoreOnce(options, databases);
  const seeded = restored ? null : await seedOnce(options, env);
  if (seeded === null && !restored) await floatOnce(options, env);
  await Promise.all([
    step('Worker', async (note) => {
      await startEntry('worker', 'worker', local(ports.WORKER_METRICS_PORT, '/readyz'));
      note('workflows, outbox, mail');
    }),
    step('App', async (note) => {
      await startEntry('app', 'API', local(ports.APP_PORT, '/readyz'));
      note(`port ${ports.APP_PORT}`);
    }),
  ]);
  const addresses: Record<string, string> = {
    app: appUrl,
    ...(usesOwnMail(given) ? {} : { mailbox: `http://localhost:${ports.MAILBOX_PORT}` }),
    temporalUi: env.TEMPORAL_UI_URL ?? '',
    temporal: temporal.address,
    ...(usesOwnStripe(given) ? {} : { payments: local(ports.PAYMENTS_PORT, '') }),
    ...(usesSocialSandbox(options.mode, given) ? { social: local(ports.SOCIAL_PORT, '') } : {}),
  };
  record.addresses = addresses;
  saveRunRecord(paths.run, record);
  return { ports, env, addresses, seeded };
}

const local = (port: number, path: string): string => `http://127.0.0.1:${port}${path}`;

export function missingEntryPoints(): string[] {
  return Object.values(entryPoints).filter((path) => !existsSync(join(projectRoot, path)));
}
