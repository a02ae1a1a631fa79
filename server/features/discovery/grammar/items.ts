import { scanCountries, scanPlaces, type Place } from '../../places/gazetteer.ts';
import { scanNiches } from '../../niches/synonyms.ts';
import type { NicheKey } from '../../niches/rules.ts';
import { splitDigits } from './digits.ts';
import { tokensOf, type Token } from './fold.ts';
import { commonWords, phraseAt } from './lexicon/compile.ts';
import { currencyAt } from './lexicon/currencies.ts';
import { chineseNationAt, nationOf, type Nation } from './lexicon/nations.ts';
import type { Mark } from './lexicon/types.ts';
import { readNumbers, type NumberRead } from './numbers.ts';
import type { Locale, ParseContext, Span } from './types.ts';

/** A stretch of the sentence and what it may be. */
export interface Item extends Span {
  /** Tokens, the last one excluded. */
  from: number;
  to: number;
  kind:
    | 'number'
    | 'mark'
    | 'money'
    | 'place'
    | 'country'
    | 'niche'
    | 'nation'
    | 'handle'
    | 'tag'
    | 'quote'
    | 'break'
    | 'word';
  text: string;
  marks: ReadonlySet<Mark>;
  number?: NumberRead;
  currency?: string;
  place?: Place;
  country?: string;
  niche?: NicheKey;
  nation?: Nation;
  /** Became part of a filter. */
  used: boolean;
  negated: boolean;
}

const NONE: ReadonlySet<Mark> = new Set();
/** Words between others, which are read only where nothing else is. */
const FUNCTION_MARKS: ReadonlySet<Mark> = new Set([
  'from',
  'to',
  'and',
  'or',
  'with',
  'locative',
  'stop',
  'topic',
  'about',
  'aboutPost',
  'inLanguage',
  'within',
  'fluent',
  'mostly',
  'only',
  'price',
]);
/** Shares in words. */
export const PARTS = ['quarter', 'third', 'half', 'twoThirds', 'threeQuarters'] as const satisfies readonly Mark[];

/** Without a number such a word is not what its mark says. */
const isFunction = (marks: ReadonlySet<Mark>): boolean => [...marks].every((mark) => FUNCTION_MARKS.has(mark));
/** "Mais ou menos" is no "ou menos". */
const isAbout = (marks: ReadonlySet<Mark>): boolean => marks.has('about') || marks.has('aboutPost');

/** "Creator locali", "本地博主": of the place, and no topic. */
const LOCAL = /^(?:local|locale|locales|locaux|locali|locais|本地)$/iu;
const PEOPLE = /creat|créat|influ|blog|cread|criad|youtub|tiktok|博主|达人|网红/iu;

const LATIN: readonly Locale[] = ['en', 'fr', 'es', 'it', 'pt'];

/** The languages of a sentence, the reader's first: by script, and by common words, since many type in another language. */
function languagesOf(tokens: readonly Token[], own: Locale): Locale[] {
  const found = new Set<Locale>();
  const text = tokens.map((token) => token.text).join(' ');
  const latin = /[a-z]/u.test(text);
  if (/\p{Script=Cyrillic}/u.test(text)) found.add('ru');
  if (/\p{Script=Arabic}/u.test(text)) found.add('ar');
  if (/\p{Script=Han}/u.test(text)) found.add('zh');
  if (latin || found.size === 0) {
    const counts = LATIN.map((language) => ({ language, count: commonWords(tokens, language) }));
    const most = Math.max(...counts.map(({ count }) => count));
    const best = counts.find(({ count }) => count === most)?.language;
    const ownCount = counts.find(({ language }) => language === own)?.count ?? 0;
    if (best && best !== own && most >= ownCount + 2) found.add(best);
    if (own !== 'en' && LATIN.includes(own) && (!best || best === own || most < ownCount + 4)) found.add(own);
    found.add('en');
  }
  // English comes last: its short words are other words elsewhere ("no", "once").
  return [...found];
}

interface Candidate extends Span {
  from: number;
  to: number;
  rank: number;
  make: Partial<Item> & Pick<Item, 'kind'>;
}

/** Tokens under a span of the sentence, or null where it cuts through one. */
function tokenRange(tokens: readonly Token[], { start, end }: Span): { from: number; to: number } | null {
  const from = tokens.findIndex((token) => token.end > start);
  if (from < 0) return null;
  let to = from;
  while (to < tokens.length && (tokens[to]?.start ?? 0) < end) to += 1;
  return to > from ? { from, to } : null;
}

