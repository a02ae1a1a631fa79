import { CURRENCY_CODES, type Currency } from '../../../server/core/money.ts';
import type { Filters } from '../../../server/features/discovery/filters/schema.ts';
import { type DiscoverySearch, readDiscoverySearch } from '@/features/discovery/discovery-search.ts';
import { oneOf } from '@/lib/search.ts';

/** Values of the filters, written out so that no schema is loaded to read an address; the procedure checks them again. */
export const PLATFORMS = ['instagram', 'tiktok', 'youtube', 'blog', 'ugc'] as const;
const FORMATS = ['reel', 'story', 'post', 'video', 'short', 'photos', 'article'] as const;
const GENDERS = ['female', 'male', 'nonbinary'] as const;
export const AGE_BANDS = ['13-17', '18-24', '25-34', '35-44', '45-54', '55+'] as const;
export const RADIUS_LIMITS = { min: 1, max: 500 };
export const DEFAULT_RADIUS_KM = 30;

/** Entries of one list. */
const MAX_ENTRIES = 25;
const MAX_PLACES = 5;
export const MAX_COMPARED = 4;

const words = (value: string | undefined, allowed: RegExp): string[] =>
  [...new Set((value ?? '').split(','))].filter((one) => allowed.test(one)).slice(0, MAX_ENTRIES);
const among = <const Value extends string>(value: string | undefined, all: readonly Value[]): Value[] =>
  words(value, /./u).flatMap((one) => oneOf(one, all) ?? []);

interface Range {
  min?: number | undefined;
  max?: number | undefined;
}

function readRange(value: string | undefined): Range | undefined {
  const [whole, min = '', max = ''] = /^(-?\d{0,11})\.\.(-?\d{0,11})$/u.exec(value ?? '') ?? [];
  const range = { ...(min === '' ? {} : { min: Number(min) }), ...(max === '' ? {} : { max: Number(max) }) };
  return whole !== undefined && Object.values(range).every(Number.isSafeInteger) ? range : undefined;
}
/** A range without an end is no filter, except of a price, where its currency is one. */
function readEnds(value: string | undefined): Range | undefined {
  const range = readRange(value);
  return range && Object.keys(range).length > 0 ? range : undefined;
}
const writeRange = ({ min, max }: Range): string => `${min ?? ''}..${max ?? ''}`;
const writeEnds = (range: Range | undefined): string | undefined =>
  range && (range.min !== undefined || range.max !== undefined) ? writeRange(range) : undefined;

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
    .filter(({ radiusKm }) => radiusKm >= RADIUS_LIMITS.min && radiusKm <= RADIUS_LIMITS.max)
    .slice(0, MAX_PLACES);
const writePlaces = (places: readonly { id: number; radiusKm: number }[]): string | undefined =>
  places.map(({ id, radiusKm }) => `${id}+${radiusKm}`).join() || undefined;

type Audience = Pick<Filters, 'audienceCountries' | 'audienceGender' | 'audienceAge'>;

function readAudience(value: string | undefined): Audience {
  const countries: NonNullable<Filters['audienceCountries']> = [];
  const ages: NonNullable<Filters['audienceAge']> = [];
  let gender: Filters['audienceGender'];
  for (const one of words(value, /^[\w+-]{2,8}:\d{1,5}$/u)) {
    const [group = '', share = ''] = one.split(':');
    const shareBps = Math.min(10_000, Number(share));
    const band = oneOf(group, AGE_BANDS);
    const sex = oneOf(group, ['female', 'male'] as const);
    if (band) ages.push({ band, shareBps });
    else if (sex) gender = { gender: sex, shareBps };
    else if (/^[A-Z]{2}$/u.test(group)) countries.push({ country: group, shareBps });
  }
  return {
    ...(countries.length > 0 ? { audienceCountries: countries } : {}),
    ...(gender ? { audienceGender: gender } : {}),
    ...(ages.length > 0 ? { audienceAge: ages.slice(0, AGE_BANDS.length) } : {}),
  };
}
const writeAudience = (filters: Audience): string | undefined =>
  [
    ...(filters.audienceCountries ?? []).map(({ country, shareBps }) => `${country}:${shareBps}`),
    ...(filters.audienceGender ? [`${filters.audienceGender.gender}:${filters.audienceGender.shareBps}`] : []),
    ...(filters.audienceAge ?? []).map(({ band, shareBps }) => `${band}:${shareBps}`),
  ].join() || undefined;

