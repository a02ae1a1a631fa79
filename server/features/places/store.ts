import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { LOCALES, type Locale } from '../../core/locale.ts';
import { edits } from './fold.ts';
import { REGION_CODES } from './regions.ts';
import { OTHER_NAMES, SPOKEN_IN } from './words.ts';

/*
 * Places of at least 15,000 inhabitants, from GeoNames (CC BY 4.0, data/NOTICE.md). The file is read once, at the first
 * call: numbers in columns, folded names in one long string with a hash table beside it.
 */

export interface Place {
  /** GeoNames id. */
  id: number;
  /** ISO 3166-1 alpha-2. */
  country: string;
  lat: number;
  lon: number;
  population: number;
  /** State or province of the United States and Canada ("TX", "ON"). */
  region: string | null;
}

export interface PlaceMatch {
  /** UTF-16 offsets in the given text. */
  start: number;
  end: number;
  place: Place;
  /** Spelled as one of the place's names. */
  exact: boolean;
  /** From 0 to 1: how much likelier this place is than the next of the same name. */
  score: number;
}

export interface PlaceContext {
  language?: Locale | undefined;
  /** The reader's own country. */
  country?: string | null | undefined;
}

interface Gazetteer {
  count: number;
  countries: readonly string[];
  regions: readonly string[];
  /** Words of the product's texts that are names of places too. */
  common: Readonly<Record<Locale, ReadonlySet<string>>>;
  ids: Int32Array;
  lats: Int32Array;
  lons: Int32Array;
  populations: Int32Array;
  countryOf: Int32Array;
  regionOf: Int32Array;
  /** Of how much writing a place is the subject: population and the number of its names. */
  prior: Float32Array;
  indexOf: ReadonlyMap<number, number>;
  /** The shown names of a place: English, then those of the other languages that differ. */
  names: readonly string[];
  /** All folded names. */
  text: string;
  /** Of each name: where it begins, its length, its place, whether it is one of the place's shown names. */
  starts: Uint32Array;
  lengths: Uint8Array;
  places: Uint16Array;
  main: Uint8Array;
  /** Which letters a name has, one bit for each: names that differ in many cannot be near spellings. */
  letters: Int32Array;
  /** Hash table over names; names of one hash are a list. */
  heads: Int32Array;
  nexts: Int32Array;
  /** Names ordered by their first letter, and where each first letter begins. */
  order: Int32Array;
  firsts: ReadonlyMap<number, readonly [number, number]>;
}

const SHOWN: readonly Locale[] = ['en', 'fr', 'es', 'it', 'pt', 'ru', 'zh', 'ar'];
/** What it weighs that a place is shown under a name: a power of ten of inhabitants, or nearly so. */
export const MAIN_NAME = 1.4;
const HASH_BITS = 18;
const TAB = 9;
const NEW_LINE = 10;
const BAR = 124;

let loaded: Gazetteer | null = null;
export const gazetteer = (): Gazetteer => (loaded ??= load());

const bucket = (hash: number): number => (hash ^ (hash >>> HASH_BITS)) & ((1 << HASH_BITS) - 1);
const letterBit = (code: number): number => 1 << (code >= 97 && code <= 122 ? code - 97 : code % 32);

function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash;
}

function lettersOf(key: string): number {
  let letters = 0;
  for (let i = 0; i < key.length; i++) letters |= letterBit(key.charCodeAt(i));
  return letters;
}

