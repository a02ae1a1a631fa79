import { chineseNumber } from './chinese-numbers.ts';
import { valueOfDigits } from './digits.ts';
import type { Token } from './fold.ts';
import { AND, ARTICLES, HALVES, LINKS, NUMBER_WORDS, SUFFIXES, type NumberWord } from './number-lexicon.ts';
import type { Locale } from './types.ts';

export interface NumberRead {
  /** Tokens, the last one excluded. */
  from: number;
  to: number;
  value: number;
  /** What it was multiplied by, 1 for a plain number: "5-10k" is 5k to 10k. */
  multiple: number;
  words: boolean;
  /** "一万多": somewhat more. */
  above?: boolean;
}

const MAX_VALUE = 1e15;
/** 1.2 × 1,000 is not quite 1,200 in binary. */
const exact = (value: number): number =>
  Math.abs(value - Math.round(value)) < 1e-6 ? Math.round(value) : Number(value.toPrecision(12));

interface Atom extends NumberWord {
  /** "and" is written together with it. */
  joined: boolean;
}

function wordOf(token: Token | undefined, languages: readonly Locale[]): Atom | null {
  if (!token || token.kind !== 'word') return null;
  if (token.text === 'k') return { kind: 'times', value: 1000, joined: false };
  for (const language of languages) {
    const words = NUMBER_WORDS[language];
    const own = words.get(token.text);
    if (own) return { ...own, joined: false };
    if (language !== 'ar') continue;
    for (const bare of token.bare) {
      const found = words.get(bare);
      if (found) return { ...found, joined: token.text.startsWith('و') };
    }
  }
  return null;
}

const ITALIAN = [...NUMBER_WORDS.it].filter(([word]) => !/^(?:un|una|uno|sei|par|paio)$/u.test(word));
const ITALIAN_PARTS: [string, NumberWord][] = [
  ...ITALIAN,
  ...(['uno', 'un', 'una', 'sei'] as const).map((word): [string, NumberWord] => [
    word,
    { kind: 'add', value: word === 'sei' ? 6 : 1 },
  ]),
  ...ITALIAN.filter(([, { value }]) => value >= 20 && value < 100).map(([word, number]): [string, NumberWord] => [
    word.slice(0, -1),
    number,
  ]),
  ['cent', { kind: 'hundred', value: 100 }],
];
/** "dodicimilacinquecento" in its parts. */
function italianParts(word: string): NumberWord[] | null {
  if (word === '') return [];
  for (const [part, number] of ITALIAN_PARTS)
    if (word.startsWith(part)) {
      const rest = italianParts(word.slice(part.length));
      if (rest) return [number, ...rest];
    }
  return null;
}
/** The letters that such a word begins with; spares the search for others. */
const ITALIAN_START =
  /^(?:un|due|tre|quat|cinq|sei|sett|ott|nov|diec|undi|dodi|tredi|quind|sedi|dici|vent|quar|sess|cent|mill)/u;

/** Dozens and tens that are counted. */
const COLLECTIVE: ReadonlySet<number> = new Set([10, 12]);

/** Adds up what is read, part by part. */
class Sum {
  total = 0;
  below = 0;
  last = Number.POSITIVE_INFINITY;
  parts = 0;
  private units = false;

  get value(): number {
    return this.total + this.below;
  }

  /** False when the part begins another number. */
  take({ kind, value }: NumberWord, language: { french: boolean; arabic: boolean }): boolean {
    if (kind === 'add') {
      if (!this.add(value, language)) return false;
    } else if (kind === 'hundred') {
      if (this.below >= 100 || (this.below > 0 && this.below !== Math.trunc(this.below))) return false;
      this.below = (this.below || 1) * 100;
    } else if (kind === 'times') {
      if (this.below === 0 && this.total > 0) {
        if (this.last >= value) return false;
        this.total *= value;
      } else {
        if (value >= this.last) return false;
        this.total += (this.below || 1) * value;
      }
      this.below = 0;
      this.last = value;
    } else if (kind === 'fixed') {
      if (this.below > 0 || value >= this.last) return false;
      this.total += value;
      this.last = value >= 1e6 ? 1e6 : 1e3;
    } else return false;
    this.units = kind === 'add' && value < 10;
    this.parts += 1;
    return true;
  }