const HANDLE = /^[a-z0-9][a-z0-9._]{0,29}$/u;
const NICHE = /^[a-zA-Z]{2,30}$/u;
const COUNTRY = /^[A-Z]{2}$/u;

/** The filters of an address; what cannot be read is left out. */
export function filtersOf(search: DiscoverySearch): Filters {
  const lists = {
    platforms: among(search.platforms, PLATFORMS),
    notPlatforms: among(search.notPlatforms, PLATFORMS),
    formats: among(search.formats, FORMATS),
    gender: among(search.gender, GENDERS),
    niches: words(search.niches, NICHE),
    notNiches: words(search.notNiches, NICHE),
    languages: words(search.languages, /^[a-z]{2,3}$/u),
    countries: words(search.countries, COUNTRY),
    notCountries: words(search.notCountries, COUNTRY),
    places: readPlaces(search.places),
    notPlaces: words(search.notPlaces, /^[1-9]\d{0,8}$/u).map(Number),
    like: words(search.like, HANDLE).slice(0, 5),
    notText: words(search.notText, /\S/u).map((word) => word.trim().slice(0, 60)),
  };
  const others = {
    text: search.text?.trim() || undefined,
    followers: readEnds(search.followers),
    engagementBps: readEnds(search.engagement),
    growthBps: readEnds(search.growth),
    views: readEnds(search.views),
    age: readEnds(search.age),
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
    ...readAudience(search.audience),
    ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined)),
  };
}

/** The address of these filters. */
export const searchOf = (filters: Filters): DiscoverySearch =>
  readDiscoverySearch({
    text: filters.text,
    platforms: filters.platforms?.join(),
    notPlatforms: filters.notPlatforms?.join(),
    formats: filters.formats?.join(),
    niches: filters.niches?.join(),
    notNiches: filters.notNiches?.join(),
    languages: filters.languages?.join(),
    countries: filters.countries?.join(),
    notCountries: filters.notCountries?.join(),
    gender: filters.gender?.join(),
    followers: writeEnds(filters.followers),
    engagement: writeEnds(filters.engagementBps),
    growth: writeEnds(filters.growthBps),
    views: writeEnds(filters.views),
    age: writeEnds(filters.age),
    price: filters.price && `${filters.price.currency}:${writeRange(filters.price)}`,
    places: filters.places && writePlaces(filters.places),
    notPlaces: filters.notPlaces?.join(),
    audience: writeAudience(filters),
    like: filters.like?.join(),
    notText: filters.notText?.map((word) => word.replaceAll(',', ' ')).join(),
    posted: filters.lastPostDays,
    rating: filters.rating,
    verified: filters.verifiedOnly,
    available: filters.availableNow,
    fresh: filters.hideContacted,
    sort: filters.sort,
  });

export const comparedOf = ({ compare }: DiscoverySearch): string[] => words(compare, HANDLE).slice(0, MAX_COMPARED);

export type FilterKey = keyof Filters;

/** One filter as it is shown: an entry of a list, a range or a switch. */
export interface FilterPart {
  key: FilterKey;
  value: unknown;
}

export const partsOf = (filters: Filters): FilterPart[] =>
  (Object.entries(filters) as [FilterKey, unknown][]).flatMap(([key, value]): FilterPart[] =>
    key === 'sort' || value === undefined
      ? []
      : Array.isArray(value)
        ? value.map((entry: unknown) => ({ key, value: entry }))
        : [{ key, value }],
  );

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The filters without one of their parts. */
export function withoutPart(filters: Filters, { key, value }: FilterPart): Filters {
  const { [key]: held, ...rest } = filters;
  if (!Array.isArray(held)) return rest;
  const kept = (held as unknown[]).filter((entry) => !same(entry, value));
  return kept.length > 0 ? { ...rest, [key]: kept } : rest;
}

/** A list with one entry more or less; nothing for an empty one. */
export function toggled<Value>(list: readonly Value[] | undefined, value: Value): Value[] | undefined {
  const entries = list ?? [];
  const next = entries.includes(value) ? entries.filter((one) => one !== value) : [...entries, value];
  return next.length > 0 ? next : undefined;
}

/** The filters with a change; what is undefined or an empty range is taken out. */
export const changed = (filters: Filters, change: Partial<Filters>): Filters =>
  Object.fromEntries(
    Object.entries({ ...filters, ...change }).filter(
      ([, value]) => value !== undefined && !(typeof value === 'object' && Object.keys(value).length === 0),
    ),
  );
