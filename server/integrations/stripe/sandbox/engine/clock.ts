import type { Store } from './store.ts';
import { PLATFORM } from './store.ts';

interface ClockSetting {
  /** Added to the machine's time, in milliseconds. */
  offset: number;
  /** Unix milliseconds at which the clock is frozen, or null when it runs. */
  frozenAt: number | null;
}

/** The sandbox's clock: the machine's time plus a durable offset. It never runs backwards over existing objects. */
export class VirtualClock {
  readonly #store: Store;
  /** Set while a due job runs, so that what it creates carries the time the job was due. */
  #pinned: number | null = null;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Whole Unix seconds, as every time in Stripe's API. */
  now(): number {
    return this.#pinned ?? Math.floor(this.nowMs() / 1000);
  }

  nowMs(): number {
    const { offset, frozenAt } = this.#setting();
    return frozenAt ?? Date.now() + offset;
  }

  get isFrozen(): boolean {
    return this.#setting().frozenAt !== null;
  }

  /** Runs `work` with the clock set to `seconds`. */
  at<T>(seconds: number, work: () => T): T {
    this.#pinned = seconds;
    try {
      return work();
    } finally {
      this.#pinned = null;
    }
  }

  /** Moves the clock to `ms`; with `frozen` it stays there until moved again. Inside a transaction. */
  set(ms: number, frozen: boolean): void {
    const value: ClockSetting = { offset: ms - Date.now(), frozenAt: frozen ? ms : null };
    this.#store.put('setting', PLATFORM, { id: 'clock', value });
  }

  #setting(): ClockSetting {
    return (this.#store.get('setting', 'clock')?.value as ClockSetting | undefined) ?? { offset: 0, frozenAt: null };
  }
}
