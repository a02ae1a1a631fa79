import type { ErrorCode } from '../../core/errors.ts';

const DAY_MS = 24 * 3_600_000;

export const MAX_STARS = 5;
/** Characters of a text and of the reply to it. */
export const MAX_RATING_LENGTH = 1000;
/** Both sides may rate each other for that long after the deal was completed. */
export const RATING_DAYS = 14;

export const ratingEndsAt = (completedAt: Date): Date => new Date(completedAt.getTime() + RATING_DAYS * DAY_MS);

export interface RateableDeal {
  completedAt: Date | null;
  /** The reader's side has rated. */
  given: boolean;
}

/** Why the reader's side cannot rate the deal now, or null. The form shows it, the service throws it. */
export function ratingRefusal(deal: RateableDeal, now: Date): ErrorCode | null {
  if (!deal.completedAt) return 'rating.deal_open';
  if (deal.given) return 'rating.given';
  return ratingEndsAt(deal.completedAt) <= now ? 'rating.time_over' : null;
}

/** A creator rates its agency from so many days after the start on, or as soon as the representation has ended. */
export const AGENCY_RATING_AFTER_DAYS = 14;
/** And until so many days after its end. */
export const AGENCY_RATING_DAYS = 90;

export interface RateableAgency {
  /** When the representation began to run; null: it never did. */
  since: Date | null;
  endedAt: Date | null;
  given: boolean;
}

/** Why the creator cannot rate the agency now, or null. */
export function agencyRatingRefusal({ since, endedAt, given }: RateableAgency, now: Date): ErrorCode | null {
  // One that ended before its first day has done nothing that could be rated.
  if (!since || (endedAt && endedAt <= since)) return 'rating.not_represented';
  if (given) return 'rating.given';
  if (endedAt) return endedAt.getTime() + AGENCY_RATING_DAYS * DAY_MS <= now.getTime() ? 'rating.time_over' : null;
  return since.getTime() + AGENCY_RATING_AFTER_DAYS * DAY_MS > now.getTime() ? 'rating.too_early' : null;
}

/** When others may read a rating: with the second one of the deal, or when the time to rate is over. */
export const visibleAt = (deal: { completedAt: Date; otherGiven: boolean }, now: Date): Date =>
  deal.otherGiven ? now : ratingEndsAt(deal.completedAt);

/** Mean in tenths of a star, rounded; null without ratings. */
export const meanTenths = ({ stars, count }: { stars: number; count: number }): number | null =>
  count === 0 ? null : Math.round((stars * 10) / count);
