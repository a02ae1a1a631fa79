import type { Logger } from 'pino';

export interface Loop {
  /** Run again now; a call during a run causes another run after it. */
  wake(): void;
  /** Resolves when the run under way has ended. */
  stop(): Promise<void>;
}

export interface LoopOptions {
  name: string;
  log: Logger;
  /** Runs at least this often; 0 runs once at the start and then only when woken. */
  everyMs: number;
  /** Pause after a run, so that several wake calls share the next one. An idle loop runs at once. */
  restMs?: number;
  /** One round of work. True: there may be more, go on at once. */
  run(): Promise<boolean>;
}

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;

/** A background loop that survives failures: it pauses longer after each one and never runs twice at a time. */
export function startLoop({ name, log, everyMs, restMs = 0, run }: LoopOptions): Loop {
  let stopped = false;
  let woken = true;
  let release: (() => void) | null = null;
  let failures = 0;

  /** `uninterruptible`: a call to wake does not end it; stopping the loop does. */
  const pause = (ms: number, { uninterruptible = false } = {}) =>
    new Promise<void>((resolve) => {
      const timer = ms > 0 ? setTimeout(resolve, ms) : null;
      release = () => {
        if (uninterruptible && !stopped) return;
        if (timer) clearTimeout(timer);
        resolve();
      };
    });

  async function live(): Promise<void> {
    while (!stopped) {
      woken = false;
      let more = false;
      try {
        more = await run();
        failures = 0;
      } catch (error) {
        failures += 1;
        log.error({ loop: name, failures, err: error }, 'a background loop failed and will try again');
      }
      if (stopped) break;
      // A failing loop must not be woken into a spin: its pause is kept.
      if (failures > 0) await pause(Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS), { uninterruptible: true });
      else if (!more) {
        if (restMs > 0) await pause(restMs, { uninterruptible: true });
        if (!woken && !stopped) await pause(everyMs);
      }
      release = null;
    }
  }

  const living = live();
  return {
    wake() {
      woken = true;
      release?.();
    },
    async stop() {
      stopped = true;
      release?.();
      await living;
    },
  };
}
