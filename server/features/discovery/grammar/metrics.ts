import { exponentOf, isCurrency } from '../../../core/money.ts';
import { MAX_RADIUS_KM } from '../filters/rules.ts';
import type { Item } from './items.ts';
import { HOME_CURRENCY } from './lexicon/currencies.ts';
import type { Mark } from './lexicon/types.ts';
import { DAYS_OF_YEAR, endsOf, type Quantity } from './quantities.ts';
import { FORMAT_MARKS, GENDER_MARKS, has, type Reading } from './readings.ts';
import type { ParseContext, Unit } from './types.ts';

type Metric = 'followers' | 'engagement' | 'price' | 'age' | 'views' | 'growth' | 'rating';
const METRICS: readonly Metric[] = ['followers', 'engagement', 'price', 'age', 'views', 'growth', 'rating'];

const MAX_DISTANCE = 5;
/** In percent, of a sentence that does not speak of engagement. */
const MAX_ENGAGEMENT = 50;

/** Words of the clause around a quantity. */
function clauseAround(items: readonly Item[], { at, last }: Quantity): Item[] {
  let from = at;
  while (from > 0 && items[from - 1]?.kind !== 'break') from -= 1;
  let to = last;
  while (to < items.length - 1 && items[to + 1]?.kind !== 'break') to += 1;
  return items.slice(from, to + 1);
}

/** The nearest metric word: behind a number first, not beyond another number or a break. */
function nearestMetric(
  items: readonly Item[],
  quantity: Quantity,
  allowed: (metric: Metric) => boolean,
): { metric: Metric; item: Item } | null {
  let best: { metric: Metric; item: Item; cost: number } | null = null;
  const visit = (step: 1 | -1, start: number, extra: number) => {
    let crossed = 0;
    for (let at = start, distance = 1; distance <= MAX_DISTANCE; at += step, distance += 1) {
      const item = items[at];
      if (!item || item.kind === 'break') return;
      if (item.kind === 'number') crossed += 3;
      const metric = METRICS.find((name) => has(item, name as Mark) && allowed(name));
      if (!metric) continue;
      const noun = metric === 'followers' || metric === 'views';
      // "10k followers", "followers: 10k"; "engagement 5%" and "5% engagement" alike.
      const cost =
        distance + crossed + extra + (noun && step === -1 ? 1 : 0) + (!noun && step === 1 && distance > 2 ? 1 : 0);
      if (!best || cost < best.cost) best = { metric, item, cost };
      return;
    }
  };
  visit(1, quantity.last + 1, 0);
  visit(-1, quantity.at - 1, 0.4);
  return best;
}

const isAge = (quantity: Quantity): boolean => quantity.multiple === 1 && quantity.low >= 13 && quantity.high <= 99;

/** Minutes and hours: a way, not an age. */
const MINUTES = /^(?:min$|mins$|minut|hour|heure|hora|ora$|ore$|минут|час|分|小时|دقيق|دقائق|ساع)/u;

/** Is a bare number an age ("under 25", "women 18-24")? Never a count of deliverables ("3 reels"). */
function looksLikeAge(items: readonly Item[], quantity: Quantity): boolean {
  if (!isAge(quantity)) return false;
  const next = items[quantity.last + 1];
  if (next && (has(next, ...FORMAT_MARKS) || MINUTES.test(next.text))) return false;
  const near = items.slice(Math.max(0, quantity.at - 3), quantity.last + 3);
  return quantity.comparator !== null || near.some((item) => has(item, ...GENDER_MARKS));
}

export interface MetricReadings {
  readings: Reading[];
  /** The radius that was read, with its words. */
  radius: { km: number; items: Item[]; at: number } | null;
  units: Map<Quantity, Unit | null>;
}

