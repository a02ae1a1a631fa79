import type { EngagementFormula } from '../creators/schema.ts';
import type { RankPart } from './schema.ts';

/** Followers on the largest network of a small creator. */
export const MICRO = { min: 1_000, max: 100_000 };
export const RADIUS = { min: 1, max: 500, usual: 25 };
/** A statistic of fewer is not shown. */
export const ENOUGH = 10;
/** A cell of niche and city with fewer published rates is left out. */
export const CELL_ENOUGH = 5;
/** Answers to offers are counted over so many days and compared with as many before. */
export const TREND_DAYS = 90;
export const ACTIVE_DAYS = 7;
export const CONTACTED_DAYS = 90;
export const RECORD_MONTHS = 24;
/** Creators that statistics are made of at most. */
export const COUNTED = 10_000;

/** What the order of the list is made of, in points; more recent posts come first among equals. */
export const RANK_POINTS: Readonly<Record<RankPart, number>> = { available: 40, package: 30, verified: 20, recent: 10 };
export const RECENT_DAYS = 30;

/** Networks whose engagement is measured, with its formula; the two are never mixed. */
export const ENGAGEMENT_NETWORKS = {
  instagram: 'er_f',
  tiktok: 'er_v',
  youtube: 'er_v',
} as const satisfies Record<string, EngagementFormula>;

/** Of an even number of values the mean of the two in the middle; null without any. */
export function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** A statistic with its number; null where there are too few. */
export const enough = <Value>(value: Value | null, n: number): { value: Value | null; n: number } => ({
  value: n < ENOUGH ? null : value,
  n,
});

/** The part in basis points by which a value changed; null without both, or from nothing. */
export const changeOf = (value: number | null, before: number | null): number | null =>
  value === null || before === null || before === 0 ? null : Math.round(((value - before) / before) * 10_000);

/** A creator's stars with five prior ratings of 4.0; the scale is 1 to 5. */
export const bayesianRating = ({ stars, ratings }: { stars: number; ratings: number }): number =>
  (4 * 5 + stars) / (5 + ratings);

const DAY_MS = 24 * 3_600_000;
const within = (at: Date | null, days: number, now: Date): boolean =>
  at !== null && now.getTime() - at.getTime() <= days * DAY_MS;

/** Switched on, active in the last week here or on a network, with room for an order. */
export function isAvailableNow(
  creator: { available: boolean; lastPostAt: Date | null },
  work: { activeAt: Date | null; openWork: number; capacity: number } | undefined,
  now: Date,
): boolean {
  if (!creator.available || !work || work.openWork >= work.capacity) return false;
  return within(creator.lastPostAt, ACTIVE_DAYS, now) || within(work.activeAt, ACTIVE_DAYS, now);
}

/** The points of a creator, part by part; the query of the list counts the same. */
export function rankParts(
  creator: { available: boolean; packages: number; verified: boolean; lastPostAt: Date | null },
  now: Date,
): { part: RankPart; points: number; most: number }[] {
  const has: Record<RankPart, boolean> = {
    available: creator.available,
    package: creator.packages > 0,
    verified: creator.verified,
    recent: within(creator.lastPostAt, RECENT_DAYS, now),
  };
  return (['available', 'package', 'verified', 'recent'] as const).map((part) => ({
    part,
    points: has[part] ? RANK_POINTS[part] : 0,
    most: RANK_POINTS[part],
  }));
}
