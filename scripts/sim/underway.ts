import { isProviderError } from '../../server/integrations/stripe/errors.ts';
import type { FaultKind } from './engine.ts';
import { MoneyOutStopped, OutcomeUnknown } from './release.ts';
import { play, type Ended, type Run, type Steps } from './runs.ts';
import type { Sim } from './state.ts';
import { NotBookedYet } from './suspense.ts';

/**
 * What goes wrong with a run: a write of it, by number; a page is not found by its operation, or takes another sum; the process,
 * at a gate; or it stops at a gate and goes on later.
 */
export type Mishap =
  | { fault: FaultKind; write: number }
  | { down: true }
  | { unlisted: true }
  | { takes: number }
  | { crash: number }
  | { pause: number };

/** What came of a command, the same word for the model and the product: done, nothing, the refusal's code, or a failure. */
export type Outcome = string;

export function outcomeOf(ended: Ended): Outcome {
  if (ended.ended === 'paused') return 'paused';
  if (ended.ended === 'done') return ended.summary === null || ended.summary === undefined ? 'done' : 'ended';
  const { error } = ended;
  if (isProviderError(error)) return `provider: ${error.kind}`;
  if ([OutcomeUnknown, MoneyOutStopped, NotBookedYet].some((kind) => error instanceof kind))
    return (error as Error).name;
  throw error;
}

/** Plays a run under a mishap; one that stops at a gate is kept, one that crashed is gone. */
export function underway(s: Sim, steps: Steps<unknown>, what: string, mishap: Mishap | undefined): Ended {
  const { provider } = s;
  if (mishap && 'fault' in mishap)
    provider.faults.push(...Array.from({ length: mishap.write - 1 }, () => null), mishap.fault);
  if (mishap && 'down' in mishap) provider.down = true;
  if (mishap && 'unlisted' in mishap) provider.unlisted = true;
  if (mishap && 'takes' in mishap) provider.takes = mishap.takes;
  const gate = mishap && 'crash' in mishap ? mishap.crash : mishap && 'pause' in mishap ? mishap.pause : null;
  try {
    const ended = play(steps, gate);
    if (ended.ended === 'paused' && mishap && 'pause' in mishap)
      s.runs.push({ steps, what, since: s.now } satisfies Run);
    return ended;
  } finally {
    provider.faults.length = 0;
    provider.down = false;
    provider.unlisted = false;
    provider.takes = 0;
  }
}

export const refusalIn = (ended: Ended): Outcome =>
  ended.ended === 'done' && typeof ended.summary === 'string' ? ended.summary : outcomeOf(ended);
