import type { Item } from './items.ts';
import type { Mark } from './lexicon/types.ts';
import type { Comparator } from './types.ts';

export type QuantityUnit = 'percent' | 'money' | 'age' | 'km' | 'days' | 'stars';

/** A number or range with its unit and how it compares. */
export interface Quantity {
  /** Place of its first and last item. */
  at: number;
  last: number;
  items: Item[];
  unit: QuantityUnit | null;
  low: number;
  high: number;
  /** Null: not stated. */
  comparator: Comparator | null;
  currency: string | null;
  /** Of the larger number; 1 where it is plain. */
  multiple: number;
}

const has = (item: Item | undefined, ...marks: Mark[]): boolean =>
  item !== undefined && marks.some((mark) => item.marks.has(mark));

const METRICS: readonly Mark[] = ['followers', 'engagement', 'price', 'age', 'views', 'growth', 'rating', 'audience'];
const CONNECTING: readonly Mark[] = [
  'stop',
  'locative',
  'with',
  'and',
  'from',
  'post',
  'month',
  'only',
  'mostly',
  'lastPost',
  'within',
];
/** Words that may stand between a number and its comparator. */
const isBetween = (item: Item): boolean =>
  item.kind === 'money' || (item.kind === 'mark' && has(item, ...METRICS, ...CONNECTING)) || item.kind === 'word';

const LOW: readonly Mark[] = ['atLeast'];
const HIGH: readonly Mark[] = ['atMost'];

const KILOMETERS_PER_MILE = 1.609;
export const DAYS_OF_YEAR = 365;

function unitOf(
  items: readonly Item[],
  at: number,
  value: number,
): { unit: QuantityUnit; used: number; factor: number } | null {
  const next = items[at + 1];
  if (items[at]?.number?.decade) return { unit: 'age', used: 0, factor: 1 };
  if (items[at]?.number?.percent) return { unit: 'percent', used: 0, factor: 1 };
  if (!next) return null;
  if (has(next, 'percent')) return { unit: 'percent', used: 1, factor: 1 };
  if (has(next, 'year') && !has(next, 'years')) return { unit: 'days', used: 1, factor: DAYS_OF_YEAR };
  if (has(next, 'years') && value <= 120) return { unit: 'age', used: 1, factor: 1 };
  if (has(next, 'km')) return { unit: 'km', used: 1, factor: 1 };
  if (has(next, 'miles')) return { unit: 'km', used: 1, factor: KILOMETERS_PER_MILE };
  if (has(next, 'day')) return { unit: 'days', used: 1, factor: 1 };
  if (has(next, 'week')) return { unit: 'days', used: 1, factor: 7 };
  if (has(next, 'month')) return { unit: 'days', used: 1, factor: 30 };
  if (has(next, 'rating') && value <= 5) return { unit: 'stars', used: 1, factor: 1 };
  return null;
}

interface Single {
  at: number;
  last: number;
  value: number;
  multiple: number;
  above: boolean;
  upTo: number | null;
  about: boolean;
  unit: QuantityUnit | null;
  factor: number;
  currency: string | null;
}

function singleAt(items: readonly Item[], at: number): Single | null {
  const item = items[at];
  if (!item?.number) return null;
  const { value, multiple, above = false, about = false, decade = false } = item.number;
  // "二十多岁": from twenty to twenty-nine.
  const isDecade = decade || (above && value >= 20 && value < 100 && value % 10 === 0 && has(items[at + 1], 'years'));
  const upTo = item.number.upTo ?? (isDecade ? value + 9 : null);
  let first = at;
  let last = at;
  let currency: string | null = null;
  if (items[at - 1]?.kind === 'money' && !items[at - 1]?.used) {
    currency = items[at - 1]?.currency ?? null;
    first = at - 1;
  }
  const after = items[at + 1];
  const second = items[at + 2];
  if (!currency && after?.kind === 'money') {
    currency = after.currency ?? null;
    last = at + 1;
  } else if (
    !currency &&
    second?.kind === 'money' &&
    has(after, 'stop', 'locative', 'from') &&
    items[at + 3]?.kind !== 'number'
  ) {
    currency = second.currency ?? null;
    last = at + 2;
  }
  const read = { value, multiple, above, upTo, about };
  if (currency) return { at: first, last, ...read, unit: 'money', factor: 1, currency };
  const unit = unitOf(items, at, value);
  return {
    at: first,
    last: last + (unit?.used ?? 0),
    ...read,
    unit: unit?.unit ?? null,
    factor: unit?.factor ?? 1,
    currency,
  };
}

