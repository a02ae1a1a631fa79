import { fileURLToPath } from 'node:url';
import {
  bundleWorkflowCode,
  DefaultLogger,
  NativeConnection,
  Runtime,
  Worker,
  type LogLevel,
  type RuntimeOptions,
  type WorkflowBundleOption,
  type WorkflowBundleWithSourceMap,
} from '@temporalio/worker';
import type { Logger } from 'pino';
import { TASK_QUEUES, type TaskQueue } from './contracts.ts';

/** Tuned for two cores shared with the server and Postgres. */
const TUNING: Record<
  TaskQueue,
  { workflowTasks: number; activities: number; workflowPolls: number; activityPolls: number }
> = {
  money: { workflowTasks: 60, activities: 50, workflowPolls: 8, activityPolls: 6 },
  accounts: { workflowTasks: 10, activities: 10, workflowPolls: 2, activityPolls: 2 },
  discovery: { workflowTasks: 10, activities: 10, workflowPolls: 2, activityPolls: 2 },
};
const GRACE = '10 seconds';
const FORCE = '15 seconds';
const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 5_000;

let runtimeInstalled = false;

/** Once per process: Temporal's core logs through our logger and leaves signals to us. */
export function installTemporalRuntime(log: Logger, otlpEndpoint?: string): void {
  if (runtimeInstalled) return;
  runtimeInstalled = true;
  const levels: Record<LogLevel, 'trace' | 'debug' | 'info' | 'warn' | 'error'> = {
    TRACE: 'trace',
    DEBUG: 'debug',
    INFO: 'debug',
    WARN: 'warn',
    ERROR: 'error',
  };
  const options: RuntimeOptions = {
    shutdownSignals: [],
    logger: new DefaultLogger('INFO', ({ level, message, meta }) => {
      const { error, workflowId, taskQueue, activityType } = (meta ?? {}) as Record<string, unknown>;
      log[levels[level]]({ workflowId, taskQueue, activityType, ...(error ? { err: error } : {}) }, message);
    }),
    telemetryOptions: {
      logging: { forward: {}, filter: { core: 'WARN', other: 'ERROR' } },
      ...(otlpEndpoint ? { metrics: { otel: { url: otlpEndpoint, metricsExportInterval: '15 seconds' } } } : {}),
    },
  };
  Runtime.install(options);
}

export function bundleWorkflows(warn: (message: string) => void): Promise<WorkflowBundleWithSourceMap> {
  return bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('./index.gen.ts', import.meta.url)),
    logger: new DefaultLogger('WARN', ({ message }) => warn(message)),
  });
}

let bundle: Promise<WorkflowBundleWithSourceMap> | null = null;

/** Built once per process and shared by the workers of all queues. */
function workflowBundle(log: Logger): Promise<WorkflowBundleWithSourceMap> {
  bundle ??= bundleWorkflows((message) => log.warn(message));
  return bundle;
}

export interface TemporalWorkers {
  /** All queues are being polled. */
  readonly running: boolean;
  /** Resolves when running tasks have ended. */
  stop(): Promise<void>;
}

export interface TemporalWorkerOptions {
  address: string;
  namespace: string;
  activities: Record<TaskQueue, object>;
  log: Logger;
  /** A bundle made beforehand; otherwise the workflows are bundled once per process. */
  workflowBundle?: WorkflowBundleOption;
  /**
   * Creates what Temporal needs before its queues are polled. A failure is only logged: without the permission to
   * create it, an operator has done so.
   */
  prepare?(): Promise<void>;
  onRunning?(): void;
  /** Fewer or more cached workflows than the heap suggests. */
  maxCachedWorkflows?: number;
}

/** Polls all task queues; a lost or refused connection is reopened with growing pauses until the process ends. */
export function startTemporalWorkers(options: TemporalWorkerOptions): TemporalWorkers {
  const { log } = options;
  let stopped = false;
  let workers: Worker[] = [];
  let interrupt: (() => void) | null = null;

  async function runOnce(): Promise<void> {
    const workflowsBundle = options.workflowBundle ?? (await workflowBundle(log));
    const connection = await NativeConnection.connect({ address: options.address });
    try {
      await options
        .prepare?.()
        .catch((error: unknown) =>
          log.warn({ err: error }, 'the namespace, its search attributes and schedules could not be prepared'),
        );
      const made: Worker[] = [];
      for (const queue of Object.keys(TASK_QUEUES) as TaskQueue[]) {
        const { workflowTasks, activities, workflowPolls, activityPolls } = TUNING[queue];
        made.push(
          await Worker.create({
            connection,
            namespace: options.namespace,
            taskQueue: TASK_QUEUES[queue],
            workflowBundle: workflowsBundle,
            activities: options.activities[queue],
            reuseV8Context: true,
            workflowThreadPoolSize: 1,
            maxConcurrentWorkflowTaskExecutions: workflowTasks,
            maxConcurrentActivityTaskExecutions: activities,
            workflowTaskPollerBehavior: { type: 'simple-maximum', maximum: workflowPolls },
            activityTaskPollerBehavior: { type: 'simple-maximum', maximum: activityPolls },
            ...(options.maxCachedWorkflows === undefined ? {} : { maxCachedWorkflows: options.maxCachedWorkflows }),
            shutdownGraceTime: GRACE,
            shutdownForceTime: FORCE,
          }),
        );
      }
      workers = made;
      if (stopped) return;
      const runs = made.map((worker) => worker.run());
      options.onRunning?.();
      // One queue's failure ends the others too, so that all come back on one new connection.
      const ended = runs.map((run) => run.finally(() => stopWorkers(made)));
      const failed = (await Promise.allSettled(ended)).find((r) => r.status === 'rejected');
      if (failed) throw failed.reason;
    } finally {
      workers = [];
      await connection
        .close()
        .catch((error: unknown) => log.warn({ err: error }, 'the connection to Temporal did not close cleanly'));
    }
  }

  async function live(): Promise<void> {
    let pause = FIRST_RETRY_MS;
    while (!stopped) {
      const since = Date.now();
      try {
        await runOnce();
      } catch (error) {
        log.error({ err: error }, 'the Temporal workers ended and will come back');
      }
      if (stopped) break;
      pause = Date.now() - since > 60_000 ? FIRST_RETRY_MS : Math.min(pause * 2, MAX_RETRY_MS);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause);
        interrupt = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      interrupt = null;
    }
  }

  const living = live();
  return {
    get running() {
      return workers.length > 0 && workers.every((w) => w.getState() === 'RUNNING');
    },
    async stop() {
      stopped = true;
      interrupt?.();
      stopWorkers(workers);
      await living;
    },
  };
}

function stopWorkers(workers: readonly Worker[]): void {
  for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
}