  private add(value: number, { french, arabic }: { french: boolean; arabic: boolean }): boolean {
    const rest = this.below % 100;
    if (this.parts > 0 && this.value === 0) return false;
    if (this.below === 0) this.below = value;
    else if (french && rest === 4 && value === 20) this.below += 76;
    else if (french && (rest === 60 || rest === 80) && value >= 10 && value < 20) this.below += value;
    else if (french && rest === 10 && value >= 7 && value < 10) this.below += value;
    else if (!arabic && COLLECTIVE.has(value) && this.units) this.below *= value;
    else if (arabic && this.units && rest < 10 && value === 10) this.below += 10;
    else if (arabic && rest < 10 && rest > 0 && value >= 20 && value < 100) this.below += value;
    else if (value < 100 && this.below >= 100 && rest === 0) this.below += value;
    else if (value < 10 && rest >= 20 && rest % 10 === 0) this.below += value;
    else return false;
    return true;
  }

  half(part = 0.5): void {
    if (this.below > 0 || this.last === Number.POSITIVE_INFINITY) this.below += part;
    else this.total += part * this.last;
    this.parts += 1;
  }
}

function readWords(
  tokens: readonly Token[],
  at: number,
  languages: readonly Locale[],
  start?: { value: number; multiple: number },
): NumberRead | null {
  const connectors = new Set(languages.flatMap((language) => AND[language]));
  const style = { french: languages.includes('fr'), arabic: languages.includes('ar') };
  const sum = new Sum();
  let i = at;
  let multiple = 1;
  if (start) {
    sum.total = start.multiple > 1 ? start.value : 0;
    sum.below = start.multiple > 1 ? 0 : start.value;
    sum.last = start.multiple > 1 ? start.multiple : Number.POSITIVE_INFINITY;
    sum.parts = 1;
    multiple = start.multiple;
  }
  const isTimes = (index: number) => {
    const word = wordOf(tokens[index], languages);
    return word?.kind === 'times' || word?.kind === 'hundred' ? word : null;
  };
  for (;;) {
    const token = tokens[i];
    if (!token) break;
    let next = i;
    let connected = false;
    if (sum.parts > 0 && connectors.has(token.text) && (token.text !== '-' || token.attached)) {
      next += 1;
      connected = true;
      while (tokens[next]?.text === '-' || (tokens[next - 1]?.text === '-' && connectors.has(tokens[next]?.text ?? '')))
        next += 1;
    }
    const follower = tokens[next];
    const word = wordOf(follower, languages);
    // A half behind: "and a half", "с половиной".
    const halfAt = connected && ARTICLES.has(follower?.text ?? '') ? next + 1 : next;
    const half = tokens[halfAt];
    if (
      sum.parts > 0 &&
      half &&
      (connected || wordOf(half, languages)?.joined) &&
      [half.text, ...half.bare].some((t) => HALVES.has(t))
    ) {
      sum.half();
      i = halfAt + 1;
      continue;
    }
    if (word?.kind === 'part') {
      // "half a million", "three quarters of a million", "un quart de million".
      let of = next + 1;
      while (LINKS.has(tokens[of]?.text ?? '') || tokens[of]?.text === '-') of += 1;
      const whole = isTimes(of);
      if (whole && (sum.parts === 0 || sum.below > 0) && !connected) {
        sum.below = (sum.below || 1) * word.value;
        sum.take(whole, style);
        multiple = whole.value;
        i = of + 1;
        continue;
      }
      break;
    }
    if (sum.parts === 0 && ARTICLES.has(token.text)) {
      const after = wordOf(tokens[i + 1], languages);
      const counts =
        after &&
        (after.kind !== 'add' ||
          /(?:ain|eine|ine|aine|eintaine|zzina|ozen|ouple|ina|aio|ena|enar|par|uzia)/u.test(
            tokens[i + 1]?.text ?? '',
          ) ||
          after.value === 12 ||
          after.value === 100);
      if (!counts) break;
      i += 1;
      continue;
    }
    if (word) {
      if (follower?.kind !== 'word') break;
      if (!sum.take(word, style)) break;
      if (word.kind === 'times') multiple = Math.max(multiple, word.value);
      i = next + 1;
      continue;
    }
    if (
      languages.includes('it') &&
      follower?.kind === 'word' &&
      follower.text.length > 5 &&
      ITALIAN_START.test(follower.text)
    ) {
      const parts = italianParts(follower.text);
      if (parts && parts.length > 1 && parts.every((part) => sum.take(part, style))) {
        i = next + 1;
        continue;
      }
    }
    // "a couple of thousand", "une vingtaine de mille".
    if (sum.parts > 0 && !connected && LINKS.has(token.text) && isTimes(i + 1)?.kind === 'times' && sum.below > 0) {
      i += 1;
      continue;
    }
    break;
  }
  if (i === at || sum.parts === 0) return null;
  const value = exact(sum.value);
  return value <= MAX_VALUE ? { from: at, to: i, value, multiple, words: true } : null;
}

