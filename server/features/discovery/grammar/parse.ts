import { placeName } from '../../places/gazetteer.ts';
import { assemble } from './assemble.ts';
import { readAudience } from './audience.ts';
import { followUp } from './follow-up.ts';
import { itemsOf, PARTS, type Item } from './items.ts';
import { readMetrics } from './metrics.ts';
import { markNegation } from './negation.ts';
import { quantitiesOf, type Quantity } from './quantities.ts';
import { readTerms } from './terms.ts';
import { has } from './readings.ts';
import type { ParseContext, ParsedQuery, ReadNumber, Span, Unit } from './types.ts';

function numbersOf(
  items: readonly Item[],
  quantities: readonly Quantity[],
  units: ReadonlyMap<Quantity, Unit | null>,
): ReadNumber[] {
  return items.flatMap((item) => {
    if (!item.number) return [];
    const quantity = quantities.find((q) => q.items.includes(item));
    const unit = (quantity && units.get(quantity)) ?? null;
    const currency = quantity?.currency;
    return [{ start: item.start, end: item.end, value: item.number.value, unit, ...(currency ? { currency } : {}) }];
  });
}

/** What is no filter and no common word, neighbors together. */
function unreadOf(items: readonly Item[], text: string): Span[] {
  const spans: Span[] = [];
  for (const item of items) {
    const read =
      item.used || item.kind === 'break' || (item.kind === 'mark' && !has(item, 'not', 'halfYear', ...PARTS));
    if (
      read ||
      (item.kind === 'mark' && item.marks.has('stop')) ||
      (item.kind === 'word' && /^[\p{P}\p{Sm}=<>~|&^]+$/u.test(item.text))
    )
      continue;
    const last = spans.at(-1);
    if (last && /^[\s]*$/u.test(text.slice(last.end, item.start))) last.end = item.end;
    else spans.push({ start: item.start, end: item.end });
  }
  return spans;
}

/**
 * Reads a sentence as filters: numbers with their metrics, topics, places, platforms, languages and what is excluded.
 * Pure; never throws for any text. With `previous` the sentence changes those filters.
 */
export function parseQuery(text: string, context: ParseContext): ParsedQuery {
  const { items } = itemsOf(text, context);
  const quantities = quantitiesOf(items);
  for (const quantity of quantities) for (const item of quantity.items) if (item.marks.has('not')) item.used = true;
  markNegation(items);
  const audience = readAudience(items, quantities);
  const rest = quantities.filter((quantity) => !audience.taken.has(quantity));
  const metrics = readMetrics(items, rest, context);
  for (const quantity of audience.taken) metrics.units.set(quantity, quantity.unit === 'percent' ? 'percent' : 'age');
  const terms = readTerms(items, text, metrics);
  const read = assemble([...audience.readings, ...metrics.readings, ...terms]);
  const { filters, chips } = context.previous ? followUp(context.previous, read.chips, items) : read;
  const refused = read.refused.flatMap(({ spans }) => spans);
  return {
    filters,
    chips,
    unread: [...unreadOf(items, text), ...refused].sort((a, b) => a.start - b.start),
    numbers: numbersOf(items, quantities, metrics.units),
    places: items.flatMap(({ place, start, end }) =>
      place
        ? [
            {
              start,
              end,
              id: place.id,
              name: placeName(place.id, context.language),
              country: place.country,
              lat: place.lat,
              lon: place.lon,
            },
          ]
        : [],
    ),
    engine: 'rules',
  };
}