/** A range of two numbers from `first` on: "5-10k", "between 5 and 10k", "от 5 до 10 тысяч". */
function rangeAt(items: readonly Item[], first: Single): { second: Single; opens: number } | null {
  let join = first.last + 1;
  // "18-24 ans", "30 to 45 years", "5 % to 10 %".
  const before = items[first.at - 1];
  const opening = has(before, 'between') ? 'between' : has(before, 'from') ? 'from' : null;
  const wider = items[first.at - 2];
  const outer =
    !opening && before && isBetween(before)
      ? has(wider, 'between')
        ? 'between'
        : has(wider, 'from')
          ? 'from'
          : null
      : null;
  const opened = opening ?? outer;
  if (has(items[join], 'followers', 'stop') && !has(items[join], 'to', 'and', 'or')) join += 1;
  const joint = items[join];
  // "بين خمسة وعشرة": "and" is written together with the second number.
  const joined = joint?.kind === 'number' && joint.text.startsWith('و') && opened === 'between';
  if (!joint || (joint.kind !== 'mark' && !joined)) return null;
  const symbol = /^[-–—~]$/u.test(joint.text);
  const isTo = has(joint, 'to') && !(has(joint, 'atMost') && opened !== 'from' && opened !== 'between');
  const isAnd = has(joint, 'and') && opened === 'between';
  // "Two or three thousand".
  const isOr = has(joint, 'or') && joint.text !== '/' && first.multiple === 1;
  if (!isTo && !isAnd && !isOr && !joined) return null;
  let at = joined ? join : join + 1;
  if (items[at]?.kind === 'money') at += 1;
  if (has(items[at], 'stop', 'locative') && items[at + 1]?.kind === 'number') at += 1;
  const second = singleAt(items, at);
  if (!second) return null;
  if (isOr && !(second.multiple > 1 && first.value * second.multiple < second.value)) return null;
  if (first.unit && second.unit && first.unit !== second.unit) return null;
  if (first.unit && !second.unit && !opened && !symbol && first.unit !== 'money' && second.multiple > 1) return null;
  if (!first.unit && second.unit === 'age' && first.value > 120) return null;
  if (!first.unit && second.unit === 'percent' && first.value > 100) return null;
  return { second, opens: opening ? 1 : outer ? 2 : 0 };
}

/** Numbers, ranges and comparators of a sentence. Marks the comparators as used. */
export function quantitiesOf(items: readonly Item[]): Quantity[] {
  const found: Quantity[] = [];
  const bound = new Set<Item>();
  for (let i = 0; i < items.length; i += 1) {
    if (items[i]?.kind !== 'number') continue;
    const single = singleAt(items, i);
    if (!single) continue;
    const range = rangeAt(items, single);
    if (range) {
      const { second, opens } = range;
      let low = single.value;
      // "5-10k", "entre 5 y 20 mil".
      if (single.multiple === 1 && second.multiple > 1 && low < 1000 && low * second.multiple <= second.value)
        low *= second.multiple;
      // The first number means what the second one is multiplied by.
      const number = items[i]?.number;
      if (number && low !== single.value) (items[i] as Item).number = { ...number, value: low };
      const factor = second.unit ? second.factor : single.factor;
      const first = single.at - opens;
      const quantity: Quantity = {
        at: first,
        last: second.last,
        items: items.slice(first, second.last + 1),
        unit: second.unit ?? single.unit,
        low: Math.min(low, second.value) * factor,
        high: Math.max(low, second.value) * factor,
        comparator: 'between',
        currency: second.currency ?? single.currency,
        multiple: Math.max(single.multiple, second.multiple),
      };
      found.push(quantity);
      for (const item of quantity.items) bound.add(item);
      i = second.last;
      continue;
    }
    const quantity: Quantity = {
      at: single.at,
      last: single.last,
      items: items.slice(single.at, single.last + 1),
      unit: single.unit,
      low: single.value * single.factor,
      high: (single.upTo ?? single.value) * single.factor,
      comparator: single.upTo ? 'between' : single.about ? 'about' : single.above ? 'at_least' : null,
      currency: single.currency,
      multiple: single.multiple,
    };
    compare(items, quantity, bound);
    found.push(quantity);
    for (const item of quantity.items) bound.add(item);
    i = Math.max(i, single.last);
  }
  return found;
}

