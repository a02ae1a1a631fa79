import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { createDb, createPool } from '../../db/client.ts';
import { migrate } from '../../scripts/lib/migrate.ts';
import { runToEnd } from '../../scripts/stack/launch.ts';
import { checkMoney } from '../../server/features/money-check/checker.ts';
import { findFreePorts } from '../../scripts/stack/ports.ts';
import { databaseUrls, ensureRolesAndDatabase } from '../../scripts/stack/postgres-roles.ts';
import {
  ownFolder,
  services,
  startTestEntry,
  startTestPayments,
  startTestPostgres,
  startTestTemporal,
  testEnvironment,
  type TestDatabase,
  type TestProcess,
} from './services.ts';

export type Victim = 'api' | 'worker' | 'temporal' | 'postgres';

/** The whole product as processes of its own: each can be killed with -9 and comes back on its data. */
export interface KillableStack {
  url: string;
  /** A second API on the same database; the first one where there is only one. */
  secondUrl: string;
  database: TestDatabase;
  paymentsUrl: string;
  mailboxUrl: string;
  killAndRestart(victim: Victim, options?: { whileDown?: () => Promise<void> }): Promise<void>;
  /** A deploy: sends the stop signal, waits for the process's own end, and starts it again. */
  stopAndRestart(victim: Victim, options?: { whileEnding?: () => Promise<void> }): Promise<void>;
  /** Names a failpoint at which the next process that comes there waits. */
  arm(point: string): void;
  /** The id of the process that waits at the failpoint, or null. */
  waitingAt(point: string): number | null;
  /** Lets it go on; a failpoint that no process has reached is forgotten. */
  disarm(point: string): void;
  pidOf(victim: Victim): number;
  /** Kills Temporal, deletes its database and starts it again, empty. */
  loseTemporalData(): Promise<void>;
  /** Commands of the outbox that were not delivered yet. */
  waitingCommands(): Promise<number>;
  hasSchedule(id: string): Promise<boolean>;
  /** Breaches of the money invariants, one line each; empty when the books agree. */
  checkMoney(): Promise<string[]>;
  stop(): Promise<void>;
}

export async function waitForDatabase(url: string): Promise<void> {
  const pool = createPool(url, { max: 1 });
  try {
    for (let n = 0; n < 100; n += 1) {
      if (
        await pool.query('select 1').then(
          () => true,
          () => false,
        )
      )
        return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('the database did not come back');
  } finally {
    await pool.end();
  }
}

export async function startKillableStack({
  apis = 1,
  settings = {},
}: { apis?: 1 | 2; settings?: Record<string, string> } = {}): Promise<KillableStack> {
  const { secrets } = services();
  const postgres = await startTestPostgres();
  await ensureRolesAndDatabase(postgres.adminUrl, secrets);
  const databases = databaseUrls(postgres, secrets);
  await migrate(databases.DATABASE_OWNER_URL);
  const temporal = await startTestTemporal();
  const { env: base, ports } = await testEnvironment({
    databases,
    temporalAddress: temporal.address,
    temporalNamespace: 'default',
  });
  const url = `http://127.0.0.1:${ports.APP_PORT}`;
  // The third attempt to deliver a webhook comes a minute after the second one: the API may be away at both of them.
  const payments = await startTestPayments(url, {
    env: { PAYMENTS_SETTLEMENT_SECONDS: '0', PAYMENTS_WEBHOOK_RETRY_SECONDS: '2' },
  });
  const points = ownFolder('failpoints');
  const env = { ...base, ...settings, STRIPE_API_BASE: payments.url, FAILPOINTS: points };
  const mailbox = await startTestEntry('mailbox', env, `http://127.0.0.1:${ports.MAILBOX_PORT}/livez`);
  const worker = await startTestEntry('worker', env, `http://127.0.0.1:${ports.WORKER_METRICS_PORT}/livez`);
  const api = await startTestEntry('app', env, `${url}/readyz`);
  const victims: Record<Victim, TestProcess> = { api, worker, temporal, postgres };
  const others: TestProcess[] = [];
  let secondUrl = url;
  if (apis === 2) {
    const [port = 0, metrics = 0] = await findFreePorts(2);
    secondUrl = `http://127.0.0.1:${port}`;
    const second = { ...env, APP_PORT: String(port), METRICS_PORT: String(metrics), APP_URL: secondUrl };
    others.push(await startTestEntry('app', second, `${secondUrl}/readyz`));
  }
  await runScript(env, 'scripts/float.ts');

  return {
    url,
    secondUrl,
    database: { ...databases, name: 'sponsio', adminUrl: postgres.adminUrl, drop: async () => {} },
    paymentsUrl: payments.url,
    mailboxUrl: `http://127.0.0.1:${ports.MAILBOX_PORT}`,
    async killAndRestart(victim, { whileDown } = {}) {
      await victims[victim].kill();
      await whileDown?.();
      await restartPatiently(victims[victim]);
      if (victim === 'postgres') await waitForDatabase(databases.DATABASE_URL);
    },
    async stopAndRestart(victim, { whileEnding } = {}) {
      await Promise.all([victims[victim].stop(), whileEnding?.()]);
      await restartPatiently(victims[victim]);
    },
    arm: (point) => writeFileSync(join(points, point), ''),
    waitingAt(point) {
      const hit = join(points, `${point}.hit`);
      return existsSync(hit) ? Number(readFileSync(hit, 'utf8')) || null : null;
    },
    disarm(point) {
      for (const file of [point, `${point}.hit`]) rmSync(join(points, file), { force: true });
    },
    pidOf: (victim) => victims[victim].pid,
    async loseTemporalData() {
      await temporal.kill();
      rmSync(temporal.folder, { recursive: true, force: true });
      mkdirSync(temporal.folder, { recursive: true, mode: 0o711 });
      await temporal.restartBare();
    },
    async waitingCommands() {
      const pool = createPool(databases.DATABASE_WORKER_URL, { max: 1 });
      try {
        const { rows } = await pool.query<{ n: number }>(
          'select count(*)::int as n from workflow_outbox where dispatched_at is null and dead_at is null',
        );
        return rows[0]?.n ?? -1;
      } finally {
        await pool.end();
      }
    },
    async hasSchedule(id) {
      const connection = await Connection.connect({ address: temporal.address });
      try {
        return await new Client({ connection }).schedule
          .getHandle(id)
          .describe()
          .then(
            () => true,
            () => false,
          );
      } finally {
        await connection.close();
      }
    },
    checkMoney: async () => {
      const pool = createPool(databases.DATABASE_WORKER_URL, { max: 2 });
      try {
        const breaches = await checkMoney(createDb(pool), { booksUrl: `${payments.url}/_sandbox/books` });
        return breaches.map((b) => `${b.invariant}: ${b.detail}`);
      } finally {
        await pool.end();
      }
    },
    async stop() {
      for (const p of [...others, api, worker, mailbox, payments, temporal, postgres]) if (p.running) await p.stop();
    },
  };
}

/** Postgres refuses to start while backends of the killed server still let go of its memory: tried again, as a supervisor does. */
export async function restartPatiently(victim: TestProcess): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await victim.restart();
    } catch (error) {
      if (attempt === 8) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250 * attempt));
    }
  }
}

async function runScript(env: Record<string, string>, script: string): Promise<void> {
  const { code, output } = await runToEnd(process.execPath, ['--import', 'tsx', script], { env });
  if (code !== 0) throw new Error(`${script} failed: ${output.slice(-2000)}`);
}
