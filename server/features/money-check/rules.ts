import type { StaffRole } from '../../context.ts';
import type { Breach } from './schema.ts';

/** Who may have the books checked, and may stop or let go of money by it. Everybody on the staff reads the result. */
export const mayCheckMoney = (role: StaffRole): boolean => role === 'finance' || role === 'super';

/** A run reads all lines of the provider when the last one that did is older than this; in between, what is younger than the last clean run. */
export const ALL_LINES_EVERY_MS = 24 * 3_600_000;
/** Looked at again from so long before the last clean run: money may have been on its way then. */
export const LINES_OVERLAP_MS = 24 * 3_600_000;

/** What a run says about money-out: the currencies that it stops, and those whose books agree. */
export interface Verdict {
  stopped: string[];
  agreeing: string[];
}

/**
 * Which currencies a run stops. A breach that is of no currency stops all of them. `accepted`: by currency, the keys of the
 * breaches that two staff members knew when they lifted its stop; a breach that is not among them stops it anew. Where more
 * was found than is kept nobody can know all of them, so that nothing counts as accepted.
 */
export function verdictOf(
  breaches: readonly Breach[],
  currencies: readonly string[],
  accepted: ReadonlyMap<string, ReadonlySet<string>>,
  isComplete: boolean,
): Verdict {
  const stopping = breaches.filter((b) => b.stopsMoneyOut);
  const stopped: string[] = [];
  const agreeing: string[] = [];
  for (const currency of currencies) {
    const own = stopping.filter((b) => b.currency === null || b.currency === currency);
    if (own.length === 0) agreeing.push(currency);
    else if (!isComplete || own.some((b) => !accepted.get(currency)?.has(b.key))) stopped.push(currency);
  }
  return { stopped, agreeing };
}
