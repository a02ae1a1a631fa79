import type { Locale } from '../../core/locale.ts';
import { chineseCountryAt, countryAt } from './countries.ts';
import { fold, tokenize, type Script, type Token } from './fold.ts';
import { hitsOfWords, limitsAfter, within, type Limits } from './names.ts';
import { scanPlaces } from './scan.ts';
import {
  choose,
  gazetteer,
  hitsOf,
  MAIN_NAME,
  nearHits,
  placeAt,
  placeById,
  type Choice,
  type Hit,
  type Place,
  type PlaceContext,
  type Preference,
} from './store.ts';
import { ACRONYMS, FIELD_WORDS } from './words.ts';

let arabicFrames: Map<string, Hit[]> | null = null;

/** Letters of one sound are one, long vowels and spaces are left out: "غوتنبرغ", "جوتنبرج". */
function arabicFrame(key: string): string {
  return key
    .replaceAll(/[اويه ]/gu, '')
    .replaceAll(/[غجقك]/gu, 'ك')
    .replaceAll('ط', 'ت')
    .replaceAll('ص', 'س')
    .replaceAll(/[ضذظ]/gu, 'د')
    .replaceAll('ز', 'س')
    .replaceAll('ح', '')
    .replaceAll('ع', '')
    .replaceAll(/(.)\1+/gu, '$1');
}

function framedHits(key: string): Hit[] {
  const g = gazetteer();
  if (!arabicFrames) {
    arabicFrames = new Map();
    for (let k = 0; k < g.starts.length; k++) {
      const start = g.starts[k] ?? 0;
      const code = g.text.charCodeAt(start);
      const index = g.places[k] ?? 0;
      if (code < 0x600 || code > 0x6ff || (g.populations[index] ?? 0) < 100_000) continue;
      const frame = arabicFrame(g.text.slice(start, start + (g.lengths[k] ?? 0)));
      const hits = arabicFrames.get(frame);
      const hit = { index, main: g.main[k] === 1, edits: 1 };
      if (hits) hits.push(hit);
      else arabicFrames.set(frame, [hit]);
    }
  }
  const frame = arabicFrame(key);
  return frame.length >= 3 ? (arabicFrames.get(frame) ?? []) : [];
}

function scriptOfField(tokens: readonly Token[]): Script {
  return tokens[0]?.script ?? 'other';
}

/** A misspelled name of a small place is more often something else. */
const MIN_NEAR = 50_000;
/** Chinese and Arabic write a name in fewer letters, of which each counts more (in Arabic) or is more often another (in Chinese). */
const NEAR_LIMITS: Partial<Record<Script, (length: number) => number>> = {
  han: (length) => (length >= 8 ? 2 : length >= 4 ? 1 : 0),
  arabic: (length) => (length >= 10 ? 2 : length >= 6 ? 1 : 0),
};

function resolveWords(words: readonly Token[], limits: Limits | null, preference: Preference): Choice | null {
  const allowed = (hits: readonly Hit[]) => (limits ? within(hits, limits) : [...hits]);
  const key = words.map((t) => t.word).join(scriptOfField(words) === 'han' ? '' : ' ');
  const exact = allowed(hitsOf(key));
  if (exact.length > 0) return choose(exact, preference);
  const short = key.replace(/[市区]$/u, '');
  const variant =
    scriptOfField(words) === 'han'
      ? { hits: short.length >= 2 && short !== key ? hitsOf(short) : [] }
      : hitsOfWords(words);
  const read = allowed(variant?.hits ?? []);
  if (read.length > 0) return choose(read, preference);
  const script = scriptOfField(words);
  const limit = NEAR_LIMITS[script]?.(key.length);
  const near = allowed(
    nearHits(key, { sameFirst: false, minPopulation: MIN_NEAR, ...(limit === undefined ? {} : { limit }) }),
  );
  const framed = script === 'arabic' ? allowed(framedHits(key)) : [];
  return choose([...near, ...framed], preference);
}

