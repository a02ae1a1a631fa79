import { DEFAULT_RADIUS_KM } from '../filters/rules.ts';
import type { Item } from './items.ts';
import type { Mark } from './lexicon/types.ts';
import type { MetricReadings } from './metrics.ts';
import { FORMAT_MARKS, GENDER_MARKS, has, PLATFORM_MARKS, type Reading } from './readings.ts';

const TIERS: readonly (readonly [Mark, { min: number; max?: number }])[] = [
  ['nano', { min: 1_000, max: 10_000 }],
  ['micro', { min: 10_000, max: 50_000 }],
  ['mid', { min: 50_000, max: 500_000 }],
  ['macro', { min: 500_000, max: 1_000_000 }],
  ['mega', { min: 1_000_000 }],
];
const ORDERS = [
  ['cheap', 'price'],
  ['cheaper', 'price'],
  ['engaged', 'engagement'],
  ['newest', 'recent'],
  ['biggest', 'followers'],
  ['bigger', 'followers'],
  ['closest', 'distance'],
  ['best', 'quality'],
] as const satisfies readonly (readonly [Mark, string])[];

const HANDLE = /^@([a-z0-9][a-z0-9._]{0,29})$/u;
const MAX_TEXT_WORDS = 3;

/** A language beside "fluent", in "по-французски" or "بالفرنسي", or in a list after one. */
function isLanguage(items: readonly Item[], at: number, listed: boolean): boolean {
  const item = items[at];
  if (!item?.nation?.language) return false;
  if (item.nation.languageOnly || !item.nation.country || listed) return true;
  if (/^(?:و?بال)/u.test(item.text)) return true;
  const next = items[at + 1];
  const joined = next?.text === '-' ? items[at + 2] : next;
  if (has(joined, 'inLanguage') && !has(joined, 'female', 'male')) return true;
  if (items[at - 1]?.text === '-' && items[at - 2]?.text === 'по') return true;
  for (let before = at - 1; before >= Math.max(0, at - 3); before -= 1) {
    const previous = items[before];
    if (!previous || previous.kind === 'break' || previous.kind === 'number') return false;
    if (has(previous, 'fluent')) return true;
    if (!has(previous, 'stop', 'locative', 'and', 'or') && previous.kind !== 'nation') return false;
  }
  return false;
}

const wordsFrom = (items: readonly Item[], from: number): Item[] => {
  const words: Item[] = [];
  for (let at = from; at < items.length; at += 1) {
    const item = items[at];
    if (item?.kind !== 'word' || item.used || !/[\p{L}]/u.test(item.text)) break;
    if (!/\p{Script=Han}/u.test(item.text) && words.length >= MAX_TEXT_WORDS) break;
    words.push(item);
  }
  return words;
};

/** The "not" that a topic stands behind: "who don't talk about politics", "que no hablen de política". */
function deniedBy(items: readonly Item[], at: number): Item | null {
  for (let before = at - 1; before >= Math.max(0, at - 3); before -= 1) {
    const item = items[before];
    if (!item || item.kind === 'break' || item.used) return null;
    if (has(item, 'not') || /^(?:不|别|ما|لا)$/u.test(item.text)) return item;
    if (item.kind !== 'word' && !has(item, 'stop', 'with')) return null;
  }
  return null;
}

