import { chineseNumber } from './chinese-numbers.ts';
import { valueOfDigits } from './digits.ts';
import type { Token } from './fold.ts';
import { AND, ARTICLES, HALVES, LINKS, NUMBER_WORDS, SUFFIXES, type NumberWord } from './number-lexicon.ts';
import { readDecade, readFigures } from './number-phrases.ts';
import { Sum, type Atom } from './number-sum.ts';
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
  /** "两三千": from the value to this one. */
  upTo?: number;
  /** "тысяч десять": nearly so many. */
  about?: boolean;
  /** "百分之三". */
  percent?: boolean;
  /** "In their twenties": the age of its first year. */
  decade?: boolean;
}

const MAX_VALUE = 1e15;
/** 1.2 × 1,000 is not quite 1,200 in binary. */
const exact = (value: number): number =>
  Math.abs(value - Math.round(value)) < 1e-6 ? Math.round(value) : Number(value.toPrecision(12));

const COUNTED =
  /^(?:dozens?|douzaines?|dizaines?|docenas?|decenas?|dozzin[ae]|decin[ae]|duzias?|dezenas?|десят(?:ок|ка|ков)|дюжин[аыу]?|دزينه)$/u;

function wordOf(token: Token | undefined, languages: readonly Locale[]): Atom | null {
  if (!token || token.kind !== 'word') return null;
  if (token.text === 'k') return { kind: 'times', value: 1000, joined: false, counted: false };
  const counted = COUNTED.test(token.text);
  for (const language of languages) {
    const words = NUMBER_WORDS[language];
    const own = words.get(token.text);
    if (own) return { ...own, joined: false, counted };
    if (language !== 'ar') continue;
    for (const bare of token.bare) {
      const found = words.get(bare);
      if (found) return { ...found, joined: token.text.startsWith('و'), counted };
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

function readWords(
  tokens: readonly Token[],
  at: number,
  languages: readonly Locale[],
  start?: { value: number; multiple: number },
): NumberRead | null {
  const connectors = new Set(languages.flatMap((language) => AND[language]));
  const style = { french: languages.includes('fr'), arabic: languages.includes('ar') };
  let sum = new Sum();
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
    if (!token || isPercent(tokens, i)) break;
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
      if (follower?.kind !== 'word' || isPercent(tokens, next)) break;
      const before = sum.copy();
      if (!sum.take(word, style)) break;
      // "Between one hundred and two hundred": the second number begins behind "and".
      const multiplied = connected && word.kind === 'add' ? isTimes(next + 1) : null;
      if (multiplied && !isPercent(tokens, next + 1) && !sum.copy().take(multiplied, style)) {
        sum = before;
        break;
      }
      if (word.kind === 'times') multiple = Math.max(multiple, word.value);
      // "ألفا متابع" are two thousand; with its mark, "ألفًا", it stands behind a number.
      if (word.kind === 'times' && before.parts === 0 && /^(?:الفا|مليونا|مليارا)$/u.test(follower.text))
        if (!follower.raw.includes('\u064b')) sum.total *= 2;
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
      const before = sum.copy();
      const taken = parts && parts.length > 1 && parts.every((part) => sum.take(part, style));
      if (!taken) sum = before;
      if (taken) {
        for (const { kind, value } of parts) if (kind === 'times') multiple = Math.max(multiple, value);
        i = next + 1;
        continue;
      }
    }
    // "One thousand, two hundred and six".
    if (token.text === ',' && token.attached && sum.parts > 0 && sum.below === 0 && tokens[i + 1]?.kind === 'word') {
      const rest = readWords(tokens, i + 1, languages);
      if (rest && rest.value >= 100 && rest.value < sum.last) {
        sum.total += rest.value;
        sum.last = 1;
        i = rest.to;
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

/** "Pour cent", "por ciento", "بالمئة": the hundred is part of a percent sign in words. */
function isPercent(tokens: readonly Token[], at: number): boolean {
  const text = tokens[at]?.text ?? '';
  const before = tokens[at - 1]?.text ?? '';
  return (
    (/^(?:cent|cien|ciento|cento)$/u.test(text) && /^(?:pour|por|per|pro)$/u.test(before)) ||
    /^بال(?:ميه|مايه|ماءه)$/u.test(text) ||
    (/^ال(?:ميه|مايه|ماءه)$/u.test(text) && before === 'في')
  );
}

/** "Тысяч десять", "миллиона два": the number stands behind its multiple, which means that it is not exact. */
function readInverted(tokens: readonly Token[], at: number): NumberRead | null {
  const [times, count] = [tokens[at], tokens[at + 1]];
  if (!times || !count || !/^(?:тысячи?|миллион(?:а|ов)|миллиардов)$/u.test(times.text)) return null;
  const few = /^(?:тысячи|миллиона)$/u.test(times.text);
  const [multiple, value] = [NUMBER_WORDS.ru.get(times.text), NUMBER_WORDS.ru.get(count.text)];
  if (!multiple || value?.kind !== 'add' || count.kind !== 'word') return null;
  if (few ? !/^(?:два|две|три|четыре)$/u.test(count.text) : value.value < 5 || /(?:и|сот)$/u.test(count.text))
    return null;
  const factor = multiple.value;
  return { from: at, to: at + 2, value: value.value * factor, multiple: factor, words: true, about: true };
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
  const fraction = /^[/⁄]$/u.test(tokens[at + 1]?.text ?? '') && tokens[at + 2]?.kind === 'digits';
  if (fraction && tokens[at + 2]?.attached) {
    // "1/2 million", "½ million".
    const [above, below] = [Number(token.text), Number(tokens[at + 2]?.text)];
    const of = LINKS.has(tokens[at + 3]?.text ?? '') ? at + 4 : at + 3;
    const whole = wordOf(tokens[of], languages);
    if (whole?.kind === 'times' && above < below && below <= 10)
      return { from: at, to: of + 1, value: (above / below) * whole.value, multiple: whole.value, words: false };
    if (tokens[at + 1]?.text === '⁄') return null;
  }
  const plain = valueOfDigits(token.text, scaled || tokens[to]?.text === '%' || tokens[to]?.text === '٪', own);
  if (!Number.isFinite(plain)) return null;
  const value = exact(plain * multiple);
  if (value > MAX_VALUE) return null;
  // "2 mil quinientos", "1 млн 200 тыс."
  const more =
    following && (following.kind === 'times' || following.kind === 'hundred' || multiple > 1)
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

/** "Sei" is six before what it counts. */
const COUNTS_SIX = /^(?:mesi|settimane|giorni|ore|anni|cifre|stelle|euro|reel|reels|storie|video|post|persone)$/u;

/** Words that are also no number stand alone too often to be one. */
const AMBIGUOUS =
  /^(?:one|un|une|uno|una|um|uma|один|одна|одно|одну|одной|одного|واحد|واحده|احد|احدي|sei|meia|par|pair|couple|second|cent|mil|once|ست|пара|пару|пары)$/u;

/** All numbers of a text, in order. `own`: the reader's language, which decides what a sign between digits means. */
export function readNumbers(tokens: readonly Token[], languages: readonly Locale[], own: Locale): NumberRead[] {
  const found: NumberRead[] = [];
  for (let i = 0; i < tokens.length;) {
    const plain =
      readDecade(tokens, i) ??
      chineseNumber(tokens, i) ??
      readInverted(tokens, i) ??
      (tokens[i]?.kind === 'digits'
        ? readDigits(tokens, i, languages, own)
        : tokens[i]?.kind === 'word'
          ? readWords(tokens, i, languages)
          : null);
    const read = readFigures(tokens, i, plain) ?? plain;
    const single = read !== null && read.words && read.to - read.from === 1;
    const text = tokens[i]?.text ?? '';
    const usable =
      read !== null &&
      !(
        single &&
        tokens.length > 1 &&
        AMBIGUOUS.test(text) &&
        !(text === 'mil' && (languages.includes('es') || languages.includes('pt'))) &&
        !(text === 'cent' && languages.includes('fr')) &&
        !(text === 'sei' && COUNTS_SIX.test(tokens[i + 1]?.text ?? ''))
      );
    if (read && usable && !(text === 'k' && read.words)) {
      found.push(read);
      i = read.to;
    } else i += 1;
  }
  return found;
}
