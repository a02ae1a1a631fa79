import { flag, oneOf, type RawSearch, text, wholeNumber } from '@/lib/search.ts';

const SORTS = ['relevance', 'price', 'engagement', 'recent', 'followers', 'distance'] as const;
export type ShownSort = (typeof SORTS)[number];
const VIEWS = ['map', 'list', 'cards'] as const;
export type DiscoveryView = (typeof VIEWS)[number];

/** Filters that are written as text, with their greatest length. */
const TEXTS = {
  text: 400,
  platforms: 200,
  notPlatforms: 200,
  formats: 200,
  niches: 800,
  notNiches: 800,
  languages: 200,
  countries: 200,
  notCountries: 200,
  gender: 200,
  followers: 40,
  engagement: 40,
  growth: 40,
  views: 40,
  age: 40,
  price: 40,
  places: 200,
  notPlaces: 260,
  audience: 400,
  like: 200,
  notText: 800,
} as const;

/**
 * The filters as text in the address: "a,b", "5000..12000", "EUR:..40000", "2996944+15", of the audience "FR:3000,female:6000".
 * What they say is read by `discovery-filters.ts`, which is not part of the first load of other pages.
 */
export interface DiscoverySearch extends Partial<Record<keyof typeof TEXTS, string | undefined>> {
  posted?: number | undefined;
  rating?: number | undefined;
  verified?: true | undefined;
  available?: true | undefined;
  fresh?: true | undefined;
  sort?: ShownSort | undefined;
  /** The list with the map beside it, the list alone, or cards; by the width of the window if it is left out. */
  view?: DiscoveryView | undefined;
  /** Handles of the creators that are compared. */
  compare?: string | undefined;
}

export function readDiscoverySearch(raw: RawSearch): DiscoverySearch {
  return {
    ...Object.fromEntries(Object.entries(TEXTS).map(([name, length]) => [name, text(raw[name], length)])),
    posted: wholeNumber(raw['posted'], { min: 1, max: 3650 }),
    rating: wholeNumber(raw['rating'], { min: 0, max: 50 }),
    verified: flag(raw['verified']),
    available: flag(raw['available']),
    fresh: flag(raw['fresh']),
    sort: oneOf(raw['sort'], SORTS),
    view: oneOf(raw['view'], VIEWS),
    compare: text(raw['compare'], 130),
  };
}