function load(): Gazetteer {
  const file = brotliDecompressSync(readFileSync(path.join(import.meta.dirname, 'data/places.br')));
  const headLength = file.readUInt32LE(0);
  const head = JSON.parse(file.toString('utf8', 4, 4 + headLength)) as {
    count: number;
    keys: number;
    countries: string[];
    regions: string[];
    common: Record<Locale, string>;
  };
  const { count } = head;
  const columnsStart = 4 + headLength;
  const columnsEnd = columnsStart + 7 * 4 * count;
  const columns = new Int32Array(new Uint8Array(file.subarray(columnsStart, columnsEnd)).buffer);
  const column = (i: number) => columns.subarray(i * count, (i + 1) * count);
  const [names = '', text = ''] = file.toString('utf8', columnsEnd).split('\f');

  const starts = new Uint32Array(head.keys);
  const lengths = new Uint8Array(head.keys);
  const places = new Uint16Array(head.keys);
  const main = new Uint8Array(head.keys);
  const letters = new Int32Array(head.keys);
  const heads = new Int32Array(1 << HASH_BITS).fill(-1);
  const nexts = new Int32Array(head.keys);
  const counts = new Map<number, number>();
  let key = 0;
  let place = 0;
  let shown = 1;
  let start = 0;
  let hash = 0x811c9dc5;
  let mask = 0;
  for (let i = 0; i <= text.length; i++) {
    const code = i === text.length ? NEW_LINE : text.charCodeAt(i);
    if (code !== TAB && code !== NEW_LINE && code !== BAR) {
      hash = Math.imul(hash ^ code, 0x01000193);
      mask |= letterBit(code);
      continue;
    }
    if (i > start) {
      starts[key] = start;
      lengths[key] = i - start;
      places[key] = place;
      main[key] = shown;
      letters[key] = mask;
      const at = bucket(hash);
      nexts[key] = heads[at] ?? -1;
      heads[at] = key;
      const first = text.charCodeAt(start);
      counts.set(first, (counts.get(first) ?? 0) + 1);
      key++;
    }
    if (code === TAB) shown = 0;
    else if (code === NEW_LINE) {
      place++;
      shown = 1;
    }
    start = i + 1;
    hash = 0x811c9dc5;
    mask = 0;
  }
  const firsts = new Map<number, [number, number]>();
  let next = 0;
  for (const [first, n] of counts) {
    firsts.set(first, [next, next]);
    next += n;
  }
  const order = new Int32Array(key);
  for (let k = 0; k < key; k++) {
    const range = firsts.get(text.charCodeAt(starts[k] ?? 0));
    if (range) order[range[1]++] = k;
  }

  const ids = column(0);
  const populations = column(3);
  const fame = column(6);
  return {
    ...head,
    common: Object.fromEntries(
      LOCALES.map((l) => [l, new Set(head.common[l].split('|'))] as const),
    ) as unknown as Gazetteer['common'],
    ids,
    lats: column(1),
    lons: column(2),
    populations,
    countryOf: column(4),
    regionOf: column(5),
    prior: Float32Array.from(
      populations,
      (population, i) => Math.log10(Math.max(population, 1)) + 1.5 * Math.log10(1 + (fame[i] ?? 0)),
    ),
    indexOf: new Map(Array.from(ids, (id, i) => [id, i])),
    names: names.split('\n'),
    text,
    starts,
    lengths,
    places,
    main,
    letters,
    heads,
    nexts,
    order,
    firsts,
  };
}

export function placeAt(index: number): Place {
  const g = gazetteer();
  const region = g.regions[g.regionOf[index] ?? -1];
  return {
    id: g.ids[index] ?? 0,
    country: g.countries[g.countryOf[index] ?? 0] ?? '',
    lat: (g.lats[index] ?? 0) / 10_000,
    lon: (g.lons[index] ?? 0) / 10_000,
    population: g.populations[index] ?? 0,
    region: region ? (REGION_CODES[region] ?? null) : null,
  };
}

export function placeById(id: number): Place | null {
  const index = gazetteer().indexOf.get(id);
  return index === undefined ? null : placeAt(index);
}

let people: Map<string, number> | null = null;
/** Inhabitants of all known places of a country. */
export function peopleIn(country: string): number {
  if (!people) {
    const g = gazetteer();
    people = new Map();
    for (let i = 0; i < g.count; i++) {
      const code = g.countries[g.countryOf[i] ?? 0] ?? '';
      people.set(code, (people.get(code) ?? 0) + (g.populations[i] ?? 0));
    }
  }
  return people.get(country) ?? 0;
}

/** The place's name in a language; the local or English one where none is recorded. Empty for an unknown id. */
export function placeName(id: number, language: Locale): string {
  const g = gazetteer();
  const index = g.indexOf.get(id);
  if (index === undefined) return '';
  const names = (g.names[index] ?? '').split('\t');
  return names[SHOWN.indexOf(language)] || (names[0] ?? '');
}

