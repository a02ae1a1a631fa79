import { type AmountProblem, amountProblem, type Currency, exponentOf } from './money.ts';

export type ParsedAmount =
  | { ok: true; amount: number }
  | { ok: false; problem: AmountProblem | 'not_a_number' | 'too_many_decimals' };

/** The currency signs that an amount may be written with, in any supported language. */
const SIGNS: Record<Currency, string> = {
  EUR: '€',
  GBP: '£',
  USD: '(?:US)?\\$',
  CAD: '(?:CA)?\\$',
  JPY: '(?:JP)?¥|円',
  KWD: 'د\\.ك\\.?',
};

/** One `.` or `,` with exactly three digits after it: "1,500". */
const THOUSANDS_OR_DECIMALS = /^\d+[.,]\d{3}$/;

/**
 * The digits without the separator when an amount refused for its decimals may have been meant as thousands, else null.
 */
export function meantAsThousands(text: string, currency: Currency): string | null {
  const digits = plainDigits(text, currency);
  return exponentOf(currency) === 2 && THOUSANDS_OR_DECIMALS.test(digits) ? digits.replace(/[.,]/, '') : null;
}

/** Latin digits and signs, without spaces, copied direction marks and the currency's name. */
function plainDigits(text: string, currency: Currency): string {
  const named = `(?:${SIGNS[currency]}|${currency})`;
  return text
    .normalize('NFKC')
    .replace(/[\s'’٬\u061c\u200e\u200f\u2066-\u2069]/g, '')
    .replace(/[٠-٩]/g, (d) => String(d.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (d) => String(d.charCodeAt(0) - 0x6f0))
    .replace(/٫/g, '.')
    .replace(/−/g, '-')
    .replace(new RegExp(`^${named}|${named}$`, 'i'), '');
}

/**
 * Reads what a person typed or pasted ("1,250.50", "1 250,5 €", "٤٥٠", "４５０") as minor units of `currency`.
 * The last of `.` or `,` is the decimal sign, unless it stands there several times. Three digits after a single sign
 * may be decimals or thousands: in a currency without decimals they are thousands, in one with three they are decimals,
 * and with two they are refused, zeros too, since either reading could be a thousand times what was meant. `check`: what
 * the amount is for; that of a price unless it says otherwise.
 */
export function parseAmount(text: string, currency: Currency, check = amountProblem): ParsedAmount {
  const latin = plainDigits(text, currency);
  if (!/^-?\d[\d.,]*$/.test(latin) && !/^-?[.,]\d+$/.test(latin)) return { ok: false, problem: 'not_a_number' };
  const negative = latin.startsWith('-');
  const digits = negative ? latin.slice(1) : latin;
  const exponent = exponentOf(currency);
  const unclear = THOUSANDS_OR_DECIMALS.test(digits);
  if (unclear && exponent === 2) return { ok: false, problem: 'too_many_decimals' };
  const signs = [...digits.matchAll(/[.,]/g)];
  const last = signs.at(-1);
  let whole = digits;
  let fraction = '';
  if (last) {
    const sameSignTwice = signs.length > 1 && signs.every((s) => s[0] === last[0]);
    if (!sameSignTwice && !(unclear && exponent === 0)) {
      whole = digits.slice(0, last.index);
      fraction = digits.slice(last.index + 1);
    }
  }
  const wholeDigits = whole.replace(/[.,]/g, '') || '0';
  const significant = fraction.replace(/0+$/, '');
  if (significant.length > exponent) return { ok: false, problem: 'too_many_decimals' };
  if (wholeDigits.length > 15) return { ok: false, problem: 'too_large' };
  const amount = Number(wholeDigits + significant.padEnd(exponent, '0'));
  const problem = check(negative ? -amount : amount, currency);
  return problem ? { ok: false, problem } : { ok: true, amount };
}
