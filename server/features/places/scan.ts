import { LOCALES, type Locale } from '../../core/locale.ts';
import { areaAt, chineseAreaAt } from './areas.ts';
import { chineseCountryAt, CITY_STATES, countryAt, countryOfKey, isCityFirst, scanCountries } from './countries.ts';
import { russianNominatives, tokenize, type Token } from './fold.ts';
import { hitsOfWords, joined, limitsAfter, within } from './names.ts';
import {
  choose,
  gazetteer,
  hitsOf,
  nearHits,
  placeAt,
  type Hit,
  type PlaceContext,
  type PlaceMatch,
  type Preference,
} from './store.ts';
import {
  ACRONYMS,
  BRAZILIAN_SHORT,
  CHINESE_AFTER,
  CHINESE_BEFORE,
  CITY_LABELS,
  CONJUNCTIONS,
  CONTRACTIONS,
  isCommonWord,
  isLocative,
  isStrongLocative,
  SPELLED,
} from './words.ts';

const MAX_NAME_WORDS = 6;
const MAX_CHINESE_NAME = 12;

interface Scan {
  tokens: readonly Token[];
  context: PlaceContext;
  /** Capitals mean something: the text has both cases. */
  cased: boolean;
  preference: Preference;
  /** Index of the word after the last place. */
  after: number;
}

/** After a place and "and" or a comma, another is expected; where capitals mean something, with one. */
function isListed({ tokens, after, cased }: Scan, at: number): boolean {
  if (after === 0 || (cased && tokens[at]?.script !== 'arabic' && !tokens[at]?.capital)) return false;
  return (
    (after === at && tokens[at]?.before === ',') || (after === at - 1 && CONJUNCTIONS.has(tokens[at - 1]?.word ?? ''))
  );
}

const isCommon = (word: string, language?: Locale): boolean =>
  isCommonWord(word, language) ||
  (language ? gazetteer().common[language].has(word) : LOCALES.some((l) => gazetteer().common[l].has(word)));

const peopled = (hits: readonly Hit[]): { all: number; main: number } => {
  const { populations } = gazetteer();
  return {
    all: Math.max(0, ...hits.map((h) => populations[h.index] ?? 0)),
    main: Math.max(0, ...hits.filter((h) => h.main).map((h) => populations[h.index] ?? 0)),
  };
};

/** Is a place meant by these words, or are they common words, names of people, the beginning of a sentence? */
function isMeant(
  scan: Scan,
  found: { at: number; words: readonly Token[]; key: string; hits: readonly Hit[]; literal: boolean; limited: boolean },
): boolean {
  const { tokens, context, cased } = scan;
  const [first] = found.words;
  if (!first) return false;
  const before = tokens[found.at - 1];
  const attached = !found.literal && (first.script === 'arabic' || CONTRACTIONS.has(first.word));
  const listed = isListed(scan, found.at);
  const locative =
    (before !== undefined && first.before === ' ' && isLocative(before.word, context.language)) ||
    // "City: Pau".
    (before !== undefined && first.before === '.' && CITY_LABELS.has(before.word)) ||
    attached ||
    listed;
  const population = peopled(found.hits);
  if (found.limited) return true;
  const country = isCityFirst(found.key, context.language) ? undefined : countryOfKey(found.key);
  if (country !== undefined && (country === null || !CITY_STATES.has(country))) return false;
  const single = found.words.length === 1;
  if (single && isCommon(first.word, context.language)) {
    if (cased && first.capital && !locative && standsAlone(scan, found.at)) return population.main >= 60_000;
    if (cased || first.script === 'arabic') return locative && (first.capital || first.script === 'arabic');
    return before !== undefined && isStrongLocative(before.word) && population.main >= 200_000;
  }
  if (single && first.word.length <= 2) return false;
  if (tokens.length === found.words.length) return population.all >= 15_000;
  const named = cased && (first.capital || (attached && found.words[1]?.capital === true));
  // Three words that together are a name are hardly anything else.
  if (found.words.length > 2 && (named || locative)) return true;
  // What stands in a list may be a topic.
  if (listed && !named) return population.main >= 150_000;
  if (single && first.word.length === 3 && !named && !locative) return population.main >= 1_000_000;
  if (locative)
    return named || first.script === 'arabic' ? true : population.main >= 15_000 || population.all >= 100_000;
  if (named && first.before !== '.') return population.main >= 30_000 || population.all >= 100_000;
  if (named) return population.main >= 80_000 || population.all >= (single ? 250_000 : 100_000);
  if (!single) return population.main >= 100_000 || population.all >= 500_000;
  if (first.script === 'arabic' && first.word.length >= 5 && population.main >= 100_000) return true;
  return first.word.length >= 4 && population.main >= 150_000;
}