const MAX_STEPS = 3;

function compare(items: readonly Item[], quantity: Quantity, bound: Set<Item>): void {
  const take = (item: Item, comparator: Comparator) => {
    quantity.comparator = comparator;
    quantity.items.push(item);
    bound.add(item);
  };
  const before = (): boolean => {
    for (let at = quantity.at - 1, steps = 0; at >= 0 && steps < MAX_STEPS; at -= 1, steps += 1) {
      const item = items[at];
      if (!item || item.kind === 'break' || item.kind === 'number' || bound.has(item)) return false;
      if (item.kind === 'mark') {
        // A word that compares only directly at its number: "from", "des", "a".
        const weak = has(item, 'from', 'locative', 'stop', 'to') && steps > 0;
        if (has(item, 'exactly') && !weak) return (take(item, 'exactly'), true);
        if (has(item, 'about') && !weak) return (take(item, 'about'), true);
        if (has(item, ...LOW) && !weak) return (take(item, 'at_least'), true);
        if (has(item, ...HIGH) && !weak) return (take(item, 'at_most'), true);
      }
      // "over 5k and under 10k": "and under" stands behind other numbers.
      const near = steps === 0 || (steps === 1 && /^(?:de|d'|di|do|of|than)$/u.test(items[at + 1]?.text ?? ''));
      if (near && has(item, 'atMostPost')) return (take(item, 'at_most'), true);
      if (near && has(item, 'atLeastPost')) return (take(item, 'at_least'), true);
      if (/^[+]$/u.test(item.text) && steps === 0) return (take(item, 'at_least'), true);
      if (!isBetween(item)) return false;
    }
    return false;
  };
  const after = (): boolean => {
    for (let at = quantity.last + 1, steps = 0; at < items.length && steps < MAX_STEPS; at += 1, steps += 1) {
      const item = items[at];
      if (!item || item.kind === 'break' || item.kind === 'number' || bound.has(item)) return false;
      const ahead = has(item, 'atLeast', 'atMost', 'about') && items[at + 1]?.kind === 'number';
      if (item.kind === 'mark' && !ahead) {
        if (has(item, 'atLeastPost')) return (take(item, 'at_least'), true);
        if (has(item, 'atMostPost')) return (take(item, 'at_most'), true);
        if (has(item, 'aboutPost')) return (take(item, 'about'), true);
        if (has(item, 'exactly') && steps <= 1) return (take(item, 'exactly'), true);
      }
      if (has(item, 'atLeast', 'atMost', 'about')) return false;
      if (!isBetween(item)) return false;
    }
    return false;
  };
  if (!before()) after();
}

const ABOUT = 0.2;

/** The ends that a quantity states, with `fallback` where it states no comparison. */
export function endsOf(
  quantity: Quantity,
  fallback: Comparator,
  scale = 1,
): { min?: number; max?: number; comparator: Comparator } {
  const comparator = quantity.comparator ?? fallback;
  const low = quantity.low * scale;
  const high = quantity.high * scale;
  const round = (value: number) => Math.round(Number(value.toPrecision(12)));
  if (comparator === 'at_least') return { min: round(low), comparator };
  if (comparator === 'at_most') return { max: round(high), comparator };
  if (comparator === 'about') return { min: round(low * (1 - ABOUT)), max: round(high * (1 + ABOUT)), comparator };
  return { min: round(low), max: round(high), comparator };
}
