import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES, type Locale } from '../../../server/core/locale.ts';
import { filters as schema, type Filters } from '../../../server/features/discovery/filters/schema.ts';
import { parseQuery } from '../../../server/features/discovery/grammar/parse.ts';
import { resolvePlace } from '../../../server/features/places/gazetteer.ts';
import { projectRoot } from '../paths.ts';

const DATA = join(projectRoot, 'tests/data/search');

export const linesOf = (folder: 'sentences' | 'numbers', language: Locale): string[] =>
  readFileSync(join(DATA, folder, `${language}.jsonl`), 'utf8')
    .trim()
    .split('\n');

export type Half = 'tuned' | 'held-out';
/** Every second line, the 2nd first, is held out: measured and not tuned on. */
const halfOf = (lines: readonly string[], half: Half): string[] =>
  lines.filter((_, at) => (at % 2 === 0) === (half === 'tuned'));

export const heldOutHash = (): string =>
  createHash('sha256')
    .update(LOCALES.flatMap((language) => halfOf(linesOf('sentences', language), 'held-out')).join('\n'))
    .digest('hex');

interface NamedPlace {
  name: string;
  country: string;
  radiusKm?: number;
}
export interface Sentence {
  text: string;
  expect: Record<string, unknown> & { places?: NamedPlace[]; notPlaces?: NamedPlace[] };
}

const idOf = ({ name, country }: NamedPlace): string => {
  const place = resolvePlace(name, { language: 'en', country });
  return place?.country === country ? String(place.id) : `${name}, ${country}`;
};

/** What is compared, one line for each entry: `niches food`, `followers {"min":10000}`. */
export function slotsOf(filters: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(filters).flatMap(([key, value]) => {
    if (key === 'places')
      return (value as (NamedPlace & { id?: number })[]).map((place) => `places ${place.id ?? idOf(place)}`);
    if (key === 'notPlaces')
      return (value as (NamedPlace | number)[]).map(
        (place) => `notPlaces ${typeof place === 'number' ? place : idOf(place)}`,
      );
    if (Array.isArray(value)) return value.map((entry) => `${key} ${JSON.stringify(sorted(entry))}`);
    return [`${key} ${JSON.stringify(sorted(value))}`];
  });
}

/** Distances that a sentence states; the one that is added to a place without a distance is none. */
const radii = (places: readonly { radiusKm?: number }[] = []): string[] =>
  places.flatMap(({ radiusKm }) => (radiusKm === undefined || radiusKm === 30 ? [] : [`radius ${radiusKm}`]));

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

export interface Counts {
  right: number;
  found: number;
  expected: number;
}
export const f1 = ({ right, found, expected }: Counts): number =>
  found + expected === 0 ? 1 : (2 * right) / (found + expected);

export interface SentenceResult {
  text: string;
  missed: string[];
  wrong: string[];
  ms: number;
  invalid: boolean;
}

export type Reader = (text: string, language: Locale) => Filters;
export const grammar: Reader = (text, language) => parseQuery(text, { language }).filters;

export function scoreSentences(
  language: Locale,
  half: Half,
  read: Reader,
): { counts: Counts; results: SentenceResult[]; bySlot: Map<string, Counts> } {
  const counts: Counts = { right: 0, found: 0, expected: 0 };
  const bySlot = new Map<string, Counts>();
  const results = halfOf(linesOf('sentences', language), half).map((line) => {
    const { text, expect } = JSON.parse(line) as Sentence;
    const begin = performance.now();
    const filters = read(text, language);
    const ms = performance.now() - begin;
    const expected = [...slotsOf(expect), ...radii(expect.places), ...radii(expect.notPlaces)];
    const found = [...slotsOf(filters), ...radii(filters.places)];
    const right = found.filter((slot) => expected.includes(slot));
    counts.right += right.length;
    counts.found += found.length;
    counts.expected += expected.length;
    const slot = (line: string): Counts => {
      const key = line.split(' ')[0] ?? '';
      const known = bySlot.get(key) ?? { right: 0, found: 0, expected: 0 };
      bySlot.set(key, known);
      return known;
    };
    for (const line of right) slot(line).right += 1;
    for (const line of found) slot(line).found += 1;
    for (const line of expected) slot(line).expected += 1;
    return {
      text,
      missed: expected.filter((line) => !found.includes(line)),
      wrong: found.filter((line) => !expected.includes(line)),
      ms,
      invalid: !schema.safeParse(filters).success,
    };
  });
  return { counts, results, bySlot };
}

/** What a pattern finds: digits as followers, and the names of a few cities. */
export const pattern: Reader = (text, language) => {
  const digits = /(\d+(?:[.,]\d+)?)\s*(k)?/iu.exec(text);
  const city = text
    .split(/[\s,]+/u)
    .find((word) => /^\p{Lu}/u.test(word) && resolvePlace(word, { language })?.population);
  const place = city ? resolvePlace(city, { language }) : null;
  return {
    ...(digits
      ? { followers: { min: Math.round(Number((digits[1] ?? '').replace(',', '.')) * (digits[2] ? 1000 : 1)) } }
      : {}),
    ...(place ? { places: [{ id: place.id, radiusKm: 30 }] } : {}),
  };
};
