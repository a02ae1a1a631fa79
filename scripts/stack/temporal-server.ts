import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { launch, runToEnd, waitUntil } from './launch.ts';
import { temporalVersion } from './temporal-archive.ts';

export interface TemporalServerOptions {
  binary: string;
  port: number;
  /** Without a UI port the server runs headless. */
  uiPort?: number;
  metricsPort?: number;
  /** Folder for the database file; without it everything is kept in memory. */
  folder?: string;
  logFile: string;
  logLevel?: 'error' | 'warn' | 'info';
  /** Events in a history from which on the server suggests to continue as new; its own default is 4,096. */
  heavyHistory?: number;
}

/** A database file cannot be opened by a newer version, hence the version in its name. */
function temporalDatabaseFile(folder: string): string {
  return join(folder, `temporal-${temporalVersion}.db`);
}

async function knowsFlag(binary: string, flag: string): Promise<boolean> {
  return (await runToEnd(binary, ['server', 'start-dev', '--help'], { timeoutMs: 15_000 })).output.includes(flag);
}

export async function launchTemporal(options: TemporalServerOptions): Promise<ChildProcess> {
  const args = [
    'server',
    'start-dev',
    '--ip',
    '127.0.0.1',
    '--port',
    String(options.port),
    '--log-format',
    'json',
    '--log-level',
    options.logLevel ?? 'warn',
    // Timers fire about a second late by default, which is visible in the demo.
    '--dynamic-config-value',
    'history.timerProcessorMaxTimeShift="50ms"',
    '--dynamic-config-value',
    'limit.maxIDLength=255',
  ];
  if (options.heavyHistory)
    args.push('--dynamic-config-value', `limit.historyCount.suggestContinueAsNew=${options.heavyHistory}`);
  if (options.metricsPort) args.push('--metrics-port', String(options.metricsPort));
  if (options.uiPort) {
    args.push('--ui-port', String(options.uiPort));
    if (await knowsFlag(options.binary, '--ui-disable-news-fetch')) args.push('--ui-disable-news-fetch');
  } else {
    args.push('--headless');
  }
  if (options.folder) {
    args.push(
      '--db-filename',
      temporalDatabaseFile(options.folder),
      '--sqlite-pragma',
      'journal_mode=WAL',
      '--sqlite-pragma',
      'synchronous=NORMAL',
    );
  }
  return launch({ command: options.binary, args, logFile: options.logFile, env: withoutTemporalSettings(process.env) });
}

/** TEMPORAL_* in the environment configures the CLI as a client and must not change the server. */
function withoutTemporalSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('TEMPORAL_')));
}

export async function isTemporalHealthy(address: string): Promise<boolean> {
  const connection = await Connection.connect({ address, connectTimeout: 2000 });
  try {
    await connection.withDeadline(Date.now() + 2000, () => connection.workflowService.getSystemInfo({}));
    return true;
  } finally {
    await connection.close();
  }
}

export async function waitForTemporal(address: string, child?: ChildProcess, logFile?: string): Promise<void> {
  await waitUntil(() => isTemporalHealthy(address), {
    what: 'Temporal',
    timeoutMs: 60_000,
    everyMs: 50,
    child,
    logFile,
  });
}