/** The best place for a whole field ("Lyon", "Lyon, France", "里昂"), or null. */
export function resolvePlace(text: string, context: PlaceContext = {}): Place | null {
  const acronym = ACRONYMS.get(text.trim());
  if (acronym !== undefined) return placeById(acronym);
  let tokens = tokenize(text).filter((t) => !/^\d/u.test(t.word));
  if (tokens.length === 0 || tokens.length > 12) return null;
  const preference: Preference = { country: context.country };
  const whole = exactChoice(tokens, preference);
  if (whole) return placeAt(whole.index);

  // A country before the name, in a run of Chinese characters or as words: "法国里昂", "Россия, Москва".
  const [first] = tokens;
  if (first?.script === 'han') {
    const country = chineseCountryAt(first.word, 0);
    if (country?.country && country.length < first.word.length) {
      const rest = { ...first, word: first.word.slice(country.length) };
      const choice = resolveWords([rest, ...tokens.slice(1)], { country: country.country, regionWords: 0 }, preference);
      if (choice) return placeAt(choice.index);
    }
  }
  const leading = countryAt(tokens, 0);
  if (leading?.country && leading.length < tokens.length) {
    const choice = resolveWords(tokens.slice(leading.length), { country: leading.country, regionWords: 0 }, preference);
    if (choice && choice.edits === 0) return placeAt(choice.index);
  }
  // The name first, its region or country after it.
  for (let length = tokens.length - 1; length >= 1; length--) {
    for (const limits of limitsAfter(tokens, length)) {
      const choice = resolveWords(tokens.slice(0, length), limits, preference);
      if (choice) return placeAt(choice.index);
    }
    const code = text.slice(tokens[length]?.start, tokens[length]?.end);
    if (length === tokens.length - 1 && /^[A-Z]{2}$/u.test(code) && gazetteer().countries.includes(code)) {
      const choice = resolveWords(tokens.slice(0, length), { country: code, regionWords: 0 }, preference);
      if (choice) return placeAt(choice.index);
    }
  }
  while (tokens.length > 1 && FIELD_WORDS.has(tokens[0]?.word ?? '')) tokens = tokens.slice(1);
  const choice = resolveWords(tokens, null, preference);
  if (choice) return placeAt(choice.index);
  const scanned = scanPlaces(text, context);
  return scanned.length === 1 ? (scanned[0]?.place ?? null) : null;
}

/**
 * The place that a city's text means beside the field of its country: one in that country, or null. A text that no place
 * has stays a text.
 */
export function placeIdOf(city: string | null | undefined, country: string | null | undefined): number | null {
  if (!city?.trim()) return null;
  const place = resolvePlace(city, { country });
  if (!country || place?.country === country) return place?.id ?? null;
  const inside = resolveWords(tokenize(city), { country, regionWords: 0 }, { country });
  return inside ? placeAt(inside.index).id : null;
}

function exactChoice(tokens: readonly Token[], preference: Preference): Choice | null {
  return choose(hitsOf(tokens.map((t) => t.word).join(tokens[0]?.script === 'han' ? '' : ' ')), preference);
}

/** The columns that say where an org is: the place of its city and the point on the map, or nulls. */
export function locationOf(
  city: string | null | undefined,
  country: string | null | undefined,
): { place_id: number | null; lat: number | null; lon: number | null } {
  const id = placeIdOf(city, country);
  const place = id === null ? null : placeById(id);
  return { place_id: id, lat: place?.lat ?? null, lon: place?.lon ?? null };
}

/** Places whose name in any language begins so, the likeliest first. */
export function suggestPlaces(
  prefix: string,
  context: { language: Locale; country?: string | null; limit: number },
): Place[] {
  const g = gazetteer();
  const key = fold(prefix);
  const range = key === '' ? undefined : g.firsts.get(key.charCodeAt(0));
  if (!range) return [];
  const weights = new Map<number, number>();
  for (let i = range[0]; i < range[1]; i++) {
    const k = g.order[i] ?? 0;
    const length = g.lengths[k] ?? 0;
    if (length < key.length || !g.text.startsWith(key, g.starts[k])) continue;
    const index = g.places[k] ?? 0;
    const weight =
      (g.prior[index] ?? 0) +
      (g.main[k] === 1 ? MAIN_NAME : 0) +
      (length === key.length ? 0.7 : 0) +
      (context.country && g.countries[g.countryOf[index] ?? 0] === context.country ? 1.5 : 0);
    if (weight > (weights.get(index) ?? Number.NEGATIVE_INFINITY)) weights.set(index, weight);
  }
  return [...weights]
    .sort((a, b) => b[1] - a[1])
    .slice(0, context.limit)
    .map(([index]) => placeAt(index));
}
