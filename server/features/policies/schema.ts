import type { ClockName } from '../terms/schema.ts';

/** A clock that an offer or a contract carries; `offerAnswer` runs before there is a contract. */
export type PolicyClock = ClockName | 'offerAnswer';

/** Allowed span of one clock, ISO durations; `fallback` is the default. */
export interface ClockRange {
  min: string;
  fallback: string;
  max: string;
}
export type ClockRanges = Record<PolicyClock, ClockRange>;

/** Tax on the platform's service fee in the brand's billing country. */
export interface FeeTax {
  country: string;
  /** Basis points: 2000 is 20 %. */
  bps: number;
}
