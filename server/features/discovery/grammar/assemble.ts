import { countFilters, MAX_FILTERS } from '../filters/rules.ts';
import { filters as schema, type Filters } from '../filters/schema.ts';
import type { Item } from './items.ts';
import type { Reading } from './readings.ts';
import type { Chip, Comparator, FilterKey, Span } from './types.ts';

const RANGES: readonly FilterKey[] = ['followers', 'engagementBps', 'growthBps', 'views', 'price', 'age'];
const LISTS: readonly FilterKey[] = [
  'platforms',
  'notPlatforms',
  'formats',
  'niches',
  'notNiches',
  'languages',
  'countries',
  'notCountries',
  'places',
  'notPlaces',
  'gender',
  'audienceCountries',
  'audienceAge',
  'like',
  'notText',
];
export const isRange = (key: FilterKey): boolean => RANGES.includes(key);
export const isList = (key: FilterKey): boolean => LISTS.includes(key);

/** Each stretch once, in the order of the sentence. */
function spansOf(items: readonly Item[]): Span[] {
  const spans = [...new Set(items)].map(({ start, end }) => ({ start, end })).sort((a, b) => a.start - b.start);
  const merged: Span[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else merged.push({ ...span });
  }
  return merged;
}

interface Range {
  min?: number;
  max?: number;
  currency?: string;
}

/** Both must hold: the higher minimum and the lower maximum. */
const narrowed = (a: Range, b: Range): Range => {
  const min = a.min === undefined ? b.min : b.min === undefined ? a.min : Math.max(a.min, b.min);
  const max = a.max === undefined ? b.max : b.max === undefined ? a.max : Math.min(a.max, b.max);
  return { ...a, ...b, ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
};

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export function comparatorOf(value: Range, stated: Comparator): Comparator {
  if (value.min !== undefined && value.max !== undefined)
    return stated === 'about' || stated === 'exactly' || stated === 'is' ? stated : 'between';
  return value.min === undefined ? 'at_most' : 'at_least';
}

/** Chips of all that was read: ranges of one key narrowed to one chip, each entry of a list once. */
function chipsOf(readings: readonly Reading[]): Chip[] {
  const chips: Chip[] = [];
  for (const { key, value, items, comparator } of readings) {
    const spans = spansOf(items);
    const known = chips.find((chip) => chip.key === key && (!isList(key) || same(chip.value, value)));
    if (known && isRange(key)) {
      const range = narrowed(known.value as Range, value as Range);
      known.value = range;
      known.spans.push(...spans);
      known.comparator = comparatorOf(range, comparator);
    } else if (known && key === 'text') {
      known.value = `${String(known.value)} ${String(value)}`;
      known.spans.push(...spans);
    } else if (known && !isList(key)) {
      // The last one stated holds.
      known.value = value;
      known.spans.push(...spans);
    } else if (known) known.spans.push(...spans);
    else chips.push({ key, value, spans, comparator });
  }
  for (const chip of chips) {
    const { min, max } = (isRange(chip.key) ? chip.value : {}) as Range;
    if (min !== undefined && max !== undefined && min > max) chip.problem = 'contradiction';
  }
  return chips;
}

function togetherOf(chips: readonly Chip[]): Record<string, unknown> {
  const all: Record<string, unknown> = {};
  for (const { key, value, problem } of chips) {
    if (problem) continue;
    if (isList(key)) ((all[key] ??= []) as unknown[]).push(value);
    else all[key] = value;
  }
  return all;
}

/** The filters that a list of chips states; a chip that the schema refuses is left out of them and named. */
export function filtersOf(chips: readonly Chip[]): { filters: Filters; refused: Chip[] } {
  let found: Record<string, unknown> = {};
  const refused: Chip[] = [];
  const all = togetherOf(chips);
  if (countFilters(all) <= MAX_FILTERS && schema.safeParse(all).success) return { filters: all as Filters, refused };
  for (const chip of chips) {
    if (chip.problem) continue;
    const before = found[chip.key];
    const value = isList(chip.key) ? [...((before as unknown[] | undefined) ?? []), chip.value] : chip.value;
    const next = { ...found, [chip.key]: value };
    if (schema.safeParse(next).success && countFilters(next) <= MAX_FILTERS) found = next;
    else refused.push(chip);
  }
  return { filters: found as Filters, refused };
}

export function assemble(readings: readonly Reading[]): { filters: Filters; chips: Chip[]; refused: Chip[] } {
  const all = chipsOf(readings);
  const { filters, refused } = filtersOf(all);
  return { filters, chips: all.filter((chip) => !refused.includes(chip)), refused };
}
