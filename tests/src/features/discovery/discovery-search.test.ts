import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filters, type Filters } from '../../../../server/features/discovery/filters/schema.ts';
import { filtersOf, searchOf, toggled, withoutPart } from '../../../../src/features/discovery/discovery-filters.ts';
import { type DiscoverySearch, readDiscoverySearch } from '../../../../src/features/discovery/discovery-search.ts';

const ALL: Filters = {
  text: 'café, brunch',
  platforms: ['instagram', 'tiktok'],
  notPlatforms: ['blog'],
  formats: ['reel'],
  niches: ['food', 'coffee'],
  notNiches: ['gaming'],
  languages: ['fr'],
  countries: ['FR', 'BE'],
  notCountries: ['CH'],
  gender: ['female'],
  followers: { min: 5000, max: 12_000 },
  engagementBps: { min: 500 },
  growthBps: { min: -100, max: 300 },
  views: { max: 90_000 },
  age: { min: 20, max: 40 },
  audienceCountries: [{ country: 'FR', shareBps: 3000 }],
  audienceGender: { gender: 'female', shareBps: 6000 },
  audienceAge: [{ band: '55+', shareBps: 1000 }],
  like: ['maya.eats.lyon'],
  notText: ['giveaway'],
  notPlaces: [3_996_945],
  price: { currency: 'EUR', max: 40_000 },
  places: [{ id: 2_996_944, radiusKm: 15 }],
  lastPostDays: 30,
  rating: 45,
  verifiedOnly: true,
  availableNow: true,
  hideContacted: true,
  sort: 'distance',
};

describe('the address of a search', () => {
  it('holds every filter, and gives it back', () => {
    expect(filtersOf(searchOf(ALL))).toEqual(ALL);
    expect(filters.safeParse(filtersOf(searchOf(ALL))).success).toBe(true);
  });

  it('is read from whatever stands in it: what the procedure would refuse is left out, but for ranges, whose field says so', () => {
    const keys = Object.keys(searchOf(ALL)) as (keyof DiscoverySearch)[];
    const value = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.constantFrom('instagram,x', '9..5', '1+0', '5+900,6+10', 'EUR:5..1', 'XX:1..2', 'true', ','),
    );
    fc.assert(
      fc.property(fc.record(Object.fromEntries(keys.map((key) => [key, value])), { requiredKeys: [] }), (raw) => {
        const read = filters.safeParse(filtersOf(readDiscoverySearch(raw)));
        const refused = read.success ? [] : read.error.issues.map(({ path }) => path[0]);
        expect(
          refused.filter(
            (key) => !['followers', 'engagementBps', 'growthBps', 'views', 'age', 'price'].includes(String(key)),
          ),
        ).toEqual([]);
      }),
    );
  });

  it('keeps a minimum above its maximum, so that nothing typed is lost', () => {
    expect(filtersOf(readDiscoverySearch({ followers: '9000..100' })).followers).toEqual({ min: 9000, max: 100 });
  });

  it('keeps a price that names its currency alone', () => {
    expect(filtersOf(searchOf({ price: { currency: 'KWD' } }))).toEqual({ price: { currency: 'KWD' } });
  });

  it('orders by distance only from a place', () => {
    expect(filtersOf({ sort: 'distance' }).sort).toBeUndefined();
  });

  it('takes one entry of a list in or out', () => {
    expect(toggled(undefined, 'food')).toEqual(['food']);
    expect(toggled(['food', 'coffee'], 'food')).toEqual(['coffee']);
    expect(toggled(['food'], 'food')).toBeUndefined();
    expect(withoutPart(ALL, { key: 'niches', value: 'food' }).niches).toEqual(['coffee']);
    expect(withoutPart(ALL, { key: 'places', value: ALL.places?.[0] }).places).toBeUndefined();
    expect(withoutPart(ALL, { key: 'followers', value: ALL.followers }).followers).toBeUndefined();
  });
});
