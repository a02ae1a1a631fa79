import { Client, Connection } from '@temporalio/client';
import { sql } from 'kysely';
import { createDb, createPool } from '../db/client.ts';
import type { SystemContext } from '../server/context.ts';
import { systemClock, type Clock } from '../server/core/clock.ts';
import { newId } from '../server/core/ids.ts';
import { requestCheck } from '../server/features/money-check/runs.ts';
import { requestDueReconciliation } from '../server/features/money-check/stored-lines/runs.ts';
import { startListener } from '../server/listener.ts';
import { isUnprepared } from '../server/features/outbox/delivery.ts';
import { startDispatcher, type DispatcherOptions } from '../server/features/outbox/dispatcher.ts';
import { mayResume } from '../server/features/platform/open-rows.ts';
import { repairWorkflows, type RepairReport } from '../server/features/platform/repair.ts';
import { REPAIR_CHANNEL } from '../server/features/platform/service.ts';
import { WEBHOOKS_CHANNEL } from '../server/features/payments/rules.ts';
import type { Integrations } from '../server/integrations/integrations.ts';
import { ACTIVITIES } from './activities/index.gen.ts';
import type { TaskQueue } from './contracts.ts';
import { startWorkerLoops } from './worker-loops.ts';
import { prepareNamespace, RETENTION_DAYS } from './worker-namespace.ts';
import { recovery } from './worker-recovery.ts';
import { ensureSchedules } from './worker-schedules.ts';
import { startTemporalWorkers, type TemporalWorkerOptions } from './worker-temporal.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

/** What runs in a worker process; tests and benches leave parts out. */
export interface RuntimeParts {
  workers: boolean;
  dispatcher: boolean;
  notices: boolean;
  mails: boolean;
  webhooks: boolean;
  repair: boolean;
  /** Creates the namespace, its search attributes and schedules, at the start and when Temporal has lost them. */
  prepare: boolean;
  /** Schedules the money check, every hour and after the start, and the daily reconciliation. */
  moneyCheck: boolean;
}

export interface WorkerRuntimeOptions {
  /** Role sponsio_worker. */
  databaseUrl: string;
  databasePool?: number;
  temporal: { address: string; namespace: string };
  integrations: Integrations;
  clock?: Clock;
  parts?: Partial<RuntimeParts>;
  metrics?: WorkerMetrics;
  dispatcher?: Pick<DispatcherOptions, 'inFlight' | 'maxAttempts' | 'failpoints'>;
  maxCachedWorkflows?: number;
  workflowBundle?: TemporalWorkerOptions['workflowBundle'];
}

export interface WorkerRuntime {
  ctx: SystemContext;
  client: Client;
  /** Postgres answers and the Temporal workers, if they are a part, poll. */
  ready(): Promise<boolean>;
  whenReady(timeoutMs?: number): Promise<void>;
  repairNow(options?: { settlingMs?: number }): Promise<RepairReport>;
  /** Accepts no new work, waits for running work, then closes connections. */
  stop(): Promise<void>;
}

const CHANNELS = {
  sponsio_outbox: 'dispatcher',
  sponsio_notices: 'notices',
  sponsio_mail: 'mails',
  [REPAIR_CHANNEL]: 'repair',
  [WEBHOOKS_CHANNEL]: 'webhooks',
} as const;

/** The activities that the nouns of a queue register. Of two under one name, one would run for both: it is an error. */
function activitiesOf(ctx: SystemContext, queue: TaskQueue): object {
  const activities: Record<string, unknown> = {};
  for (const noun of ACTIVITIES.filter(({ QUEUE }) => QUEUE === queue))
    for (const [name, run] of Object.entries(noun.createActivities(ctx))) {
      if (name in activities) throw new Error(`two activities of the queue ${queue} are named ${name}`);
      activities[name] = run;
    }
  return activities;
}

const ALL_PARTS: RuntimeParts = {
  workers: true,
  dispatcher: true,
  notices: true,
  mails: true,
  webhooks: true,
  repair: true,
  prepare: true,
  moneyCheck: true,
};

function systemContext({ integrations, ...options }: WorkerRuntimeOptions): SystemContext {
  const pool = createPool(options.databaseUrl, {
    max: options.databasePool ?? 10,
    applicationName: 'sponsio-worker',
    statementTimeoutMs: 30_000,
    onError: (error) => integrations.log.warn({ err: error }, 'database connection lost'),
  });
  return {
    db: createDb(pool),
    actor: { kind: 'system', name: 'worker' },
    clock: options.clock ?? systemClock,
    integrations,
    requestId: `worker-${newId()}`,
    requestKey: null,
  };
}

