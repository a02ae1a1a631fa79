import type { Currency } from '../../core/money.ts';
import type { FeeTerms } from '../ledger/charges/rules.ts';
import type { ClockName, LiveClock } from '../terms/schema.ts';

/** A clock that an offer or a contract carries; `offerAnswer` runs before there is a contract. */
export type PolicyClock = ClockName | 'offerAnswer';

/** Allowed span of one clock, ISO durations; `fallback` is the default. */
export interface ClockRange {
  min: string;
  fallback: string;
  max: string;
}
export type ClockRanges = Record<PolicyClock, ClockRange>;
/** Of terms whose money waits for the live post. */
export type LiveClockRanges = Record<LiveClock, ClockRange>;

/** A dated service fee; sums are minor units of its currency. The contract that is made under it keeps all of it. */
export interface FeeSchedule extends FeeTerms {
  id: string;
  /** Of the brand's billing details; null: every country without a schedule of its own. */
  country: string | null;
  /** Null: every currency without a schedule of its own; such a schedule has no sums. */
  currency: Currency | null;
  validFrom: Date;
}

/** Tax on the platform's service fee in the brand's billing country. */
export interface FeeTax {
  country: string;
  /** Basis points: 2000 is 20 %. */
  bps: number;
}
