import type { EngineProvider } from './provider.ts';
import type { Sim } from './state.ts';

/** Where a run may be interrupted: before a write to the provider and after it. Between two of them it is one transaction. */
export type Gate = 'before' | 'after';
export type Steps<T> = Generator<Gate, T>;

/** A run of a worker or of a payer's click that has reached a gate and goes on later. */
export interface Run {
  steps: Steps<unknown>;
  what: string;
  /** When it stopped. */
  since: number;
}

/** One write to the provider, with a gate on each side. */
export function* write<T>(s: Sim, call: (provider: EngineProvider) => T): Steps<T> {
  yield 'before';
  let made: T;
  try {
    made = call(s.provider);
  } catch (error) {
    yield 'after';
    throw error;
  }
  yield 'after';
  return made;
}

/** How a run ended: in so many words, refused by the provider, or not at all. */
export type Ended = { ended: 'done'; summary: unknown } | { ended: 'failed'; error: unknown } | { ended: 'paused' };

/** Plays a run to its end, or to the gate of that number (counted from 1). */
export function play(steps: Steps<unknown>, untilGate: number | null): Ended {
  try {
    for (let gate = 1; ; gate += 1) {
      const step = steps.next();
      if (step.done) return { ended: 'done', summary: step.value };
      if (gate === untilGate) return { ended: 'paused' };
    }
  } catch (error) {
    return { ended: 'failed', error };
  }
}
