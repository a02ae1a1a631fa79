import { mayResume } from '../server/features/platform/open-rows.ts';
import { Client, Connection } from '@temporalio/client';
import { sql } from 'kysely';
import { createDb, createPool } from '../db/client.ts';
import type { SystemContext } from '../server/context.ts';
import { systemClock, type Clock } from '../server/core/clock.ts';
import { newId } from '../server/core/ids.ts';
import { accountMailboxes } from '../server/features/accounts/mailboxes.ts';
import { sweepUploads } from '../server/features/content/uploads.ts';
import { expandNotices } from '../server/features/notifications/expander.ts';
import { sendMails } from '../server/features/notifications/mail-sender.ts';
import { requestCheck, moneyCheckGauges } from '../server/features/money-check/runs.ts';
import { requestDueReconciliation } from '../server/features/money-check/stored-lines/runs.ts';
import { startListener } from '../server/listener.ts';
import { startLoop, type Loop } from '../server/core/loop.ts';
import { isUnprepared } from '../server/features/outbox/delivery.ts';
import { startDispatcher, type Dispatcher, type DispatcherOptions } from '../server/features/outbox/dispatcher.ts';
import { repairWorkflows, type RepairReport } from '../server/features/platform/repair.ts';
import { readBacklog } from '../server/features/platform/queries.ts';
import { REPAIR_CHANNEL } from '../server/features/platform/service.ts';
import { sweepAvatars } from '../server/features/privacy/avatar.ts';
import { eraseUnverified } from '../server/features/privacy/unverified.ts';
import { showDueRatings } from '../server/features/discovery/ratings.ts';
import { keepWordings } from '../server/features/contracts/wordings/keep.ts';
import { clearPast } from '../server/features/platform/upkeep.ts';
import { WEBHOOKS_CHANNEL } from '../server/features/payments/rules.ts';
import { missedEvents } from '../server/features/payments/webhooks/missed.ts';
import { sweepWebhooks } from '../server/features/payments/webhooks/sweep.ts';
import type { Integrations } from '../server/integrations/integrations.ts';
import { ACTIVITIES } from './activities/index.gen.ts';
import type { TaskQueue } from './contracts.ts';
import { prepareNamespace, RETENTION_DAYS } from './worker-namespace.ts';
import { ensureSchedules } from './worker-schedules.ts';
import { startTemporalWorkers, type TemporalWorkerOptions, type TemporalWorkers } from './worker-temporal.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

const REPAIR_EVERY_MS = 5 * 60_000;
const UPLOADS_EVERY_MS = 60 * 60_000;
const UPKEEP_EVERY_MS = 6 * 60 * 60_000;
const WEBHOOKS_EVERY_MS = 10_000;
const MISSED_EVENTS_EVERY_MS = 60 * 60_000;
const BACKLOG_EVERY_MS = 10_000;
const POLL_MS = 1_000;
const RECOVER_REST_MS = 3_000;
const NOTICES_REST_MS = 100;
const MAILS_REST_MS = 250;

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

