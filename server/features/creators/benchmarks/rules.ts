import type { Platform } from '../../terms/schema.ts';
import type { EngagementFormula } from '../schema.ts';

/** An engagement rate is compared with its own cell: network, formula and size of the account. Own figures from so many on. */
export const MIN_IN_CELL = 200;

/** Whole percent of the accounts of a cell that have a lower rate, rounded down: what is said of it is never too much. */
export const percentileOf = ({ below, n }: { below: number; n: number }): number =>
  n === 0 ? 0 : Math.floor((below * 100) / n);

/** Published rates in basis points that count as low, usual and high in a cell. */
export interface Benchmark {
  low: number;
  averageFrom: number;
  averageTo: number;
  high: number;
}

/** The accounts that a figure is compared with. */
export interface Cell<F extends EngagementFormula = EngagementFormula> {
  platform: Platform;
  formula: F;
  followersFrom: number;
  /** Null: no upper end. */
  followersTo: number | null;
}

/** Sizes of accounts: the smallest number of followers of each cell. */
const EDGES = [1_000, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000] as const;

/** The cell of an account; null below 1,000 followers, where one like moves the rate. */
export function cellOf<F extends EngagementFormula>(platform: Platform, formula: F, followers: number): Cell<F> | null {
  const at = EDGES.findLastIndex((edge) => edge <= followers);
  if (at < 0) return null;
  return { platform, formula, followersFrom: EDGES[at]!, followersTo: EDGES[at + 1] ?? null };
}
