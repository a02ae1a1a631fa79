import type { Locale } from '../../core/locale.ts';
import { splitDigits } from '../discovery/grammar/digits.ts';
import { tokensOf } from '../discovery/grammar/fold.ts';
import { readNumbers } from '../discovery/grammar/numbers.ts';
import type { RowCode } from './schema.ts';

/** A value that was read, or why it was not. Null: the cell says that there is no value. */
export type Read<T> = { value: T | null } | { code: RowCode };

const NOTHING = new Set(
  [
    ...['', '-', '–', '—', '?', 'n/a', 'na', 'n.a.', '#n/a', 'null', 'none', 'nil', 'unknown', 'not available'],
    ...['n/d', 'nd', 'n.d.', 's/d', 'sin datos', 'inconnu', 'non disponible', 'desconocido', 'sconosciuto'],
    ...['não disponível', 'desconhecido', 'н/д', 'нет', 'нет данных', 'неизвестно', '无', '暂无', '未知', '不详'],
    ...['غير متوفر', 'غير معروف', 'لا يوجد'],
  ].map((text) => text.toLowerCase()),
);
/** Whether a cell says that there is no value. */
export const isNothing = (text: string): boolean => NOTHING.has(text.trim().toLowerCase());

/** Spreadsheets write these where a formula failed; a text that begins like a formula is none of ours to compute. */
const FAILED = /^#(?:REF|VALUE|NAME|DIV\/0|NUM|NULL|N\/A|ИМЯ|ССЫЛКА|ЗНАЧ|ДЕЛ\/0)[!?]?$/iu;
export const isFormula = (text: string): boolean =>
  /^\s*=/u.test(text) || (FAILED.test(text.trim()) && !isNothing(text));

/** Digits as they are usual in a file: two signs that could be either kind are not decided. */
const EXACT = /^\d{1,12}$/u;
/** One sign with exactly three digits behind it: a group of thousands or three decimals. */
const EITHER = /^[-+]?\d{1,3}[.,\u066b\u066c]\d{3}(?!\d)/u;

const folded = (text: string): string =>
  text
    .replace(/[\u00a0\u2007\u2009\u202f]/gu, ' ')
    .replace(/[٠-٩]/gu, (d) => String(d.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/gu, (d) => String(d.charCodeAt(0) - 0x6f0))
    .trim();

interface Numeral {
  value: number;
  /** K, тыс., 万. */
  scaled: boolean;
  percent: boolean;
}

/** The one number that a cell consists of, with its multiple and percent sign. */
function numeralOf(text: string, locale: Locale): Numeral | 'invalid' | 'ambiguous' {
  if (EXACT.test(text)) return { value: Number(text), scaled: false, percent: false };
  const tokens = splitDigits(tokensOf(text));
  const reads = readNumbers(tokens, [locale], locale);
  const [read] = reads;
  if (!read || reads.length > 1 || read.from !== 0 || read.words || read.above) return 'invalid';
  const rest = tokens.slice(read.to).map((token) => token.text);
  const percent = rest.length === 1 && /^[%\u066a]$/u.test(rest[0] ?? '');
  if (rest.length > 0 && !percent) return 'invalid';
  const scaled = read.multiple > 1;
  if ((scaled || percent) && EITHER.test(text) && !/[.,\u066b\u066c]\d+[.,\u066b\u066c]/u.test(text)) {
    // The Arabic signs have one meaning each.
    if (/^\d+\u066b/u.test(text)) return { value: read.value, scaled, percent };
    return 'ambiguous';
  }
  return { value: read.value, scaled, percent };
}

/** A number of people: "48.5M", "1,2 тыс.", "10 000", "٣٬٥٠٠". */
export function readCount(given: string, locale: Locale): Read<number> {
  const text = folded(given);
  if (isNothing(text)) return { value: null };
  const read = numeralOf(text, locale);
  if (read === 'invalid' || read === 'ambiguous') return { code: read };
  if (read.percent) return { code: 'invalid' };
  if (!Number.isInteger(read.value)) return { code: 'not_whole' };
  return read.value <= 1_000_000_000 ? { value: read.value } : { code: 'out_of_range' };
}

/** A rate in percent, as basis points: "5.6 %", "٣٫٥٪". `percent`: the heading says so, the cells need no sign. */
export function readRate(given: string, locale: Locale, percent: boolean): Read<number> {
  const text = folded(given);
  if (isNothing(text)) return { value: null };
  const read = numeralOf(text, locale);
  if (read === 'invalid' || read === 'ambiguous') return { code: read };
  if (read.scaled) return { code: 'invalid' };
  if (!read.percent && !percent) return { code: 'no_percent' };
  if (!read.percent && EITHER.test(text)) return { code: 'ambiguous' };
  const bps = Math.round(read.value * 100);
  return bps <= 10_000 ? { value: bps } : { code: 'out_of_range' };
}
