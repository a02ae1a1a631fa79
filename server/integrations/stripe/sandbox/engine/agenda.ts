import { runJob } from '../objects/jobs.ts';
import { DueQueue } from './due-queue.ts';
import type { World } from './world.ts';

const MAX_TIMEOUT_MS = 2 ** 31 - 1;
/** Jobs per turn of the event loop when the clock jumps over many. */
const BATCH = 200;

/** Runs jobs when the sandbox's clock reaches them, in order of due time. */
export class Agenda {
  readonly #world: World;
  readonly #report: (error: unknown) => void;
  readonly #queue = new DueQueue();
  #timer: NodeJS.Timeout | null = null;
  #stopped = true;

  constructor(world: World, report: (error: unknown) => void) {
    this.#world = world;
    this.#report = report;
    world.store.listen('job', (_owner, next, previous) => {
      if (!next || previous) return;
      this.#queue.push(next.due, next.id);
      if (!this.#stopped) this.#arm();
    });
  }

  async start(): Promise<void> {
    this.#stopped = false;
    await this.runDue();
  }

  stop(): void {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** Schedules the next job again, after the clock or all records changed. */
  rearm(): void {
    this.#arm();
  }

  /** Runs everything due by now; call it after moving the clock. */
  async runDue(): Promise<void> {
    for (let done = 1; this.runNext(); done += 1)
      if (done % BATCH === 0) await new Promise((resolve) => setImmediate(resolve));
    this.#arm();
  }

  /** Runs the first job that is due; false when none is. */
  runNext(): boolean {
    const { store, clock } = this.#world;
    const next = this.#queue.peek();
    if (!next || next.due > clock.now()) return false;
    this.#queue.pop();
    const job = store.get('job', next.id);
    if (!job) return true;
    try {
      store.transact(() =>
        clock.at(job.due, () => {
          store.remove('job', job.id);
          runJob(this.#world, job);
        }),
      );
    } catch (error) {
      this.#report(error);
      store.transact(() => store.remove('job', job.id));
    }
    return true;
  }

  #arm(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const next = this.#queue.peek();
    if (!next || this.#stopped || this.#world.clock.isFrozen) return;
    const wait = Math.max(0, next.due * 1000 - this.#world.clock.nowMs());
    this.#timer = setTimeout(() => void this.runDue(), Math.min(wait, MAX_TIMEOUT_MS));
  }
}
