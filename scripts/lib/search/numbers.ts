import type { Locale } from '../../../server/core/locale.ts';
import { parseQuery } from '../../../server/features/discovery/grammar/parse.ts';
import { linesOf } from './sentences.ts';

export interface NumberCase {
  text: string;
  value: number;
}

const VALUES = [
  7, 42, 560, 999, 1_000, 1_200, 5_400, 10_000, 12_500, 99_999, 125_000, 1_000_000, 1_250_000, 48_500_000,
  1_200_000_000,
];
const SHARES = [0.005, 0.035, 0.05, 0.123, 0.56, 1];

/** What `Intl.NumberFormat` writes: groups, short and long compact numbers, percent. */
export function intlCases(language: Locale): NumberCase[] {
  const cases = VALUES.map((value) => ({ text: new Intl.NumberFormat(language).format(value), value }));
  for (const compactDisplay of ['short', 'long'] as const) {
    const format = new Intl.NumberFormat(language, {
      notation: 'compact',
      compactDisplay,
      maximumSignificantDigits: 3,
    });
    cases.push(...VALUES.map((value) => ({ text: format.format(value), value: Number(value.toPrecision(3)) })));
  }
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  cases.push(...SHARES.map((share) => ({ text: percent.format(share), value: Number((share * 100).toFixed(1)) })));
  return cases;
}

export const wordCases = (language: Locale): NumberCase[] =>
  linesOf('numbers', language).map((line) => JSON.parse(line) as NumberCase);

const isRight = (found: readonly number[], value: number): boolean =>
  found.length === 1 && Math.abs((found[0] ?? Number.NaN) - value) <= 1e-9 * Math.max(1, value);

export const readByGrammar = (text: string, language: Locale): number[] =>
  parseQuery(text, { language }).numbers.map(({ value }) => value);
/** The first digits, with nothing known of groups and multiples. */
export const readByPattern = (text: string): number[] =>
  (/\d+(?:[.,]\d+)?/u.exec(text) ?? []).slice(0, 1).map((digits) => Number(digits.replace(',', '.')));

export function scoreNumbers(
  cases: readonly NumberCase[],
  language: Locale,
  read: (text: string, language: Locale) => number[],
): { right: number; wrong: string[] } {
  const wrong = cases
    .filter(({ text, value }) => !isRight(read(text, language), value))
    .map(({ text, value }) => `${text}: ${value}, read ${read(text, language).join(', ') || 'nothing'}`);
  return { right: cases.length - wrong.length, wrong };
}
