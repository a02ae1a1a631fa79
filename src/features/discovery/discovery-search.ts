import type { Filters } from '../../../server/features/discovery/filters/schema.ts';
import { CURRENCY_CODES, type Currency } from '../../../server/core/money.ts';
import { flag, oneOf, type RawSearch, text, wholeNumber } from '@/lib/search.ts';

/** Values of the filters, written out so that no schema is loaded to parse an address; the procedure checks them again. */
const PLATFORMS = ['instagram', 'tiktok', 'youtube', 'blog', 'ugc'] as const;
const FORMATS = ['reel', 'story', 'post', 'video', 'short', 'photos', 'article'] as const;
const GENDERS = ['female', 'male', 'nonbinary'] as const;
const SORTS = ['relevance', 'price', 'engagement', 'recent', 'followers', 'distance'] as const;

/** The filters as text in the address: "a,b", "5000..12000", "EUR:..40000", "2996944+15". */
export interface DiscoverySearch {
  text?: string | undefined;
  platforms?: string | undefined;
  formats?: string | undefined;
  niches?: string | undefined;
  languages?: string | undefined;
  countries?: string | undefined;
  gender?: string | undefined;
  followers?: string | undefined;
  engagement?: string | undefined;
  growth?: string | undefined;
  views?: string | undefined;
  price?: string | undefined;
  places?: string | undefined;
  posted?: number | undefined;
  rating?: number | undefined;
  verified?: true | undefined;
  available?: true | undefined;
  fresh?: true | undefined;
  sort?: (typeof SORTS)[number] | undefined;
  view?: 'map' | undefined;
}

/** Entries of one list. */
const MAX_ENTRIES = 25;
const MAX_PLACES = 5;
/** As the procedure's; its file would be part of the first load. */
const MAX_RADIUS_KM = 500;

const words = (value: string | undefined, allowed: RegExp): string[] =>
  [...new Set((value ?? '').split(','))].filter((one) => allowed.test(one)).slice(0, MAX_ENTRIES);
const among = <const Value extends string>(value: string | undefined, all: readonly Value[]): Value[] =>
  words(value, /./u).flatMap((one) => oneOf(one, all) ?? []);

interface Range {
  min?: number | undefined;
  max?: number | undefined;
}

function readRange(value: string | undefined): Range | undefined {
  const [, min = '', max = ''] = /^(-?\d{0,11})\.\.(-?\d{0,11})$/u.exec(value ?? '') ?? [];
  const range = { ...(min === '' ? {} : { min: Number(min) }), ...(max === '' ? {} : { max: Number(max) }) };
  return Object.keys(range).length > 0 && Object.values(range).every(Number.isSafeInteger) ? range : undefined;
}
const writeRange = (range: Range): string | undefined =>
  range.min === undefined && range.max === undefined ? undefined : `${range.min ?? ''}..${range.max ?? ''}`;

function readPrice(value: string | undefined): (Range & { currency: Currency }) | undefined {
  const [code, range] = (value ?? '').split(':');
  const currency = oneOf(code, CURRENCY_CODES);
  const read = readRange(range);
  return currency && read ? { ...read, currency } : undefined;
}

const readPlaces = (value: string | undefined): { id: number; radiusKm: number }[] =>
  words(value, /^[1-9]\d{0,8}\+\d{1,3}$/u)
    .map((one) => {
      const [id = '', radius = ''] = one.split('+');
      return { id: Number(id), radiusKm: Number(radius) };
    })
    .filter(({ radiusKm }) => radiusKm >= 1 && radiusKm <= MAX_RADIUS_KM)
    .slice(0, MAX_PLACES);
const writePlaces = (places: readonly { id: number; radiusKm: number }[]): string | undefined =>
  places.map(({ id, radiusKm }) => `${id}+${radiusKm}`).join() || undefined;

export function readDiscoverySearch(raw: RawSearch): DiscoverySearch {
  const read: DiscoverySearch = {
    text: text(raw['text'], 400),
    platforms: text(raw['platforms']),
    formats: text(raw['formats']),
    niches: text(raw['niches'], 800),
    languages: text(raw['languages']),
    countries: text(raw['countries']),
    gender: text(raw['gender']),
    followers: text(raw['followers'], 40),
    engagement: text(raw['engagement'], 40),
    growth: text(raw['growth'], 40),
    views: text(raw['views'], 40),
    price: text(raw['price'], 40),
    places: text(raw['places']),
    posted: wholeNumber(raw['posted'], { min: 1, max: 3650 }),
    rating: wholeNumber(raw['rating'], { min: 0, max: 50 }),
    verified: flag(raw['verified']),
    available: flag(raw['available']),
    fresh: flag(raw['fresh']),
    sort: oneOf(raw['sort'], SORTS),
    view: oneOf(raw['view'], ['map'] as const),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** The filters of an address; what cannot be read is left out. */
export function filtersOf(search: DiscoverySearch): Filters {
  const lists = {
    platforms: among(search.platforms, PLATFORMS),
    formats: among(search.formats, FORMATS),
    gender: among(search.gender, GENDERS),
    niches: words(search.niches, /^[a-zA-Z]{2,30}$/u),
    languages: words(search.languages, /^[a-z]{2,3}$/u),
    countries: words(search.countries, /^[A-Z]{2}$/u),
    places: readPlaces(search.places),
  };
  const others = {
    text: search.text?.trim() || undefined,
    followers: readRange(search.followers),
    engagementBps: readRange(search.engagement),
    growthBps: readRange(search.growth),
    views: readRange(search.views),
    price: readPrice(search.price),
    lastPostDays: search.posted,
    rating: search.rating,
    verifiedOnly: search.verified,
    availableNow: search.available,
    hideContacted: search.fresh,
    sort: search.sort === 'distance' && lists.places.length === 0 ? undefined : search.sort,
  };
  return {
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
    ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined)),
  };
}

/** The address of these filters. */
export const searchOf = (filters: Filters): DiscoverySearch =>
  readDiscoverySearch({
    text: filters.text,
    platforms: filters.platforms?.join(),
    formats: filters.formats?.join(),
    niches: filters.niches?.join(),
    languages: filters.languages?.join(),
    countries: filters.countries?.join(),
    gender: filters.gender?.join(),
    followers: filters.followers && writeRange(filters.followers),
    engagement: filters.engagementBps && writeRange(filters.engagementBps),
    growth: filters.growthBps && writeRange(filters.growthBps),
    views: filters.views && writeRange(filters.views),
    price: filters.price && `${filters.price.currency}:${writeRange(filters.price) ?? '..'}`,
    places: filters.places && writePlaces(filters.places),
    posted: filters.lastPostDays,
    rating: filters.rating,
    verified: filters.verifiedOnly,
    available: filters.availableNow,
    fresh: filters.hideContacted,
    sort: filters.sort,
  });

/** A list in the address with one entry more or less. */
export const toggled = (list: string | undefined, value: string): string | undefined => {
  const entries = words(list, /./u);
  return (entries.includes(value) ? entries.filter((one) => one !== value) : [...entries, value]).join() || undefined;
};
