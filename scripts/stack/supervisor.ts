import type { ChildProcess } from 'node:child_process';
import { describeEnd, hasEnded } from './launch.ts';
import { endInOrder } from './process-identity.mjs';
import type { RecordedChild, StopManner } from './process-identity.mjs';
import { forgetChild, readChildren, recordChild } from './run-record.ts';

export interface ServicePlan {
  name: string;
  /** Name for people, e.g. "worker". */
  label: string;
  stage: number;
  manner?: StopManner;
  logFile: string;
  launch(): ChildProcess | Promise<ChildProcess>;
  /** Resolves when the service can be used, rejects when it ended or took too long. */
  ready(child: ChildProcess): Promise<void>;
}

export type ServiceState = 'starting' | 'running' | 'restarting' | 'stopped';

export interface ServiceStatus {
  name: string;
  label: string;
  state: ServiceState;
  restarts: number;
  /** Reason of its last end, if any. */
  lastEnd: string | null;
  logFile: string;
}

const firstDelayMs = 500;
const longestDelayMs = 15_000;
/** After running this long the count of crashes starts from zero. */
const forgivenAfterMs = 60_000;

/** Delay before the nth restart in a row, doubling from half a second up to a quarter of a minute. */
export function restartDelayMs(fallsInARow: number): number {
  return Math.min(longestDelayMs, firstDelayMs * 2 ** Math.max(0, fallsInARow - 1));
}

interface Supervised {
  plan: ServicePlan;
  status: ServiceStatus;
  child: ChildProcess | null;
  recorded: RecordedChild | null;
  fallsInARow: number;
  readySince: number;
  timer: NodeJS.Timeout | null;
}

/** Starts services, restarts them when they crash, and stops them in reverse order. */
export class Supervisor {
  private readonly recordFolder: string;
  private readonly onChange: (status: ServiceStatus) => void;
  private readonly services = new Map<string, Supervised>();
  private stopping = false;

  constructor(recordFolder: string, onChange: (status: ServiceStatus) => void = () => {}) {
    this.recordFolder = recordFolder;
    this.onChange = onChange;
  }

  /** Starts a service and waits until it is ready. The first start may fail; later crashes lead to a restart. */
  async start(plan: ServicePlan): Promise<void> {
    const service: Supervised = {
      plan,
      status: {
        name: plan.name,
        label: plan.label,
        state: 'starting',
        restarts: 0,
        lastEnd: null,
        logFile: plan.logFile,
      },
      child: null,
      recorded: null,
      fallsInARow: 0,
      readySince: 0,
      timer: null,
    };
    this.services.set(plan.name, service);
    await this.launch(service);
  }

  statuses(): ServiceStatus[] {
    return [...this.services.values()].map((service) => ({ ...service.status }));
  }

  private async launch(service: Supervised): Promise<void> {
    const child = await service.plan.launch();
    if (this.stopping) {
      child.kill('SIGKILL');
      throw new Error(`${service.plan.label} was stopped before it was ready`);
    }
    service.child = child;
    const { plan } = service;
    service.recorded = child.pid ? recordChild(this.recordFolder, plan.name, plan.stage, child.pid, plan.manner) : null;
    let wasReady = false;
    child.once('error', () => {});
    child.once('exit', () => {
      if (service.recorded) forgetChild(this.recordFolder, service.recorded);
      service.status.lastEnd = describeEnd(child);
      if (this.stopping) service.status.state = 'stopped';
      // `ready` below reports a crash before it was ready.
      else if (wasReady) this.fell(service);
    });
    await plan.ready(child);
    if (hasEnded(child))
      throw new Error(`${plan.label} stopped immediately (${describeEnd(child)}); see ${plan.logFile}`);
    wasReady = true;
    service.readySince = Date.now();
    service.status.state = 'running';
  }

  private fell(service: Supervised): void {
    if (Date.now() - service.readySince > forgivenAfterMs) service.fallsInARow = 0;
    service.fallsInARow += 1;
    service.status.restarts += 1;
    service.status.state = 'restarting';
    this.onChange({ ...service.status });
    service.timer = setTimeout(() => void this.tryAgain(service), restartDelayMs(service.fallsInARow));
  }

  private async tryAgain(service: Supervised): Promise<void> {
    if (this.stopping) return;
    try {
      await this.launch(service);
      this.onChange({ ...service.status });
    } catch (error) {
      if (this.stopping) return;
      if (service.child && !hasEnded(service.child)) service.child.kill('SIGKILL');
      service.status.lastEnd = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
      this.fell(service);
    }
  }

  /** Stops everything that was started. Safe to call twice. */
  async stop(): Promise<void> {
    this.stopping = true;
    for (const service of this.services.values()) if (service.timer) clearTimeout(service.timer);
    await endInOrder(readChildren(this.recordFolder));
  }

  /** Kills everything at once. */
  killAll(): void {
    this.stopping = true;
    for (const service of this.services.values()) service.child?.kill('SIGKILL');
  }
}
