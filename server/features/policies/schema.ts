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

/** When a post is looked at; no clock of the terms, so that one value stands for each. */
export interface PostClocks {
  /** Looks after the link was given; the end of the retention is one more. */
  looks: readonly [first: string, ...more: string[]];
  /** Between two tries of a look that got no answer. */
  retry: string;
  /** For the brand's decision about what could not be judged. */
  decision: string;
}

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