/** A place that has the name, and how far the name is from the spelling that was looked up. */
export interface Hit {
  index: number;
  main: boolean;
  edits: number;
}

export function hitsOf(key: string): Hit[] {
  const g = gazetteer();
  const hits: Hit[] = [];
  for (let k = g.heads[bucket(hashOf(key))] ?? -1; k >= 0; k = g.nexts[k] ?? -1)
    if (g.lengths[k] === key.length && g.text.startsWith(key, g.starts[k]))
      hits.push({ index: g.places[k] ?? 0, main: g.main[k] === 1, edits: 0 });
  const other = hits.length === 0 ? g.indexOf.get(OTHER_NAMES.get(key) ?? 0) : undefined;
  if (other !== undefined) hits.push({ index: other, main: true, edits: 0 });
  return hits;
}

const bitsIn = (mask: number): number => {
  let bits = mask - ((mask >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

const editsAllowed = (length: number): number => (length >= 9 ? 2 : length >= 5 ? 1 : 0);

/** Places with a name spelled nearly so. `sameFirst`: typing errors are rarely in the first letter. */
export function nearHits(key: string, options: { sameFirst: boolean; minPopulation: number; limit?: number }): Hit[] {
  const g = gazetteer();
  const limit = options.limit ?? editsAllowed(key.length);
  if (limit === 0) return [];
  const letters = lettersOf(key);
  const range = options.sameFirst ? g.firsts.get(key.charCodeAt(0)) : ([0, g.order.length] as const);
  if (!range) return [];
  const hits: Hit[] = [];
  for (let i = range[0]; i < range[1]; i++) {
    const k = g.order[i] ?? 0;
    const gap = (g.lengths[k] ?? 0) - key.length;
    if (gap > limit || -gap > limit) continue;
    if (bitsIn((g.letters[k] ?? 0) ^ letters) > 2 * limit) continue;
    const index = g.places[k] ?? 0;
    if ((g.populations[index] ?? 0) < options.minPopulation) continue;
    const start = g.starts[k] ?? 0;
    const distance = edits(key, g.text.slice(start, start + (g.lengths[k] ?? 0)), limit);
    if (distance <= limit) hits.push({ index, main: g.main[k] === 1, edits: distance });
  }
  return hits;
}

export interface Preference {
  /** The reader's own country. */
  country?: string | null | undefined;
  /** Countries that the text names, or that its other places are in. */
  near?: ReadonlySet<string>;
  /** Of the reader: a place where it is spoken is meant before one elsewhere. */
  language?: Locale | undefined;
}

/** What it weighs that a place is where the reader's language is spoken. */
const SPOKEN = 1.5;

export interface Choice {
  index: number;
  edits: number;
  score: number;
}

/** The likeliest of the places that share a name. */
export function choose(hits: readonly Hit[], preference: Preference): Choice | null {
  const g = gazetteer();
  const weights = new Map<number, number>();
  const distances = new Map<number, number>();
  for (const hit of hits) {
    const country = g.countries[g.countryOf[hit.index] ?? 0] ?? '';
    const weight =
      (g.prior[hit.index] ?? 0) +
      (hit.main ? MAIN_NAME : 0) +
      (preference.country === country ? 1.5 : 0) +
      (preference.near?.has(country) ? 2 : 0) +
      (preference.language && SPOKEN_IN[preference.language]?.has(country) ? SPOKEN : 0) -
      2 * hit.edits;
    if (weight > (weights.get(hit.index) ?? Number.NEGATIVE_INFINITY)) {
      weights.set(hit.index, weight);
      distances.set(hit.index, hit.edits);
    }
  }
  let first: [number, number] | null = null;
  let second = Number.NEGATIVE_INFINITY;
  for (const entry of weights)
    if (!first || entry[1] > first[1]) {
      if (first) second = Math.max(second, first[1]);
      first = entry;
    } else second = Math.max(second, entry[1]);
  if (!first) return null;
  const distance = distances.get(first[0]) ?? 0;
  return { index: first[0], edits: distance, score: 0.85 ** distance / (1 + 10 ** (second - first[1])) };
}