/** Requests what is due on the books, without waiting for the schedules of Temporal. */
function checkAfterStart(ctx: SystemContext): void {
  const { log } = ctx.integrations;
  requestCheck(ctx, 'restart').catch((error: unknown) =>
    log.error({ err: error }, 'the check of the books after the start could not be requested'),
  );
  requestDueReconciliation(ctx).catch((error: unknown) =>
    log.error({ err: error }, 'the reconciliation after the start could not be requested'),
  );
}

/** All work without a request: Temporal workers, outbox dispatcher, notices, mails, repair. Starts at once. */
export function createWorkerRuntime(options: WorkerRuntimeOptions): WorkerRuntime {
  const { temporal, metrics } = options;
  const { log } = options.integrations;
  const parts: RuntimeParts = { ...ALL_PARTS, ...options.parts };
  const ctx = systemContext(options);
  // Lazy: without Temporal commands are delayed, and the process still starts.
  const connection = Connection.lazy({
    address: temporal.address,
    channelArgs: { 'grpc.max_reconnect_backoff_ms': 2_000, 'grpc.initial_reconnect_backoff_ms': 200 },
  });
  const client = new Client({ connection, namespace: temporal.namespace });

  const prepare = async (): Promise<void> => {
    if (!parts.prepare) return;
    await prepareNamespace({ ...temporal, retentionDays: RETENTION_DAYS });
    if (parts.moneyCheck) await ensureSchedules(client);
  };
  const repairNow = async (how: { settlingMs?: number } = {}): Promise<RepairReport> => {
    const report = await repairWorkflows(ctx, client, how);
    metrics?.repaired(report.repaired.length);
    return report;
  };
  const recover = recovery({
    log,
    namespace: temporal.namespace,
    prepare,
    async restart() {
      dispatcher?.wake();
      if (parts.repair) await repairNow({ settlingMs: 0 });
    },
  });

  const dispatcher = parts.dispatcher
    ? startDispatcher({
        ctx,
        client: () => client,
        mayResume,
        onUnprepared: () => void recover(),
        ...(metrics ? { observe: metrics.outbox } : {}),
        ...options.dispatcher,
      })
    : null;
  const loops = startWorkerLoops(ctx, {
    parts,
    metrics,
    async repair() {
      try {
        await repairNow();
      } catch (error) {
        if (!isUnprepared(error)) throw error;
        await recover();
      }
    },
  });
  const wake = (name: (typeof CHANNELS)[keyof typeof CHANNELS]): void =>
    (name === 'dispatcher' ? dispatcher : loops.get(name))?.wake();
  const listener = startListener({
    connectionString: options.databaseUrl,
    name: 'sponsio-listener',
    channels: Object.keys(CHANNELS),
    log,
    onNotify: (channel) => wake(CHANNELS[channel as keyof typeof CHANNELS]),
    onConnect: () => Object.values(CHANNELS).forEach(wake),
  });

  let checked = false;
  const workers = parts.workers
    ? startTemporalWorkers({
        ...temporal,
        log,
        activities: {
          money: activitiesOf(ctx, 'money'),
          accounts: activitiesOf(ctx, 'accounts'),
          discovery: activitiesOf(ctx, 'discovery'),
        },
        ...(options.maxCachedWorkflows === undefined ? {} : { maxCachedWorkflows: options.maxCachedWorkflows }),
        ...(options.workflowBundle ? { workflowBundle: options.workflowBundle } : {}),
        prepare,
        onRunning() {
          log.info({ namespace: temporal.namespace }, 'Temporal workers are polling');
          if (parts.moneyCheck && !checked) checkAfterStart(ctx);
          checked = true;
        },
      })
    : null;

  async function ready(): Promise<boolean> {
    if (workers && !workers.running) return false;
    await sql`select 1`.execute(ctx.db);
    return true;
  }

  let stopping: Promise<void> | null = null;
  async function shutDown(): Promise<void> {
    await listener.close();
    await Promise.all([dispatcher?.stop(), workers?.stop(), ...[...loops.values()].map((loop) => loop.stop())]);
    await connection.close();
    await ctx.db.destroy();
  }

  return {
    ctx,
    client,
    ready,
    repairNow,
    async whenReady(timeoutMs = 30_000) {
      const end = Date.now() + timeoutMs;
      for (;;) {
        if (await ready().catch(() => false)) return;
        if (Date.now() > end) throw new Error(`the worker was not ready within ${timeoutMs} ms`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    stop: () => (stopping ??= shutDown()),
  };
}
