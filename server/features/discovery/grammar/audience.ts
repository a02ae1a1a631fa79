import { AGE_BANDS } from '../filters/rules.ts';
import type { Item } from './items.ts';
import type { Quantity } from './quantities.ts';
import { FORMAT_MARKS, has, PLATFORM_MARKS, type Reading } from './readings.ts';

/** Of an audience for which no share is given, basis points; "mostly" is half of it. */
const ANY_SHARE = 3000;
const MAJORITY_SHARE = 5000;

/** Shares in words, basis points. */
const PARTS = [
  ['quarter', 2_500],
  ['third', 3_333],
  ['half', 5_000],
  ['twoThirds', 6_667],
  ['threeQuarters', 7_500],
] as const;
const partOf = (item: Item): number | undefined => PARTS.find(([mark]) => has(item, mark))?.[1];
/** So many words stand between a part and its audience at most: "a third of her audience". */
const PART_DISTANCE = 4;

const countryOf = (item: Item): string | null => item.country ?? item.nation?.country ?? null;
const POSSESSIVE = /^(?:her|his)$/u;
/** "Her audience" says nothing about its gender. */
const genderOf = (item: Item): 'female' | 'male' | null =>
  POSSESSIVE.test(item.text) ? null : has(item, 'female') ? 'female' : has(item, 'male') ? 'male' : null;

const CONNECTS = [
  'stop',
  'locative',
  'mostly',
  'with',
  'from',
  'and',
  'or',
  'age',
  'years',
  'percent',
  'audience',
  'engaged',
  'to',
  'atLeast',
  'atMost',
  'atLeastPost',
  'about',
  'between',
  'fluent',
  'only',
] as const;

/** Where a sentence describes an audience: the items of each such part. */
function scopesOf(items: readonly Item[], counted: ReadonlySet<Item>): Item[][] {
  const scopes: Item[][] = [];
  const taken = new Set<Item>();
  items.forEach((item, at) => {
    if (taken.has(item)) return;
    const follower = has(item, 'followers') && !counted.has(items[at - 1] ?? item);
    const named = has(item, 'audience');
    const shared = (named || follower) && describesGender(items, at, counted);
    if (!named && !shared && !(follower && describesCountry(items, at + 1))) return;
    const scope: Item[] = [item];
    // "female audience", "60% French audience".
    for (let before = at - 1; before >= Math.max(0, at - (shared ? 5 : 3)); before -= 1) {
      const previous = items[before];
      if (!previous || previous.kind === 'break' || taken.has(previous)) break;
      const describes =
        genderOf(previous) ||
        previous.kind === 'nation' ||
        (previous.kind === 'country' && before === at - 1) ||
        previous.kind === 'number' ||
        has(previous, 'percent', 'mostly', 'atLeast');
      if (
        !describes &&
        !(
          (has(previous, 'stop') || (shared && has(previous, 'locative')) || POSSESSIVE.test(previous.text)) &&
          (shared || before > at - 2)
        )
      )
        break;
      if (describes && !counted.has(previous)) scope.unshift(previous);
    }
    for (let next = at + 1; next < items.length; next += 1) {
      const other = items[next];
      if (!other) break;
      if (other.kind === 'break') {
        const after = items[next + 1];
        const continues =
          /^[,،，、]$/u.test(other.text) &&
          after &&
          (after.kind === 'number'
            ? !counted.has(after)
            : genderOf(after) !== null || has(after, 'mostly', 'percent', 'age'));
        if (!continues) break;
        continue;
      }
      if (
        counted.has(other) ||
        other.kind === 'niche' ||
        other.kind === 'place' ||
        has(other, ...PLATFORM_MARKS, ...FORMAT_MARKS, 'not', 'but', 'price', 'engagement')
      )
        break;
      if (other.kind === 'mark' && !genderOf(other) && !has(other, ...CONNECTS)) break;
      scope.push(other);
    }
    for (const member of scope) taken.add(member);
    scopes.push(scope);
  });
  return scopes;
}

/** Followers "mostly in Germany", "из Франции". */
function describesCountry(items: readonly Item[], from: number): boolean {
  let linked = false;
  for (let at = from; at < Math.min(items.length, from + 4); at += 1) {
    const item = items[at];
    if (!item) return false;
    if (countryOf(item)) return linked;
    if (item.kind !== 'mark' || !has(item, 'mostly', 'locative', 'stop', 'from')) return false;
    linked ||= has(item, 'mostly', 'locative', 'from');
  }
  return false;
}

const isShare = (items: readonly Item[], at: number): boolean =>
  items[at]?.number?.percent === true ||
  (items[at]?.kind === 'number' && has(items[at + 1], 'percent')) ||
  (items[at] !== undefined && partOf(items[at]) !== undefined);

