import type { Locale } from '../../core/locale.ts';
import type { NicheKey, NicheWords } from './rules.ts';
import { formsOf, isHan, keyOf, wordsOf, type Word } from './stems.ts';
import { AR } from './synonyms/ar.ts';
import { EN } from './synonyms/en.ts';
import { ES } from './synonyms/es.ts';
import { FR } from './synonyms/fr.ts';
import { IT } from './synonyms/it.ts';
import { PT } from './synonyms/pt.ts';
import { RU } from './synonyms/ru.ts';
import { ZH } from './synonyms/zh.ts';

const WORDS: Readonly<Record<Locale, NicheWords>> = { en: EN, fr: FR, es: ES, it: IT, pt: PT, zh: ZH, ru: RU, ar: AR };

export interface NicheMatch {
  /** UTF-16 offsets in the given text. */
  start: number;
  end: number;
  niche: NicheKey;
}

/** The synonyms of a niche in a language, its name first. */
export const nicheWords = (niche: NicheKey, language: Locale): string[] => WORDS[language][niche].split(', ');

type Phrases = Map<string, Map<Locale, NicheKey>>;

interface Index {
  /** Folded words joined by spaces → niche, for each language. */
  exact: Phrases;
  /** The same for inflected forms and for what remains of a word without its endings. */
  inflected: Phrases;
  chinese: Map<string, NicheKey>;
  longestPhrase: number;
  longestChinese: number;
}

let built: Index | undefined;

function index(): Index {
  if (built) return built;
  const exact: Phrases = new Map();
  const inflected: Phrases = new Map();
  const chinese: Index['chinese'] = new Map();
  let longestPhrase = 1;
  for (const [language, niches] of Object.entries(WORDS) as [Locale, NicheWords][])
    for (const [niche, list] of Object.entries(niches) as [NicheKey, string][])
      for (const synonym of list.split(', ')) {
        const words = wordsOf(synonym).map((word) => word.text);
        if (words.some(isHan)) {
          const key = words.join('');
          if (!chinese.has(key)) chinese.set(key, niche);
          continue;
        }
        longestPhrase = Math.max(longestPhrase, words.length);
        add(exact, words.join(' '), language, niche);
        // A hashtag is written without spaces.
        if (words.length > 1) add(exact, words.join(''), language, niche);
        for (const form of inflections(words, language)) add(inflected, form, language, niche);
      }
  const longestChinese = Math.max(...[...chinese.keys()].map((key) => key.length));
  built = { exact, inflected, chinese, longestPhrase, longestChinese };
  return built;
}

function add(phrases: Phrases, key: string, language: Locale, niche: NicheKey): void {
  const entry = phrases.get(key) ?? new Map<Locale, NicheKey>();
  if (!entry.has(language)) entry.set(language, niche);
  phrases.set(key, entry);
}

/** Every combination of the forms of its words. */
const inflections = (words: string[], language: Locale): string[] =>
  words
    .map((word) => formsOf(word, language))
    .reduce<string[]>(
      (rows, forms) => (rows.length === 0 ? forms : rows.flatMap((row) => forms.map((form) => `${row} ${form}`))),
      [],
    );

/** Below this length a word of a language that is neither the reader's nor English may be any other word. */
const FOREIGN_MIN = 6;
const LATIN = /^[a-z0-9 ]+$/u;

function chosen(entry: Map<Locale, NicheKey> | undefined, key: string, language: Locale | undefined) {
  if (!entry) return undefined;
  const own = (language && entry.get(language)) ?? entry.get('en');
  if (own) return own;
  if (language && LATIN.test(key) && key.length < FOREIGN_MIN) return undefined;
  return entry.values().next().value;
}

const joined = (text: string, from: Word, to: Word): boolean =>
  /^[\s\p{Pd}'’_&]*$/u.test(text.slice(from.end, to.start));

/** The longest niche that begins with the word at `at`, and how many words it takes. */
function phraseAt(text: string, words: Word[], at: number, language: Locale | undefined): [number, NicheKey] | null {
  let most = 1;
  while (
    most < index().longestPhrase &&
    at + most < words.length &&
    !isHan(words[at + most]!.text) &&
    joined(text, words[at + most - 1]!, words[at + most]!)
  )
    most += 1;
  for (let length = most; length > 0; length -= 1) {
    const parts = words.slice(at, at + length).map((word) => word.text);
    const key = parts.join(' ');
    const stem = parts.map(keyOf).join(' ');
    const niche = chosen(index().exact.get(key), key, language) ?? chosen(index().inflected.get(stem), stem, language);
    if (niche) return [length, niche];
  }
  return null;
}

/** Niches within a run of Chinese characters, the longest at each place. */
function inChinese({ text, start }: Word): NicheMatch[] {
  const found: NicheMatch[] = [];
  for (let at = 0; at < text.length;) {
    let length = Math.min(index().longestChinese, text.length - at);
    while (length > 0 && !index().chinese.has(text.slice(at, at + length))) length -= 1;
    const niche = length > 0 ? index().chinese.get(text.slice(at, at + length)) : undefined;
    if (niche) found.push({ start: start + at, end: start + at + length, niche });
    at += Math.max(length, 1);
  }
  return found;
}

/**
 * Niches named in a running text, longest match first, none overlapping, in the order of the text. `language` is the
 * reader's: words of their language and of English come first, short words of other languages in Latin letters are left
 * out.
 */
export function scanNiches(text: string, language?: Locale): NicheMatch[] {
  const words = wordsOf(text);
  const found: NicheMatch[] = [];
  for (let at = 0; at < words.length;) {
    const word = words[at]!;
    if (isHan(word.text)) {
      found.push(...inChinese(word));
      at += 1;
      continue;
    }
    const match = phraseAt(text, words, at, language);
    if (match) found.push({ start: word.start, end: words[at + match[0] - 1]!.end, niche: match[1] });
    at += match ? match[0] : 1;
  }
  return found;
}
