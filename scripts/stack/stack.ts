import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildClient } from '../lib/client-build.ts';
import { buildWorkflows } from '../lib/workflow-build.ts';
import { StartFailure } from '../lib/failure.ts';
import { createStateFolders, projectRoot } from '../lib/paths.ts';
import type { StatePaths } from '../lib/paths.ts';
import { step } from '../lib/progress.ts';
import { bringDatabase, givenDatabases, migrateDatabase } from './database.ts';
import { floatOnce, restoreOnce, seedOnce } from './first-data.ts';
import { assertPortsFree, assignFreePorts, readPorts } from './ports.ts';
import type { Ports } from './ports.ts';
import { databaseUrls } from './postgres-roles.ts';
import { dataFolderFor, removePostgresData, socketFolderFor } from './postgres-server.ts';
import { attachWatchdog, openRunRecord, reclaimLeftovers, saveRunRecord } from './run-record.ts';
import { loadSecrets } from './secrets.ts';
import { entryPoints, launchEntry, stages, waitForHttp } from './services.ts';
import type { EntryName } from './services.ts';
import { ownPorts, stackEnvironment, usesOwnMail, usesOwnStripe, usesSocialSandbox } from './stack-env.ts';
import type { StackOptions } from './stack-options.ts';
import type { Supervisor } from './supervisor.ts';
import { bringTemporal, type TemporalPlace } from './temporal.ts';

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
