import type { Token } from './fold.ts';
import type { NumberRead } from './numbers.ts';

const FIGURES =
  /^(?:figures?|digits?|chiffres|cifras|cifre|digitos|algarismos|цифр|цифры|знаков|знака|ارقام|خانات|خانه)$/u;
/** "Шестизначной". */
const LENGTHS: Readonly<Record<string, number>> = {
  трех: 3,
  четырех: 4,
  пяти: 5,
  шести: 6,
  семи: 7,
  восьми: 8,
  девяти: 9,
};
const MIN_FIGURES = 3;
const MAX_FIGURES = 10;

/** "Seven figures", "six-figure", "七位数": a number that is written with so many digits, or a larger one. */
export function readFigures(tokens: readonly Token[], at: number, read: NumberRead | null): NumberRead | null {
  const [, stem = ''] = /^(.+?)значн/u.exec(tokens[at]?.text ?? '') ?? [];
  const inOne = LENGTHS[stem];
  const length = inOne ?? read?.value ?? 0;
  if (!Number.isInteger(length) || length < MIN_FIGURES || length > MAX_FIGURES) return null;
  const value = 10 ** (length - 1);
  const number = { from: at, value, multiple: value, words: true, above: true };
  if (inOne) return { ...number, to: at + 1 };
  if (!read || read.multiple > 1) return null;
  const next = tokens[read.to]?.text === '-' ? read.to + 1 : read.to;
  if (FIGURES.test(tokens[next]?.text ?? '')) return { ...number, to: next + 1 };
  return tokens[next]?.text === '位' && tokens[next + 1]?.text === '数' ? { ...number, to: next + 2 } : null;
}

const DECADES: readonly (readonly [RegExp, number])[] = [
  [/^(?:twenties|veintea[nñ]er[oa]s?|ventenn[ei]|двадцатилетни.*|عشرين(?:ات|يات|يه|ي))$/u, 20],
  [/^(?:thirties|trentenaires?|treinta[nñ]er[oa]s?|trentenn[ei]|тридцатилетни.*|ثلاثين(?:ات|يات|يه|ي))$/u, 30],
  [/^(?:forties|quadragenaires?|cuarenta[nñ]er[oa]s?|quarantenn[ei]|сорокалетни.*|اربعين(?:ات|يات|يه|ي))$/u, 40],
  [/^(?:fifties|quinquagenaires?|cincuenta[nñ]er[oa]s?|cinquantenn[ei]|пятидесятилетни.*|خمسين(?:ات|يات|يه|ي))$/u, 50],
];

/** "In their twenties", "30s", "trentenaires". */
export function readDecade(tokens: readonly Token[], at: number): NumberRead | null {
  const [token, next] = [tokens[at], tokens[at + 1]];
  const number = { from: at, multiple: 1, decade: true };
  // "80s music" is no age.
  const isOnes = /^(?:their|her|his|early|mid|late)$/u.test(tokens[at - 1]?.text ?? '');
  if (isOnes && token?.kind === 'digits' && /^[2-8]0$/u.test(token.text) && next?.attached && next.text === 's')
    return { ...number, to: at + 2, value: Number(token.text), words: false };
  if (token?.kind !== 'word') return null;
  const found = DECADES.find(([words]) => [token.text, ...token.bare].some((word) => words.test(word)));
  return found ? { ...number, to: at + 1, value: found[1], words: true } : null;
}
