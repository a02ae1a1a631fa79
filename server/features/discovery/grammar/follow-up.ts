import type { Filters } from '../filters/schema.ts';
import { comparatorOf, filtersOf, isList, isRange } from './assemble.ts';
import type { Item } from './items.ts';
import { has } from './readings.ts';
import type { Chip, Comparator, FilterKey } from './types.ts';

const CHEAPER = 0.8;
const BIGGER = 2;

const EXCLUDING: Partial<Record<FilterKey, FilterKey>> = {
  notPlatforms: 'platforms',
  notNiches: 'niches',
  notCountries: 'countries',
  notPlaces: 'places',
};
const INCLUDING = Object.fromEntries(Object.entries(EXCLUDING).map(([not, key]) => [key, not])) as Partial<
  Record<FilterKey, FilterKey>
>;
/** What a new value of these replaces, unless it is added with "too". */
const LOCATIONS: readonly FilterKey[] = ['places', 'countries'];

/** Chips of filters that stood before, without words. */
function chipsOfFilters(filters: Filters): Chip[] {
  return (Object.entries(filters) as [FilterKey, unknown][]).flatMap(([key, value]): Chip[] => {
    if (value === undefined) return [];
    const comparator: Comparator = key.startsWith('not')
      ? 'not'
      : isRange(key)
        ? comparatorOf(value as object, 'between')
        : 'is';
    return (isList(key) ? (value as unknown[]) : [value]).map((part) => ({ key, value: part, spans: [], comparator }));
  });
}

const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : JSON.stringify(value);

/**
 * Changes filters by a sentence: a range replaces that of its key, a place replaces the places, an entry of another list
 * is added ("only" replaces all), what is excluded is taken out, "cheaper" lowers the price and "bigger" doubles the followers.
 */
export function followUp(
  previous: Filters,
  read: readonly Chip[],
  items: readonly Item[],
): { filters: Filters; chips: Chip[] } {
  const only = items.some((item) => has(item, 'only'));
  let chips = chipsOfFilters(previous);
  const wordsOf = (...marks: ('cheaper' | 'bigger')[]) =>
    items.filter((item) => has(item, ...marks)).map(({ start, end }) => ({ start, end }));
  const replaced = new Set<FilterKey>();
  for (const chip of read) {
    const { key } = chip;
    if (
      key === 'sort' &&
      chip.value === 'price' &&
      wordsOf('cheaper').length > 0 &&
      previous.price?.max !== undefined
    ) {
      const max = Math.round(previous.price.max * CHEAPER);
      const { min } = previous.price;
      const value = { ...previous.price, max, ...(min === undefined ? {} : { min: Math.min(min, max) }) };
      chips = chips.map((c) => (c.key === 'price' ? { ...c, value, spans: wordsOf('cheaper') } : c));
      continue;
    }
    if (key === 'sort' && chip.value === 'followers' && wordsOf('bigger').length > 0 && previous.followers) {
      const min = (previous.followers.min ?? 500) * BIGGER;
      const { max } = previous.followers;
      const value = { min, ...(max === undefined ? {} : { max: Math.max(max * BIGGER, min) }) };
      chips = chips.map((c) => (c.key === 'followers' ? { ...c, value, spans: wordsOf('bigger') } : c));
      continue;
    }
    const excluded = EXCLUDING[key];
    if (excluded) {
      const id = idOf(chip.value);
      chips = chips.filter((c) => !(c.key === excluded && idOf(c.value) === (key === 'notPlaces' ? chip.value : id)));
    }
    const included = INCLUDING[key];
    if (included)
      chips = chips.filter(
        (c) => !(c.key === included && idOf(c.value) === (key === 'places' ? idOf(chip.value) : idOf(chip.value))),
      );
    if (isList(key)) {
      if ((only || LOCATIONS.includes(key) || key === 'gender') && !replaced.has(key)) {
        chips = chips.filter((c) => c.key !== key && !(LOCATIONS.includes(key) && LOCATIONS.includes(c.key)));
        replaced.add(key);
        if (LOCATIONS.includes(key)) for (const location of LOCATIONS) replaced.add(location);
      }
      if (!chips.some((c) => c.key === key && JSON.stringify(c.value) === JSON.stringify(chip.value))) chips.push(chip);
      else
        chips = chips.map((c) => (c.key === key && JSON.stringify(c.value) === JSON.stringify(chip.value) ? chip : c));
    } else chips = [...chips.filter((c) => c.key !== key), chip];
  }
  const { filters, refused } = filtersOf(chips);
  return { filters, chips: chips.filter((chip) => !refused.includes(chip)) };
}
