import { tokensOf, type Token } from '../fold.ts';
import type { Locale } from '../types.ts';
import { AR } from './ar.ts';
import { EN } from './en.ts';
import { ES } from './es.ts';
import { FR } from './fr.ts';
import { IT } from './it.ts';
import { PT } from './pt.ts';
import { RU } from './ru.ts';
import type { Lexicon, Mark } from './types.ts';
import { ZH } from './zh.ts';

const LEXICONS: Readonly<Record<Locale, Lexicon>> = { en: EN, fr: FR, es: ES, it: IT, pt: PT, zh: ZH, ru: RU, ar: AR };

interface Phrase {
  parts: readonly { text: string; stem: boolean }[];
  marks: Set<Mark>;
}

/** Phrases by their first word, the longest first; those that begin with a stem apart. */
interface Compiled {
  exact: Map<string, Phrase[]>;
  stems: Map<string, Phrase[]>;
}

function compile(lexicon: Lexicon): Compiled {
  const phrases = new Map<string, Phrase>();
  const most = lexicon.mostly?.split('|') ?? [];
  for (const [mark, words] of Object.entries(lexicon) as [Mark, string][])
    for (const entry of words.split('|')) {
      const parts = tokensOf(entry.replaceAll('*', '')).map(({ text }) => ({ text, stem: false }));
      if (parts.length === 0) continue;
      // A star may stand at any word; words are separated by spaces.
      const stars = entry.split(/[\s-]+/u).map((word) => word.endsWith('*'));
      if (stars.length === 1 && stars[0]) parts.at(-1)!.stem = true;
      else if (stars.some(Boolean)) {
        const words = parts.filter(({ text }) => text !== '-');
        stars.forEach((star, at) => {
          if (star && words[at]) words[at].stem = true;
        });
      }
      const key = parts.map(({ text, stem }) => (stem ? `${text}*` : text)).join(' ');
      const known = phrases.get(key);
      const marks: Mark[] = [mark];
      // "Followers mostly in" names an audience and its share.
      if (mark === 'audience' && most.some((word) => entry.includes(word))) marks.push('mostly');
      if (known) for (const one of marks) known.marks.add(one);
      else phrases.set(key, { parts, marks: new Set(marks) });
    }
  const compiled: Compiled = { exact: new Map(), stems: new Map() };
  for (const phrase of phrases.values()) {
    const [first] = phrase.parts;
    if (!first) continue;
    const map = first.stem ? compiled.stems : compiled.exact;
    const list = map.get(first.text);
    if (list) list.push(phrase);
    else map.set(first.text, [phrase]);
  }
  for (const map of [compiled.exact, compiled.stems])
    for (const list of map.values()) list.sort((a, b) => b.parts.length - a.parts.length);
  return compiled;
}

const compiled = new Map<Locale, Compiled>();
function lexiconOf(language: Locale): Compiled {
  let found = compiled.get(language);
  if (!found) {
    found = compile(LEXICONS[language]);
    compiled.set(language, found);
  }
  return found;
}

export interface LexiconHit {
  from: number;
  to: number;
  marks: ReadonlySet<Mark>;
}

const MIN_STEM = 2;

function fits(phrase: Phrase, tokens: readonly Token[], at: number): boolean {
  return phrase.parts.every(({ text, stem }, index) => {
    if (index === 0) return true;
    const token = tokens[at + index];
    if (!token) return false;
    if (token.text === text || (stem && token.text.startsWith(text))) return true;
    return token.bare.some((bare) => bare === text || (stem && bare.startsWith(text)));
  });
}

/** The phrases of a language that begin at a token. */
function candidates(language: Locale, token: Token): Phrase[] {
  const { exact, stems } = lexiconOf(language);
  const found: Phrase[] = [];
  for (const text of [token.text, ...token.bare]) {
    const list = exact.get(text);
    if (list) found.push(...list);
    if (token.kind !== 'word') continue;
    for (let length = Math.min(text.length, 24); length >= MIN_STEM; length -= 1) {
      const stemmed = stems.get(text.slice(0, length));
      if (stemmed) found.push(...stemmed);
    }
  }
  return found;
}

/** The longest phrase that begins at a token, of the first language that has it. `skips` leaves some out. */
export function phraseAt(
  tokens: readonly Token[],
  at: number,
  languages: readonly Locale[],
  skips: (marks: ReadonlySet<Mark>, length: number) => boolean,
): LexiconHit | null {
  const token = tokens[at];
  if (!token) return null;
  let best = 0;
  let marks = new Set<Mark>();
  for (const language of languages) {
    const before = best;
    for (const phrase of candidates(language, token)) {
      const { length } = phrase.parts;
      if (
        length < best ||
        (length === before && before > 0) ||
        skips(phrase.marks, length) ||
        !fits(phrase, tokens, at)
      )
        continue;
      if (length > best) marks = new Set();
      best = length;
      for (const mark of phrase.marks) marks.add(mark);
    }
  }
  return best === 0 ? null : { from: at, to: at + best, marks };
}

/** How many words of a text are common in a language, which shows what languages a sentence is in. */
export function commonWords(tokens: readonly Token[], language: Locale): number {
  const { exact } = lexiconOf(language);
  let count = 0;
  for (const { kind, text } of tokens) {
    if (kind !== 'word' || text.length < 2) continue;
    if (
      exact.get(text)?.some(({ parts, marks }) => parts.length === 1 && !marks.has('instagram') && !marks.has('tiktok'))
    )
      count += 1;
  }
  return count;
}