/** "70% of her followers are women", "七成粉丝是女性": a share stands beside them. */
function describesGender(items: readonly Item[], at: number, counted: ReadonlySet<Item>): boolean {
  const near = (from: number, to: number) => {
    for (let i = Math.max(0, from); i <= to; i += 1) if (isShare(items, i)) return true;
    return false;
  };
  // "Two thirds female followers", "60% women in the audience".
  let before = at - 1;
  while (before > at - 3 && has(items[before], 'stop', 'locative')) before -= 1;
  const described = items[before];
  if (described && genderOf(described) && near(before - 3, before - 1)) return true;
  for (let next = at + 1; next <= at + 4; next += 1) {
    const item = items[next];
    if (!item || item.kind === 'break' || counted.has(item)) return false;
    if (genderOf(item)) {
      let from = at;
      while (from > at - 5 && from > 0 && items[from - 1]?.kind !== 'break') from -= 1;
      return near(from, next + 2);
    }
    if (
      item.kind !== 'number' &&
      item.kind !== 'word' &&
      !has(item, 'stop', 'locative', 'from', 'to', 'percent', 'mostly', 'with')
    )
      return false;
  }
  return false;
}

/** Filters on audiences. Marks their items as used. */
export function readAudience(
  items: readonly Item[],
  quantities: readonly Quantity[],
): { readings: Reading[]; taken: Set<Quantity> } {
  const counted = new Set(
    quantities
      .filter((q) => q.unit !== 'percent' && q.unit !== 'age' && !(q.unit === null && q.high <= 99))
      .flatMap((q) => q.items),
  );
  const readings: Reading[] = [];
  const taken = new Set<Quantity>();
  for (const scope of scopesOf(items, counted)) {
    const mostly = scope.some((item) => has(item, 'mostly'));
    const inScope = (q: Quantity) => q.items.some((item) => item.number && scope.includes(item));
    const shares = quantities.filter((q) => q.unit === 'percent' && inScope(q));
    const indexOf = (item: Item) => items.indexOf(item);
    /** The share that stands next to an item, the one before it first; each belongs to one. */
    const shareOf = (item: Item): Quantity | undefined => {
      const at = indexOf(item);
      const open = shares.filter((q) => !taken.has(q));
      return open.find((q) => q.last < at && at - q.last <= 5) ?? open.find((q) => q.at > at && q.at - at <= 3);
    };
    const [begin, end] = [indexOf(scope[0]!), indexOf(scope.at(-1)!)];
    const parts = items.slice(Math.max(0, begin - PART_DISTANCE), end + 1).filter((item) => !item.used && partOf(item));
    const cue = scope.filter((item) => has(item, 'audience', 'followers', 'mostly'));
    const add = (key: Reading['key'], value: object, item: Item, share: Quantity | undefined, fallback: number) => {
      if (share) taken.add(share);
      const part = share ? undefined : parts.shift();
      const used = [...cue, item, ...(share?.items ?? []), ...(part ? [part] : [])];
      for (const one of used) one.used = true;
      const shareBps = share ? Math.min(10_000, Math.round(share.low * 100)) : ((part && partOf(part)) ?? fallback);
      readings.push({ key, value: { ...value, shareBps }, items: used, comparator: 'at_least' });
    };
    for (const item of scope) {
      const country = countryOf(item);
      if (country && !item.negated)
        add('audienceCountries', { country }, item, shareOf(item), mostly ? MAJORITY_SHARE : ANY_SHARE);
      const gender = genderOf(item);
      if (gender && !item.negated) add('audienceGender', { gender }, item, shareOf(item), MAJORITY_SHARE);
    }
    for (const quantity of quantities) {
      if (taken.has(quantity) || !inScope(quantity) || quantity.unit === 'percent' || quantity.comparator === null)
        continue;
      if (quantity.high < 13 && quantity.comparator !== 'at_least') continue;
      const low = quantity.comparator === 'at_most' ? 0 : quantity.low;
      const high = quantity.comparator === 'at_least' ? 200 : quantity.high;
      const bands = AGE_BANDS.filter((band) => {
        const [from = 0, to = 120] = band.split(/[-+]/u).map((end) => (end === '' ? 120 : Number(end)));
        return from >= low - 1 && (to <= high + 1 || (band === '55+' && high >= 60));
      });
      if (bands.length === 0) continue;
      taken.add(quantity);
      for (const item of [...cue, ...quantity.items]) item.used = true;
      for (const band of bands)
        readings.push({
          key: 'audienceAge',
          value: { band, shareBps: ANY_SHARE },
          items: [...cue, ...quantity.items],
          comparator: 'at_least',
        });
    }
  }
  return { readings, taken };
}