/** Filters that are numbers. Marks their items as used. */
export function readMetrics(
  items: readonly Item[],
  quantities: readonly Quantity[],
  context: ParseContext,
): MetricReadings {
  const readings: Reading[] = [];
  const units = new Map<Quantity, Unit | null>();
  let radius: MetricReadings['radius'] = null;
  const add = (
    key: Reading['key'],
    quantity: Quantity,
    value: unknown,
    comparator: Reading['comparator'],
    more: readonly (Item | undefined)[] = [],
  ) => {
    const used = [...quantity.items, ...more.filter((item) => item !== undefined)];
    for (const item of used) item.used = true;
    readings.push({ key, value, items: used, comparator });
  };
  const range = (
    key: Reading['key'],
    quantity: Quantity,
    fallback: Reading['comparator'],
    scale: number,
    more: readonly (Item | undefined)[],
  ) => {
    const { comparator, ...ends } = endsOf(quantity, fallback, scale);
    add(key, quantity, ends, comparator, more);
  };

  for (const quantity of quantities) {
    const clause = clauseAround(items, quantity);
    const after = items[quantity.last + 1];
    if (quantity.unit === 'percent') {
      units.set(quantity, 'percent');
      const monthly = has(after, 'month') || has(items[quantity.last + 2], 'month');
      const found = nearestMetric(items, quantity, (metric) => metric === 'engagement' || metric === 'growth');
      // "80% in Shanghai" is of something else: no creator has such a rate.
      if (!found && quantity.low > MAX_ENGAGEMENT) continue;
      const growth = found?.metric === 'growth' || (!found && (monthly || clause.some((item) => has(item, 'growth'))));
      range(growth ? 'growthBps' : 'engagementBps', quantity, 'at_least', 100, [
        found?.item,
        growth && monthly ? after : undefined,
      ]);
      continue;
    }
    if (
      quantity.unit === 'money' ||
      (quantity.unit === null && nearestMetric(items, quantity, () => true)?.metric === 'price')
    ) {
      const found = nearestMetric(items, quantity, (metric) => metric === 'price');
      const currency = quantity.currency ?? (context.country ? HOME_CURRENCY[context.country] : undefined);
      units.set(quantity, 'money');
      if (!currency || !isCurrency(currency)) continue;
      const { comparator, ...ends } = endsOf(quantity, 'at_most', 10 ** exponentOf(currency));
      add('price', quantity, { ...ends, currency }, comparator, [found?.item]);
      continue;
    }
    if (quantity.unit === 'km') {
      units.set(quantity, 'km');
      const km = Math.max(1, Math.min(MAX_RADIUS_KM, Math.round(quantity.high)));
      const word = items.slice(Math.max(0, quantity.at - 3), quantity.at).filter((item) => has(item, 'within'));
      for (const item of [...quantity.items, ...word]) item.used = true;
      radius = { km, items: [...quantity.items, ...word], at: quantity.at };
      continue;
    }
    // "Posted in the last two years": no age.
    const inYears = quantity.unit === 'age' && quantity.high < 13 && clause.some((item) => has(item, 'lastPost'));
    if (quantity.unit === 'days' || inYears) {
      units.set(quantity, 'days');
      const posted = clause.find((item) => has(item, 'lastPost'));
      const within = items.slice(Math.max(0, quantity.at - 3), quantity.at).find((item) => has(item, 'within'));
      const days = quantity.high * (inYears ? DAYS_OF_YEAR : 1);
      if (posted && days >= 1)
        add('lastPostDays', quantity, Math.min(3650, Math.round(days)), 'at_most', [posted, within]);
      continue;
    }
    if (quantity.unit === 'age') {
      units.set(quantity, 'age');
      const found = nearestMetric(items, quantity, (metric) => metric === 'age');
      if (quantity.high >= 13) range('age', quantity, 'is', 1, [found?.item]);
      continue;
    }
    const found = nearestMetric(items, quantity, (metric) =>
      metric === 'age'
        ? isAge(quantity)
        : metric === 'rating'
          ? quantity.high <= 5
          : metric === 'engagement' || metric === 'growth'
            ? false
            : quantity.multiple > 1 || quantity.high >= 50,
    );
    if (quantity.unit === 'stars' || found?.metric === 'rating') {
      units.set(quantity, 'count');
      if (quantity.low <= 5) add('rating', quantity, Math.round(quantity.low * 10), 'at_least', [found?.item]);
      continue;
    }
    if (found?.metric === 'age' || (!found && looksLikeAge(items, quantity))) {
      units.set(quantity, 'age');
      range('age', quantity, 'is', 1, [found?.item]);
      continue;
    }
    units.set(quantity, found || quantity.multiple > 1 || quantity.high >= 1000 ? 'count' : null);
    if (found?.metric === 'views') range('views', quantity, 'at_least', 1, [found.item]);
    else if (found || quantity.multiple > 1 || quantity.high >= 1000)
      range('followers', quantity, 'at_least', 1, [found?.item]);
  }
  readRecency(items, readings);
  return { readings, radius, units };
}

/** As six months. */
const HALF_YEAR = 180;

/** "Active in the past month": a time without a number. */
function readRecency(items: readonly Item[], readings: Reading[]): void {
  if (readings.some(({ key }) => key === 'lastPostDays')) return;
  items.forEach((item, at) => {
    const previous = items[at - 1];
    const days = has(item, 'week')
      ? 7
      : has(item, 'month')
        ? 30
        : has(item, 'halfYear')
          ? HALF_YEAR
          : has(item, 'year')
            ? DAYS_OF_YEAR
            : 0;
    // A half year is a time by itself: "半年内", "за полгода".
    const before = has(previous, 'stop') && !has(previous, 'within') ? items[at - 2] : previous;
    const isTime = has(before, 'within', 'lastPost') || has(item, 'halfYear');
    if (days === 0 || item.used || !isTime || !items.some((other) => has(other, 'lastPost'))) return;
    const posted = items.filter((other) => has(other, 'lastPost'));
    const used = [...posted, item, ...(before && has(before, 'within') ? [before] : [])];
    for (const part of used) part.used = true;
    readings.push({ key: 'lastPostDays', value: days, items: used, comparator: 'at_most' });
  });
}
