import type { Currency } from '../../core/money.ts';
import type { Breach } from './schema.ts';

/** A run reads all lines of the provider when the last one that did is older than this; in between, what is younger than the last clean run. */
export const ALL_LINES_EVERY_MS = 24 * 3_600_000;
/** Lines are compared again from this long before the last clean run: money may have been on its way then. */
export const LINES_OVERLAP_MS = 24 * 3_600_000;

/** Verdict of a run about money-out: the currencies that it stops, and those whose books agree. */
export interface Verdict {
  stopped: Currency[];
  agreeing: Currency[];
}

/**
 * Which currencies a run stops. A breach that is of no currency stops all of them. `accepted`: by currency, the keys of
 * the breaches that were listed when two staff members lifted its stop; a breach that is not among them stops it anew.
 * Where more were found than are stored the list is incomplete, so that nothing counts as accepted.
 */
export function verdictOf(
  breaches: readonly Breach[],
  currencies: readonly Currency[],
  accepted: ReadonlyMap<string, ReadonlySet<string>>,
  isComplete: boolean,
): Verdict {
  const stopping = breaches.filter((b) => b.stopsMoneyOut);
  const stopped: Currency[] = [];
  const agreeing: Currency[] = [];
  for (const currency of currencies) {
    const own = stopping.filter((b) => b.currency === null || b.currency === currency);
    if (own.length === 0) agreeing.push(currency);
    else if (!isComplete || own.some((b) => !accepted.get(currency)?.has(b.key))) stopped.push(currency);
  }
  return { stopped, agreeing };
}