/** All work without a request: Temporal workers, outbox dispatcher, notices, mails, repair. Starts at once. */
export function createWorkerRuntime(options: WorkerRuntimeOptions): WorkerRuntime {
  const { integrations, temporal, metrics } = options;
  const { log } = integrations;
  const parts: RuntimeParts = {
    workers: true,
    dispatcher: true,
    notices: true,
    mails: true,
    webhooks: true,
    repair: true,
    prepare: true,
    moneyCheck: true,
    ...options.parts,
  };
  const pool = createPool(options.databaseUrl, {
    max: options.databasePool ?? 10,
    applicationName: 'sponsio-worker',
    statementTimeoutMs: 30_000,
    onError: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  const ctx: SystemContext = {
    db: createDb(pool),
    actor: { kind: 'system', name: 'worker' },
    clock: options.clock ?? systemClock,
    integrations,
    requestId: `worker-${newId()}`,
    requestKey: null,
  };
  // Lazy: without Temporal commands are delayed, and the process still starts.
  const connection = Connection.lazy({
    address: temporal.address,
    channelArgs: { 'grpc.max_reconnect_backoff_ms': 2_000, 'grpc.initial_reconnect_backoff_ms': 200 },
  });
  const client = new Client({ connection, namespace: temporal.namespace });

  const woken: Partial<Record<(typeof CHANNELS)[keyof typeof CHANNELS], { wake(): void }>> = {};
  const loops: Loop[] = [];
  const addLoop = (loop: Loop): Loop => {
    loops.push(loop);
    return loop;
  };

  const prepare = async (): Promise<void> => {
    if (!parts.prepare) return;
    await prepareNamespace({ ...temporal, retentionDays: RETENTION_DAYS });
    if (parts.moneyCheck) await ensureSchedules(client);
  };
  let recovering: Promise<void> | null = null;
  /**
   * Temporal lost its data, or is another server: creates the namespace again and starts a workflow for every open row.
   */
  function recover(): Promise<void> {
    recovering ??= (async () => {
      try {
        log.warn(
          { namespace: temporal.namespace },
          'Temporal lacks its namespace or search attributes: creating them again',
        );
        await prepare();
        dispatcher?.wake();
        if (parts.repair) await repairNow({ settlingMs: 0 });
      } catch (error) {
        log.error({ err: error }, 'Temporal could not be prepared and will be tried again');
      } finally {
        // Errors from before the attributes existed must not start a second recovery.
        setTimeout(() => (recovering = null), RECOVER_REST_MS).unref();
      }
    })();
    return recovering;
  }

  let dispatcher: Dispatcher | null = null;
  if (parts.dispatcher) {
    dispatcher = startDispatcher({
      ctx,
      client: () => client,
      mayResume,
      onUnprepared: () => void recover(),
      ...(metrics ? { observe: metrics.outbox } : {}),
      ...options.dispatcher,
    });
    woken.dispatcher = dispatcher;
  }
  if (parts.notices)
    woken.notices = addLoop(
      startLoop({ name: 'notices', log, everyMs: POLL_MS, restMs: NOTICES_REST_MS, run: () => expandNotices(ctx) }),
    );
  if (parts.mails)
    woken.mails = addLoop(
      startLoop({
        name: 'mails',
        log,
        everyMs: POLL_MS,
        restMs: MAILS_REST_MS,
        run: () => sendMails(ctx, { mailboxes: accountMailboxes, observe: metrics?.mail }),
      }),
    );

  const repairNow = async (how: { settlingMs?: number } = {}): Promise<RepairReport> => {
    const report = await repairWorkflows(ctx, client, how);
    metrics?.repaired(report.repaired.length);
    return report;
  };
  if (parts.webhooks) {
    woken.webhooks = addLoop(
      startLoop({
        name: 'webhooks',
        log,
        everyMs: WEBHOOKS_EVERY_MS,
        async run() {
          await sweepWebhooks(ctx);
          return false;
        },
      }),
    );
    const readMissed = missedEvents(ctx);
    addLoop(
      startLoop({
        name: 'missed events',
        log,
        everyMs: MISSED_EVENTS_EVERY_MS,
        async run() {
          await readMissed();
          return false;
        },
      }),
    );
  }
  if (parts.repair) {
    woken.repair = addLoop(
      startLoop({
        name: 'repair',
        log,
        everyMs: REPAIR_EVERY_MS,
        async run() {
          try {
            await repairNow();
          } catch (error) {
            if (!isUnprepared(error)) throw error;
            await recover();
          }
          return false;
        },
      }),
    );
  }
  if (parts.repair)
    addLoop(
      startLoop({
        name: 'upkeep',
        log,
        everyMs: UPKEEP_EVERY_MS,
        run: async () =>
          (await clearPast(ctx)) +
            (await eraseUnverified(ctx)) +
            (await showDueRatings(ctx)) +
            (await keepWordings(ctx)) >
          0,
      }),
    );
  if (parts.repair)
    addLoop(
      startLoop({
        name: 'uploads',
        log,
        everyMs: UPLOADS_EVERY_MS,
        run: async () => (await sweepUploads(ctx)) + (await sweepAvatars(ctx)) > 0,
      }),
    );
  if (metrics) {
    addLoop(
      startLoop({
        name: 'backlog',
        log,
        everyMs: BACKLOG_EVERY_MS,
        async run() {
          metrics.backlog(await readBacklog(ctx.db));
          metrics.moneyCheck(await moneyCheckGauges(ctx));
          return false;
        },
      }),
    );
  }

  const listener = startListener({
    connectionString: options.databaseUrl,
    name: 'sponsio-listener',
    channels: Object.keys(CHANNELS),
    log,
    onNotify: (channel) => woken[CHANNELS[channel as keyof typeof CHANNELS]]?.wake(),
    onConnect: () => {
      for (const loop of Object.values(CHANNELS)) woken[loop]?.wake();
    },
  });
  let workers: TemporalWorkers | null = null;
  let requestedAfterStart = false;
  if (parts.workers) {
    workers = startTemporalWorkers({
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
        if (!parts.moneyCheck || requestedAfterStart) return;
        requestedAfterStart = true;
        requestCheck(ctx, 'restart').catch((error: unknown) =>
          log.error({ err: error }, 'the check of the books after the start could not be requested'),
        );
        requestDueReconciliation(ctx).catch((error: unknown) =>
          log.error({ err: error }, 'the reconciliation after the start could not be requested'),
        );
      },
    });
  }

  async function ready(): Promise<boolean> {
    if (workers && !workers.running) return false;
    await sql`select 1`.execute(ctx.db);
    return true;
  }

  let stopping: Promise<void> | null = null;
  async function shutDown(): Promise<void> {
    await listener.close();
    await Promise.all([dispatcher?.stop(), workers?.stop(), ...loops.map((l) => l.stop())]);
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
