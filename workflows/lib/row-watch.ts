import { condition, defineSignal, patched, setHandler, sleep } from '@temporalio/workflow';
import { ROW_MOVED, type RowMoved } from '../contracts.ts';

const rowMoved = defineSignal<[RowMoved]>(ROW_MOVED);

/** The outbox delivers at least once; this many keys are kept to detect repeats. */
const REMEMBERED_KEYS = 200;

export interface RowWatch {
  /** True while a signal waits that `take` has not returned yet. */
  pending(): boolean;
  /** `pending`, for a workflow that is about to end. Behind a patch: older workflows end without it. */
  pendingAtTheEnd(): boolean;
  /** The signals since the last call, oldest first. */
  take(): RowMoved[];
  /**
   * Waits for a signal, at most until `at`. True: the row changed; false: the time came. A time in the past does not
   * wait.
   */
  movedBefore(at: Date | null, summary: string): Promise<boolean>;
  /** Waits before a step is tried once more; a signal ends the wait. Behind a patch: older workflows wait in full. */
  pause(ms: number, summary: string): Promise<void>;
}

/** Receives "the row moved" signals, each key once. Call it before the first await so that no early signal is lost. */
export function watchRow(): RowWatch {
  const seen: string[] = [];
  let waiting: RowMoved[] = [];
  const moved = () => waiting.length > 0;
  setHandler(
    rowMoved,
    (act) => {
      if (seen.includes(act.key)) return;
      seen.push(act.key);
      if (seen.length > REMEMBERED_KEYS) seen.shift();
      waiting.push(act);
    },
    { description: 'The row this workflow lives for changed: read it again' },
  );
  return {
    pending: moved,
    pendingAtTheEnd: () => moved() && patched('read-once-more-at-the-end'),
    take() {
      const acts = waiting;
      waiting = [];
      return acts;
    },
    async movedBefore(at, summary) {
      if (moved()) return true;
      if (at === null) {
        await condition(moved);
        return true;
      }
      const left = at.getTime() - Date.now();
      return left > 0 ? condition(moved, left, { summary }) : false;
    },
    async pause(ms, summary) {
      if (!patched('signal-ends-a-pause')) await sleep(ms, { summary });
      else if (!moved()) await condition(moved, ms, { summary });
    },
  };
}