/** Between commas or at the end, after small letters: "sans gluten, Tours", "café, Porto". */
function standsAlone({ tokens, context }: Scan, at: number): boolean {
  const [before, after] = [tokens[at - 1], tokens[at + 1]];
  // "Valence, chocolat"; "Nice, …" is praise in English.
  if (at === 0 && context.language !== 'en') return after?.before === ',' || after?.before === '(';
  return before !== undefined && !before.capital && tokens[at]?.before === ',' && (!after || after.before !== ' ');
}

interface Read extends PlaceMatch {
  hits: readonly Hit[];
  /** Index of the next word. */
  next: number;
}

function readAt(scan: Scan, at: number): Read | null {
  const { tokens } = scan;
  const first = tokens[at];
  if (!first || /^\d/u.test(first.word)) return null;
  for (let length = Math.min(MAX_NAME_WORDS, tokens.length - at); length >= 1; length--) {
    const words = tokens.slice(at, at + length);
    if (!joined(words)) continue;
    const named = hitsOfWords(words);
    if (!named) continue;
    // The contracted preposition is read as the article of the name.
    const limits = limitsAfter(tokens, at + length).find((l) => within(named.hits, l).length > 0);
    const hits = limits ? within(named.hits, limits) : named.hits;
    if (!isMeant(scan, { at, words, key: named.key, hits, literal: named.literal, limited: limits !== undefined }))
      continue;
    const choice = choose(hits, scan.preference);
    if (!choice) continue;
    const next = at + length + (limits?.regionWords ?? 0);
    return {
      start: first.start,
      end: tokens[next - 1]?.end ?? first.end,
      place: placeAt(choice.index),
      exact: true,
      score: choice.score,
      hits,
      next,
    };
  }
  return null;
}

/** A word that is no name, but after a preposition or with a capital: the nearest spelling of a large place. */
function readNear(scan: Scan, at: number): Read | null {
  const { tokens, context, cased } = scan;
  const first = tokens[at];
  const before = tokens[at - 1];
  if (
    !first ||
    first.word.length < 5 ||
    isCommon(first.word, context.language) ||
    isLocative(first.word, context.language)
  )
    return null;
  if (countryAt(tokens, at)) return null;
  const locative =
    (before !== undefined && first.before === ' ' && isLocative(before.word, context.language)) || isListed(scan, at);
  const named = cased && first.capital;
  if (first.script === 'arabic' ? !locative : !(named && locative)) {
    // In a text without capitals a preposition alone is little evidence: only a large place.
    if (!(locative && !cased && first.script !== 'arabic')) return null;
  }
  const minPopulation = named || first.script === 'arabic' ? 100_000 : 500_000;
  for (const length of [2, 1]) {
    const words = tokens.slice(at, at + length);
    if (words.length < length || !joined(words) || (length === 2 && cased && !words[1]?.capital)) continue;
    const keys =
      first.script === 'cyrillic' && length === 1
        ? [first.word, ...russianNominatives(first.word)].filter((key) => key.length >= 5)
        : [words.map((t) => t.word).join(' ')];
    const hits = keys.flatMap((key) => nearHits(key, { sameFirst: true, minPopulation }));
    const choice = choose(hits, scan.preference);
    if (!choice) continue;
    return {
      start: first.start,
      end: words.at(-1)?.end ?? first.end,
      place: placeAt(choice.index),
      exact: false,
      score: choice.score,
      hits,
      next: at + length,
    };
  }
  return null;
}

