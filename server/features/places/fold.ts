import { SIMPLIFIED } from './simplified.ts';

/*
 * One spelling for the ways in which a place is written. The gazetteer's file holds names in this form, so a change
 * here needs a new file (scripts/places/cut.ts).
 */

export type Script = 'latin' | 'cyrillic' | 'arabic' | 'han' | 'other';

export interface Token {
  /** Folded. */
  word: string;
  script: Script;
  /** UTF-16 offsets in the given text. */
  start: number;
  end: number;
  /** First letter is a capital, in a script that has them. */
  capital: boolean;
  /** More than one letter, all capitals. */
  capitals: boolean;
  /** What stands between this word and the one before: a comma, a bracket, the end of a sentence, or nothing of these. */
  before: ',' | '(' | '.' | ' ';
}

const WORDS = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+/gu;

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ə: 'a',
  ŋ: 'n',
  // Hamza is written or left out, alef maqsura and ya stand for each other, so do ta marbuta and ha.
  ء: '',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ې: 'ي',
  ک: 'ك',
  گ: 'ك',
  ة: 'ه',
  ہ: 'ه',
  ە: 'ه',
  ھ: 'ه',
  ڤ: 'ف',
  پ: 'ب',
  چ: 'ج',
  ـ: '',
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

function scriptOf(word: string): Script {
  if (/\p{Script=Han}/u.test(word)) return 'han';
  if (/\p{Script=Latin}/u.test(word)) return 'latin';
  if (/\p{Script=Cyrillic}/u.test(word)) return 'cyrillic';
  if (/\p{Script=Arabic}/u.test(word)) return 'arabic';
  return 'other';
}

function foldWord(word: string, script: Script): string {
  const plain = word
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Lm}]/gu, '')
    .toLowerCase();
  if (script === 'han') return [...plain].map((character) => SIMPLIFIED.get(character) ?? character).join('');
  // Lower case of a dotted capital is a letter and a mark of its own.
  const folded = plain.replaceAll(/\p{M}/gu, '').replaceAll(LETTER, (letter) => LETTERS[letter] ?? letter);
  if (folded === 'saint') return 'st';
  // The article is written or left out: "القاهرة" and "قاهرة" are one name.
  return script === 'arabic' && folded.length > 4 && folded.startsWith('ال') ? folded.slice(2) : folded;
}

const mark = (gap: string): Token['before'] =>
  /[.!?;:。！？；：؟؛\n]/u.test(gap) ? '.' : /[(（[]/u.test(gap) ? '(' : /[,،，、/]/u.test(gap) ? ',' : ' ';

/** The words of a text, folded. A run of Chinese characters is one word. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(WORDS)) {
    const [source] = match;
    const script = scriptOf(source);
    const word = foldWord(source, script);
    if (word === '') continue;
    tokens.push({
      word,
      script,
      start: match.index,
      end: match.index + source.length,
      capital: /^\p{Lu}/u.test(source),
      capitals: /^\p{Lu}[\p{Lu}\p{M}\p{N}]+$/u.test(source),
      before: tokens.length === 0 ? '.' : mark(text.slice(end, match.index)),
    });
    end = match.index + source.length;
  }
  return tokens;
}

/** A name in one spelling: words parted by one space. */
export const fold = (name: string): string =>
  tokenize(name)
    .map((token) => token.word)
    .join(' ');

/** Nominatives that a Russian word may be a case of, without the word itself; `й` and `ё` are already folded. */
export function russianNominatives(word: string): string[] {
  const found = new Set<string>();
  for (const [ending, ...stems] of RUSSIAN_ENDINGS)
    if (word.endsWith(ending) && word.length - ending.length >= 2)
      for (const stem of stems) found.add(word.slice(0, word.length - ending.length) + stem);
  // A vowel that drops out: Череповец, в Череповце.
  const dropped = /^(.+[бвгджзклмнпрстфхчшщ])ц(?:е|а|у|ом|ем)$/u.exec(word);
  if (dropped) found.add(`${dropped[1]}ец`);
  const soft = /^(.+)ьц(?:е|а|у|ом|ем)$/u.exec(word);
  if (soft) found.add(`${soft[1]}ец`);
  // Орёл, в Орле; Торжок, в Торжке.
  const hard = /^(.*[бвгджзклмнпрстфхчшщ])([кл])(?:е|а|у|ом)$/u.exec(word);
  if (hard) for (const vowel of ['е', 'о']) found.add(`${hard[1]}${vowel}${hard[2]}`);
  found.delete(word);
  return [...found];
}

const RUSSIAN_ENDINGS: readonly (readonly [string, ...string[]])[] = [
  ['е', '', 'а', 'я', 'и', 'о'],
  ['у', '', 'а', 'о'],
  ['ю', 'я', 'ь', 'и'],
  ['а', '', 'о'],
  ['я', 'ь', 'и'],
  ['ы', 'а', ''],
  ['и', 'а', 'я', 'ь', 'ия'],
  ['ом', '', 'о'],
  ['ем', 'ь', 'и', ''],
  ['ои', 'а', 'ая'],
  ['еи', 'я', 'а'],
  ['ии', 'ия'],
  ['ию', 'ия'],
  ['иеи', 'ия'],
  ['ью', 'ь'],
  ['ого', 'ыи', 'ии', 'ое', 'ои'],
  ['его', 'ии', 'ее'],
  ['ому', 'ыи', 'ии', 'ое', 'ои'],
  ['ом', 'ыи', 'ии', 'ое', 'ои'],
  ['ем', 'ии', 'ее'],
  ['ым', 'ыи', 'ое'],
  ['им', 'ии'],
  ['ои', 'ая'],
  ['ую', 'ая'],
  ['ах', 'ы', 'и', 'а'],
  ['ях', 'и'],
  ['ов', 'ы', ''],
  ['ых', 'ые'],
  ['их', 'ие'],
  ['ыми', 'ые'],
];

/**
 * Arabic words are written together with "and", "in", "for", "as": what remains without such a letter. The article is
 * written as "لل" after "for".
 */
export function withoutArabicPrefix(word: string): string[] {
  const found: string[] = [];
  for (const prefix of ['وبال', 'بال', 'وال', 'فال', 'كال', 'لل', 'وب', 'ول', 'ب', 'ل', 'و', 'ف', 'ك'])
    if (word.startsWith(prefix) && word.length - prefix.length >= 3) found.push(word.slice(prefix.length));
  return found;
}

const MAX_LENGTH = 300;
/** Three rows of the table of edits, made once: spellings are compared by the thousand. */
const ROWS = [new Uint16Array(MAX_LENGTH), new Uint16Array(MAX_LENGTH), new Uint16Array(MAX_LENGTH)] as [
  Uint16Array,
  Uint16Array,
  Uint16Array,
];

/**
 * Edits between two spellings (insert, delete, replace, exchange neighbours), or `limit` + 1 where there are more.
 */
export function edits(a: string, b: string, limit: number): number {
  if (a.length >= MAX_LENGTH || b.length >= MAX_LENGTH) return a === b ? 0 : limit + 1;
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let [before, last, row] = ROWS;
  for (let j = 0; j <= b.length; j++) last[j] = j;
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1))
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > limit) return limit + 1;
    [before, last, row] = [last, row, before];
  }
  return last[b.length] ?? limit + 1;
}
