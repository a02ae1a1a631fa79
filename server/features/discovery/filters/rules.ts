import { AppError } from '../../../core/errors.ts';

export const GENDERS = ['female', 'male', 'nonbinary'] as const;
export const AGE_BANDS = ['13-17', '18-24', '25-34', '35-44', '45-54', '55+'] as const;
export const SORTS = ['relevance', 'quality', 'price', 'engagement', 'recent', 'followers', 'distance'] as const;

export const MAX_RADIUS_KM = 500;
/** Around a place for which no distance was given, as in campaigns. */
export const DEFAULT_RADIUS_KM = 30;
/** Entries of all filters together. */
export const MAX_FILTERS = 25;

/** How many filters are set: each entry of a list, each range and each switch is one; the order of results is none. */
export function countFilters(filters: Readonly<Record<string, unknown>>): number {
  return Object.entries(filters).reduce((count, [key, value]) => {
    if (key === 'sort' || value === undefined || value === null || value === false || value === '') return count;
    return count + (Array.isArray(value) ? value.length : 1);
  }, 0);
}

/** Throws discovery.too_many_filters above `MAX_FILTERS`. */
export function requireFilterCount(filters: Readonly<Record<string, unknown>>): void {
  if (countFilters(filters) > MAX_FILTERS)
    throw new AppError('discovery.too_many_filters', { limit: MAX_FILTERS, field: 'filters' });
}