/** Letters behind digits that multiply them; several ("1,2 mil M") multiply each other. */
function suffixesAt(
  tokens: readonly Token[],
  at: number,
  languages: readonly Locale[],
): { multiple: number; to: number } {
  let multiple = 1;
  let to = at;
  for (;;) {
    const token = tokens[to];
    if (token?.kind !== 'word') break;
    const suffix = Object.hasOwn(SUFFIXES, token.text) ? SUFFIXES[token.text] : undefined;
    if (!suffix || (suffix.languages && !suffix.languages.some((l) => languages.includes(l)))) break;
    // A capital M stands behind a space too ("1,2 M").
    const after = tokens[to + 1];
    const alone = !after || after.kind === 'break' || /^(?:подп|фол|чит)/u.test(after.text);
    if (suffix.near && !token.attached && token.raw !== 'M' && !((token.text === 'к' || token.text === 'm') && alone))
      break;
    if (multiple > 1 && suffix.value <= multiple && suffix.value !== 1e6) break;
    multiple *= suffix.value;
    to += 1;
    if (tokens[to]?.text === '.' && tokens[to]?.attached && /^(?:тыс|млн|млрд|mln|mio|т)$/u.test(token.text)) to += 1;
  }
  return { multiple, to };
}

function readDigits(
  tokens: readonly Token[],
  at: number,
  languages: readonly Locale[],
  own: Locale,
): NumberRead | null {
  const token = tokens[at];
  if (token?.kind !== 'digits') return null;
  const { multiple, to } = suffixesAt(tokens, at + 1, languages);
  const following = wordOf(tokens[to], languages);
  const scaled = multiple > 1 || following?.kind === 'times';
  const fraction = tokens[at + 1]?.text === '⁄' && tokens[at + 2]?.kind === 'digits';
  if (fraction) return null;
  const plain = valueOfDigits(token.text, scaled || tokens[to]?.text === '%' || tokens[to]?.text === '٪', own);
  if (!Number.isFinite(plain)) return null;
  const value = exact(plain * multiple);
  if (value > MAX_VALUE) return null;
  // "2 mil quinientos", "1 млн 200 тыс."
  const more =
    following && (following.kind === 'times' || multiple > 1)
      ? readWords(tokens, to, languages, { value, multiple })
      : null;
  const read: NumberRead = more
    ? { from: at, to: more.to, value: more.value, multiple: more.multiple, words: false }
    : { from: at, to, value, multiple, words: false };
  if (read.multiple >= 1e6) {
    const rest = readDigits(tokens, read.to, languages, own);
    if (rest && rest.multiple > 1 && rest.multiple < read.multiple && rest.value < read.multiple)
      return { ...read, to: rest.to, value: read.value + rest.value };
  }
  return read;
}

/** Words that are also no number stand alone too often to be one. */
const AMBIGUOUS =
  /^(?:one|un|une|uno|una|um|uma|один|одна|одно|одну|одной|одного|واحد|واحده|احد|احدي|sei|meia|par|pair|couple|second|cent|mil|once|ست|пара|пару|пары)$/u;

/** All numbers of a text, in order. `own`: the reader's language, which decides what a sign between digits means. */
export function readNumbers(tokens: readonly Token[], languages: readonly Locale[], own: Locale): NumberRead[] {
  const found: NumberRead[] = [];
  for (let i = 0; i < tokens.length;) {
    const read =
      chineseNumber(tokens, i) ??
      (tokens[i]?.kind === 'digits'
        ? readDigits(tokens, i, languages, own)
        : tokens[i]?.kind === 'word'
          ? readWords(tokens, i, languages)
          : null);
    const single = read !== null && read.words && read.to - read.from === 1;
    const text = tokens[i]?.text ?? '';
    const usable =
      read !== null &&
      !(
        single &&
        AMBIGUOUS.test(text) &&
        !(text === 'mil' && (languages.includes('es') || languages.includes('pt'))) &&
        !(text === 'cent' && languages.includes('fr'))
      );
    if (read && usable && !(text === 'k' && read.words)) {
      found.push(read);
      i = read.to;
    } else i += 1;
  }
  return found;
}