/** Filters that are words. Marks their items as used. */
export function readTerms(
  items: readonly Item[],
  text: string,
  { readings: metrics, radius }: MetricReadings,
): Reading[] {
  const readings: Reading[] = [];
  const add = (
    key: Reading['key'],
    value: unknown,
    used: readonly Item[],
    comparator: Reading['comparator'] = 'is',
  ) => {
    for (const item of used) item.used = true;
    readings.push({ key, value, items: [...used], comparator });
  };
  const placesRead: { reading: Reading; at: number }[] = [];
  let listed = false;

  items.forEach((item, at) => {
    if (item.used && !item.negated) return;
    const not = item.negated;
    if (item.niche) add(not ? 'notNiches' : 'niches', item.niche, [item], not ? 'not' : 'is');
    if (item.kind === 'place' && item.place) {
      if (not) add('notPlaces', item.place.id, [item], 'not');
      else {
        add('places', { id: item.place.id, radiusKm: DEFAULT_RADIUS_KM }, [item]);
        placesRead.push({ reading: readings.at(-1)!, at });
      }
    }
    if (item.country) add(not ? 'notCountries' : 'countries', item.country, [item], not ? 'not' : 'is');
    if (item.nation) {
      const language = isLanguage(items, at, listed);
      listed = language;
      if (language && !not) {
        const fluent = items
          .slice(Math.max(0, at - 3), at)
          .filter((other) => has(other, 'fluent') && !has(other, 'locative'));
        add('languages', item.nation.language, [item, ...fluent]);
      } else if (!language && item.nation.country)
        add(not ? 'notCountries' : 'countries', item.nation.country, [item], not ? 'not' : 'is');
      else if (!language && item.nation.language && !not) add('languages', item.nation.language, [item]);
    } else if (!has(item, 'and', 'or', 'stop') && item.kind !== 'break') listed = false;
    if (item.kind === 'handle' && !not) {
      const handle = HANDLE.exec(item.text)?.[1];
      if (handle) add('like', handle.replace(/[._]+$/u, ''), [item]);
    }
    if (item.kind === 'tag' || item.kind === 'quote') {
      const words = text.slice(item.start, item.end).replace(/^#/u, '').replaceAll('_', ' ');
      if (not) add('notText', words, [item], 'not');
      else add('text', words, [item]);
    }
    if (item.kind !== 'mark' && item.kind !== 'niche') return;
    if (not && item.kind === 'niche') return;
    for (const gender of GENDER_MARKS) if (has(item, gender) && !not) add('gender', gender, [item]);
    if (item.niche === 'weddings' && !not && /phot|foto|фото|摄影|صور/u.test(item.text))
      add('niches', 'photography', [item]);
    if (item.kind !== 'mark') return;
    for (const platform of PLATFORM_MARKS)
      if (has(item, platform)) add(not ? 'notPlatforms' : 'platforms', platform, [item], not ? 'not' : 'is');
    if (not) return;
    for (const format of FORMAT_MARKS) {
      if (!has(item, format) || (format === 'post' && has(item, 'lastPost', 'stop'))) continue;
      add('formats', format, [item]);
      if (format === 'short' && /youtube|ютуб|يوتيوب|油管|yt/u.test(item.text)) add('platforms', 'youtube', [item]);
    }
    if (has(item, 'verified')) add('verifiedOnly', true, [item]);
    if (has(item, 'available')) add('availableNow', true, [item]);
    if (has(item, 'contacted')) add('hideContacted', true, [item]);
    for (const [mark, order] of ORDERS) {
      if (!has(item, mark)) continue;
      add('sort', order, [item]);
      break;
    }
    // A stated count is more exact than the name of a size.
    const tier = TIERS.find(([mark]) => has(item, mark));
    const count = metrics.find(({ key }) => key === 'followers');
    if (tier && !count) add('followers', { ...tier[1] }, [item], 'between');
    else if (tier && count) {
      item.used = true;
      count.items.push(item);
    }
    if (has(item, 'topic')) {
      const words = wordsFrom(items, at + 1);
      const [first, last] = [words[0], words.at(-1)];
      const denied = deniedBy(items, at);
      if (!first || !last) return;
      const topic = text.slice(first.start, last.end);
      if (denied) add('notText', topic, [denied, item, ...words], 'not');
      else add('text', topic, [item, ...words]);
    }
  });

  if (radius) {
    const nearest = placesRead.sort((a, b) => Math.abs(a.at - radius.at) - Math.abs(b.at - radius.at))[0];
    if (nearest) {
      nearest.reading.value = { ...(nearest.reading.value as object), radiusKm: radius.km };
      nearest.reading.items.push(...radius.items);
    }
  }
  return readings;
}