const NEVER = () => false;
/** "De montaña", "de pets": these join any two nouns. */
const GENITIVE = /^(?:de|di|do|da|del|della|du|des|d'|dos|das|of|от|on|sur|su|на|по|من|a|and|at|ب)$/u;
/** In, near, from: what follows is a place before it is anything else. */
const isAfterLocative = (tokens: readonly Token[], at: number, languages: readonly Locale[]): boolean =>
  at > 0 &&
  !GENITIVE.test(tokens[at - 1]?.text ?? '') &&
  phraseAt(tokens, at - 1, languages, NEVER)?.marks.has('locative') === true;

/** "Mom" is a topic and a woman, "bookstagram" a topic and a network. */
function addSecond(first: Item | undefined, last: Item | undefined, make: Candidate['make']): void {
  if (!first || first !== last) return;
  const gender = (marks: ReadonlySet<Mark>) => marks.has('female') || marks.has('male');
  if (
    make.kind === 'niche' &&
    make.niche !== 'crafts' &&
    first.kind === 'mark' &&
    (gender(first.marks) || first.marks.has('instagram') || first.marks.has('tiktok'))
  )
    first.niche ??= make.niche;
  if (
    make.kind === 'mark' &&
    make.marks &&
    gender(make.marks) &&
    first.kind === 'niche' &&
    !first.niche?.endsWith('Fashion')
  )
    first.marks = make.marks;
}

/** Arabic topics behind a particle: "لفندق". */
function readPrefixed(items: readonly Item[], tokens: readonly Token[], text: string): void {
  for (const item of items) {
    const token = tokens[item.from];
    if (item.kind !== 'word' || !token || token.bare.length === 0) continue;
    const typed = text.slice(item.start, item.end);
    for (const bare of token.bare) {
      const [found] = scanNiches(typed.slice(-bare.length), 'ar');
      if (!found) continue;
      item.kind = 'niche';
      item.niche = found.niche;
      break;
    }
  }
}

const QUOTE_PAIRS: Readonly<Record<string, string>> = { '"': '"', '«': '»', '“': '”', '”': '”' };

/** What each stretch of a sentence is: the longest reading first, without overlaps. */
export function itemsOf(text: string, context: ParseContext): { items: Item[]; languages: Locale[] } {
  const tokens = splitDigits(tokensOf(text));
  const languages = languagesOf(tokens, context.language);
  const owner: (Item | undefined)[] = Array.from({ length: tokens.length });
  const items: Item[] = [];
  const own = (from: number, to: number, part: Partial<Item> & Pick<Item, 'kind'>) => {
    const item: Item = {
      from,
      to,
      start: tokens[from]?.start ?? 0,
      end: tokens[to - 1]?.end ?? 0,
      text: tokens
        .slice(from, to)
        .map((token) => token.text)
        .join(' '),
      marks: NONE,
      used: false,
      negated: false,
      ...part,
    };
    for (let i = from; i < to; i += 1) owner[i] = item;
    items.push(item);
  };
  const isFree = (from: number, to: number) => {
    for (let i = from; i < to; i += 1) if (owner[i]) return false;
    return true;
  };

  tokens.forEach((token, i) => {
    if (token.kind === 'handle') own(i, i + 1, { kind: 'handle' });
    const close = token.kind === 'break' ? QUOTE_PAIRS[token.text] : undefined;
    if (!close || owner[i]) return;
    const end = tokens.findIndex((other, at) => at > i && other.text === close);
    if (end > i + 1 && end - i <= 7) {
      own(i, i + 1, { kind: 'break' });
      own(i + 1, end, { kind: 'quote' });
      own(end, end + 1, { kind: 'break' });
    }
  });

  const numberLanguages = languages;
  const numbers = readNumbers(tokens, numberLanguages, context.language);
  // "Three quarters" is a part, "three quarters of a million" a number.
  for (let i = 0; i < tokens.length; i += 1) {
    const hit = phraseAt(tokens, i, languages, (marks, length) => length < 2 || !PARTS.some((part) => marks.has(part)));
    if (hit && isFree(hit.from, hit.to) && !numbers.some(({ from, to }) => from < hit.to && to > hit.to))
      own(hit.from, hit.to, { kind: 'mark', marks: hit.marks });
  }
  for (const number of numbers)
    if (isFree(number.from, number.to)) own(number.from, number.to, { kind: 'number', number });
  for (const number of numbers) {
    // The sign of a currency stands before its number or behind it, with a preposition between at most.
    for (const at of [number.to, number.to + 1]) {
      if (at > number.to && !/^(?:de|of|d'|di)$/u.test(tokens[number.to]?.text ?? '')) break;
      const money = at < tokens.length && !owner[at] ? currencyAt(tokens, at, context) : null;
      if (!money || !isFree(at, at + money.length)) continue;
      // "Pesos mexicanos": the adjective belongs to the currency.
      const adjective = nationOf(tokens[at + money.length]?.text ?? '') ? 1 : 0;
      own(at, at + money.length + adjective, { kind: 'money', currency: money.code });
      break;
    }
    for (const length of [2, 1]) {
      const at = number.from - length;
      if (at < 0 || !isFree(at, number.from)) continue;
      const money = currencyAt(tokens, at, context);
      if (money?.length !== length || /^(?:euro|dollar|real)/u.test(tokens[at]?.text ?? '')) continue;
      own(at, number.from, { kind: 'money', currency: money.code });
      break;
    }
  }

  const candidates: Candidate[] = [];
  const offer = (span: Span, rank: number, make: Candidate['make']) => {
    const range = tokenRange(tokens, span);
    if (!range || !isFree(range.from, range.to)) return;
    const located = make.kind === 'place' && isAfterLocative(tokens, range.from, languages);
    candidates.push({ ...span, ...range, rank: located ? 3.7 : rank, make });
  };
  const isNumberAt = (at: number) => owner[at]?.kind === 'number';
  // "En un radio de 25 km": not a topic.
  for (let i = 0; i < tokens.length; i += 1) {
    if (owner[i]) continue;
    const hit = phraseAt(tokens, i, languages, (marks) => !marks.has('within'));
    if (hit && hit.to - hit.from > 1 && isNumberAt(hit.to) && isFree(hit.from, hit.to))
      own(hit.from, hit.to, { kind: 'mark', marks: hit.marks });
  }
  for (const { start, end, niche } of scanNiches(text, context.language)) {
    // "ai": two letters are more often a word between others, outside of English always so in small letters.
    const short = end - start <= 2 && /[a-z]/iu.test(text[start] ?? '');
    if (LOCAL.test(text.slice(start, end)) && PEOPLE.test(text.slice(Math.max(0, start - 16), end + 3))) continue;
    if (short && context.language !== 'en' && text.slice(start, end) === text.slice(start, end).toLowerCase()) continue;
    offer({ start, end }, short ? 0 : 3, { kind: 'niche', niche });
  }
  for (const { start, end, country } of scanCountries(text, context.language))
    offer({ start, end }, 2.5, { kind: 'country', country });
  const country = context.country ?? null;
  for (const { start, end, place } of scanPlaces(text, { language: context.language, country }))
    // "الرياض" is the city before it is a form of "رياضة".
    offer({ start, end }, /^[\u0621-\u064a]/u.test(text[start] ?? '') && place.population >= 1e6 ? 3.2 : 2.6, {
      kind: 'place',
      place,
    });
  for (let i = 0; i < tokens.length; i += 1) {
    if (owner[i]) continue;
    // "10k followers in France" counts followers; the country is the creator's.
    const counted = isNumberAt(i - 1);
    // "Publicó en los últimos meses": the phrase ends before what a longer one took.
    const taken = owner.findIndex((item, at) => at > i && item !== undefined);
    const hit = phraseAt(
      tokens,
      i,
      languages,
      (marks, length) => (counted && length > 1 && marks.has('audience')) || (taken > i && length > taken - i),
    );
    const [first, last] = [tokens[i], tokens[(hit?.to ?? i + 1) - 1]];
    if (hit && first && last && isFree(hit.from, hit.to))
      candidates.push({
        start: first.start,
        end: last.end,
        from: hit.from,
        to: hit.to,
        // "有没有" is no "没有".
        rank:
          isFunction(hit.marks) && !(hit.to - hit.from > 2 && isAbout(hit.marks))
            ? first.kind === 'han' && hit.to - hit.from > 2 && hit.marks.has('stop')
              ? 3.5
              : hit.to - hit.from > 1
                ? 1
                : 0
            : 3.5,
        make: { kind: 'mark', marks: hit.marks },
      });
    const token = tokens[i];
    if (token?.kind === 'word') {
      const nation = [token.text, ...token.bare].map(nationOf).find((n) => n !== null);
      if (nation)
        candidates.push({
          start: token.start,
          end: token.end,
          from: i,
          to: i + 1,
          // "عربي" is a language before it is a form of "عربية", a car.
          rank: token.bare.length > 0 || /^[\u0621-\u064a]/u.test(token.text) ? 3.1 : 2.2,
          make: { kind: 'nation', nation },
        });
    } else if (token?.kind === 'han') {
      const run = tokens
        .slice(i, i + 6)
        .map((t) => t.text)
        .join('');
      const found = chineseNationAt(run, 0);
      if (found)
        candidates.push({
          start: token.start,
          end: tokens[i + found.length - 1]?.end ?? token.end,
          from: i,
          to: i + found.length,
          rank: 3,
          make: { kind: 'nation', nation: found.nation },
        });
    }
  }
  const weight = ({ from, to, rank }: Candidate) => (rank < 1.5 ? rank : 10 + (to - from) * 10 + rank);
  candidates.sort((a, b) => weight(b) - weight(a) || b.to - b.from - (a.to - a.from) || a.from - b.from);
  for (const { from, to, make } of candidates) {
    if (isFree(from, to)) {
      own(from, to, make);
      continue;
    }
    addSecond(owner[from], owner[to - 1], make);
    // "Micro-influenceurs food": the topic without the word that something else took.
    const left = tokens.findIndex((_, at) => at > from && at < to && isFree(at, to));
    const [first, last] = [tokens[left], tokens[to - 1]];
    if (make.kind !== 'niche' || left < 0 || !first || !last) continue;
    const [rest] = scanNiches(text.slice(first.start, last.end), context.language);
    if (rest?.niche === make.niche) own(left, to, make);
  }
  tokens.forEach((token, i) => {
    if (owner[i]) return;
    if (token.kind === 'break') own(i, i + 1, { kind: 'break' });
    else if (token.kind === 'tag') own(i, i + 1, { kind: 'tag' });
    else own(i, i + 1, { kind: 'word' });
  });
  readPrefixed(items, tokens, text);
  items.sort((a, b) => a.from - b.from);
  return { items, languages };
}