/** Names in a run of Chinese characters, which has no spaces. */
function readChinese(scan: Scan, at: number): Read[] {
  const { tokens, context } = scan;
  const token = tokens[at];
  if (!token) return [];
  const run = token.word;
  const found: Read[] = [];
  let country: string | null = null;
  /** Behind a province: "云南大理". */
  let behindArea = -1;
  for (let i = 0; i < run.length - 1; i++) {
    const area = chineseAreaAt(run, i);
    if (area > 0) {
      i += area - 1;
      behindArea = i + 1;
      continue;
    }
    const named = chineseCountryAt(run, i);
    for (let length = Math.min(MAX_CHINESE_NAME, run.length - i); length >= 2; length--) {
      if (named?.country && named.length >= length && !CITY_STATES.has(named.country)) {
        country = named.country;
        i += named.length - 1;
        break;
      }
      const key = run.slice(i, i + length);
      const all = hitsOf(key);
      if (all.length === 0) continue;
      const inCountry = country ? within(all, { country, regionWords: 0 }) : [];
      const limited =
        inCountry.length > 0 ||
        limitsAfter(tokens, at + 1).some((l) => i + length === run.length && within(all, l).length > 0);
      const hits = inCountry.length > 0 ? inCountry : all;
      const population = peopled(hits);
      const locative =
        i === behindArea ||
        CHINESE_BEFORE.test(run.slice(0, i)) ||
        CHINESE_AFTER.test(run.slice(i + length)) ||
        run.length === length;
      const meant = isCommon(key, context.language ?? 'zh')
        ? i === behindArea || CHINESE_BEFORE.test(run.slice(0, i))
        : limited ||
          (length === 2
            ? population.main >= 700_000 ||
              population.all >= 2_000_000 ||
              (locative && (population.main >= 50_000 || population.all >= 300_000))
            : length === 3
              ? population.all >= 50_000 || locative
              : true);
      if (!meant) continue;
      const choice = choose(hits, scan.preference);
      if (!choice) continue;
      const suffix = /^[市区]/u.test(run.slice(i + length)) ? 1 : 0;
      found.push({
        start: token.start + i,
        end: token.start + i + length + suffix,
        place: placeAt(choice.index),
        exact: true,
        score: choice.score,
        hits,
        next: at + 1,
      });
      i += length + suffix - 1;
      break;
    }
  }
  return found;
}

/** Places named in a running text, longest name first, none overlapping. */
export function scanPlaces(text: string, context: PlaceContext = {}): PlaceMatch[] {
  const tokens = tokenize(text);
  const lettered = tokens.filter((t) => t.script === 'latin' || t.script === 'cyrillic');
  const cased = lettered.some((t) => t.capital) && lettered.some((t) => !t.capital);
  const alone =
    lettered.length > 0 && lettered.length === tokens.length && lettered.every((t) => t.capital && !t.capitals);
  const near = new Set(scanCountries(text, context.language).map((c) => c.country));
  const scan: Scan = {
    tokens,
    context,
    cased: cased || alone,
    preference: { country: context.country, near, language: context.language },
    after: 0,
  };
  const found: Read[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (!token) continue;
    if (token.script === 'han') {
      found.push(...readChinese(scan, at));
      continue;
    }
    const typed = text.slice(token.start, token.end);
    const acronym = ACRONYMS.get(typed);
    const brazilian = at === 0 || isLocative(tokens[at - 1]?.word ?? '', 'pt') ? BRAZILIAN_SHORT.get(typed) : undefined;
    const short = acronym ?? brazilian;
    const id = short !== undefined && (scan.cased || tokens.length === 1) ? short : SPELLED.get(typed);
    const index = id === undefined ? undefined : gazetteer().indexOf.get(id);
    const read: Read | null =
      index === undefined
        ? (readAt(scan, at) ?? readNear(scan, at))
        : {
            start: token.start,
            end: token.end,
            place: placeAt(index),
            exact: true,
            score: 1,
            hits: [{ index, main: true, edits: 0 }],
            next: at + 1,
          };
    const area = areaAt(tokens, at, context.language);
    if (area > 0 && (!read || read.next - at <= area)) {
      at += area - 1;
      continue;
    }
    if (!read) continue;
    found.push(read);
    scan.after = read.next;
    at = read.next - 1;
  }
  return settle(found, scan.preference);
}

/** A name of several places means the one in the country of the text's other places. */
function settle(found: readonly Read[], preference: Preference): PlaceMatch[] {
  const sure = new Set(found.filter((f) => f.score >= 0.9).map((f) => f.place.country));
  const near = new Set([...(preference.near ?? []), ...sure]);
  return found.map(({ start, end, place, exact, score, hits }) => {
    const choice = score < 0.9 && sure.size > 0 ? choose(hits, { ...preference, near }) : null;
    return choice
      ? { start, end, place: placeAt(choice.index), exact, score: choice.score }
      : { start, end, place, exact, score };
  });
}
