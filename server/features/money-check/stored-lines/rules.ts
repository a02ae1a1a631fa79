import { isCurrency } from '../../../core/money.ts';
import type { Breach } from '../schema.ts';
import type { Difference } from './schema.ts';

/** A run reads what the provider listed from this long before the newest line that is stored. */
export const OVERLAP_MS = 3_600_000;
/** After a start of the worker a run begins when none has ended for this long. */
export const DUE_AFTER_MS = 24 * 3_600_000;
/** Differences that a run keeps; where it found more, none counts as accepted. */
export const MAX_DIFFERENCES = 500;

export const INVARIANT = 'reconciliation';

/** The moved money that both sides disagree about; what one side lacks counts as nothing there. */
export const offBy = ({ theirs, ours }: Pick<Difference, 'theirs' | 'ours'>): number => (theirs ?? 0) - (ours ?? 0);

/** A difference as the verdict about money-out reads it: of no currency of the product, it is of all of them. */
export const breachOf = (d: Difference): Breach => ({
  invariant: INVARIANT,
  detail: d.key,
  currency: isCurrency(d.currency) ? d.currency : null,
  key: d.key,
  stopsMoneyOut: true,
});

/** Names a difference by its object and its sum, so that one that grew is another one. */
export const keyOf = (d: Omit<Difference, 'key'>): string =>
  `${d.kind} ${d.lineId ?? d.txId ?? ''} ${d.currency} ${offBy(d)}`;
