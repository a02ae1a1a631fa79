import { describe, expect, test } from 'vitest';
import { isAppError } from '../../../../server/core/errors.ts';
import { countFilters, MAX_FILTERS, requireFilterCount } from '../../../../server/features/discovery/filters/rules.ts';
import { filters } from '../../../../server/features/discovery/filters/schema.ts';

const refusedAt = (value: unknown) => filters.safeParse(value).error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('filters of a search', () => {
  test('both ends of a range may be equal, and either may be missing', () => {
    expect(refusedAt({ followers: { min: 5, max: 5 }, engagementBps: { min: 300 }, views: { max: 10 } })).toEqual([]);
    expect(refusedAt({ growthBps: { min: -500, max: -100 } })).toEqual([]);
  });

  test.for([
    [{ followers: { min: 10_000, max: 5_000 } }, 'followers.min'],
    [{ price: { min: 300, max: 200, currency: 'EUR' } }, 'price.min'],
    [{ age: { min: 9 } }, 'age.min'],
    [{ platforms: ['myspace'] }, 'platforms.0'],
    [{ countries: ['France'] }, 'countries.0'],
    [{ places: [{ id: 1, radiusKm: 501 }] }, 'places.0.radiusKm'],
    [{ price: { max: 200 } }, 'price.currency'],
    [{ likes: 3 }, ''],
  ] as const)('%j is refused at %s', ([value, field]) => {
    expect(refusedAt(value)).toEqual([field]);
  });

  test('entries of all filters are counted together, and the 26th is refused', () => {
    const countries = [...'ABCDEFGHIJKLMNOPQRSTUVW'].map((letter) => `F${letter}`);
    const most = { countries, followers: { min: 1 }, verifiedOnly: true, sort: 'price', text: '' };
    expect(countFilters(most)).toBe(MAX_FILTERS);
    requireFilterCount(most);
    try {
      requireFilterCount({ ...most, rating: 45 });
      expect.unreachable();
    } catch (error) {
      expect(isAppError(error) && error.code).toBe('discovery.too_many_filters');
    }
  });
});
