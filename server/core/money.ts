/**
 * Money is an integer count of minor units with an ISO-4217 currency. It never becomes a float.
 *
 * `exponent`: decimals of the currency. `step`: smallest multiple the payment provider accepts
 * (three-decimal currencies are charged in tens of minor units). `min`/`max`: bounds of one price, in minor units;
 * the maximum leaves room for fee and tax below the provider's limit of 99,999,999 minor units per charge.
 */
export interface CurrencyRule {
  exponent: 0 | 2 | 3;
  step: number;
  min: number;
  max: number;
}

export const CURRENCIES = {
  EUR: { exponent: 2, step: 1, min: 100, max: 90_000_000 },
  GBP: { exponent: 2, step: 1, min: 100, max: 90_000_000 },
  USD: { exponent: 2, step: 1, min: 100, max: 90_000_000 },
  CAD: { exponent: 2, step: 1, min: 100, max: 90_000_000 },
  JPY: { exponent: 0, step: 1, min: 100, max: 90_000_000 },
  KWD: { exponent: 3, step: 10, min: 1_000, max: 90_000_000 },
} as const satisfies Record<string, CurrencyRule>;

export type Currency = keyof typeof CURRENCIES;

export const CURRENCY_CODES = Object.keys(CURRENCIES) as [Currency, ...Currency[]];

export interface Money {
  /** Integer count of minor units (cents, yen, fils). */
  amount: number;
  currency: Currency;
}

export function isCurrency(code: string): code is Currency {
  return Object.hasOwn(CURRENCIES, code);
}

export const exponentOf = (currency: Currency): number => CURRENCIES[currency].exponent;
export const stepOf = (currency: Currency): number => CURRENCIES[currency].step;

export type AmountProblem = 'not_integer' | 'not_positive' | 'too_small' | 'too_large' | 'off_step';

/** Why `amount` (minor units) cannot be a price in `currency`, or null when it can. */
export function amountProblem(amount: number, currency: Currency): AmountProblem | null {
  const rule: CurrencyRule = CURRENCIES[currency];
  if (!Number.isSafeInteger(amount)) return 'not_integer';
  if (amount <= 0) return 'not_positive';
  if (amount < rule.min) return 'too_small';
  if (amount > rule.max) return 'too_large';
  if (amount % rule.step !== 0) return 'off_step';
  return null;
}

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
 * and with two they are refused, zeros too, since either reading could be a thousand times what was meant.
 */
export function parseAmount(text: string, currency: Currency): ParsedAmount {
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
  const problem = amountProblem(negative ? -amount : amount, currency);
  return problem ? { ok: false, problem } : { ok: true, amount };
}

/** Decimal text without grouping, e.g. 45000 EUR → "450.00". */
export function toDecimal({ amount, currency }: Money): string {
  const exponent = exponentOf(currency);
  const sign = amount < 0 ? '-' : '';
  const digits = String(Math.abs(amount)).padStart(exponent + 1, '0');
  return exponent === 0 ? sign + digits : `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/** Creating a formatter costs a hundred times its use. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(locale: string, currency: Currency): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const known = formats.get(key);
  if (known) return known;
  const digits = exponentOf(currency);
  const made = new Intl.NumberFormat(locale === 'ar' ? 'ar-u-nu-latn' : locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  formats.set(key, made);
  return made;
}

export const formatMoney = ({ amount, currency }: Money, locale: string): string =>
  formatOf(locale, currency).format(Number(toDecimal({ amount, currency })));

/** `bps` basis points of `amount`, rounded half up to the currency's step. */
export function shareOf(amount: number, bps: number, currency: Currency): number {
  const step = stepOf(currency);
  const scaled = BigInt(amount) * BigInt(bps);
  const unit = 10_000n * BigInt(step);
  return Number((scaled + unit / 2n) / unit) * step;
}

/**
 * Splits `amount` in proportion to `weights` without losing a minor unit: largest remainder first, ties to the earlier
 * part. The parts are multiples of `step` when `amount` is.
 */
export function allocate(amount: number, weights: readonly number[], step = 1): number[] {
  const total = weights.reduce((a, b) => a + b, 0);
  if (total <= 0) throw new RangeError('allocate needs a positive total weight');
  const units = Math.trunc(amount / step);
  const exact = weights.map((w) => (BigInt(units) * BigInt(w)) / BigInt(total));
  const remainders = weights.map((w, i) => ({ i, r: (BigInt(units) * BigInt(w)) % BigInt(total) }));
  let left = units - exact.reduce((a, b) => a + Number(b), 0);
  remainders.sort((a, b) => (a.r === b.r ? a.i - b.i : a.r > b.r ? -1 : 1));
  const parts = exact.map((e) => Number(e) * step);
  for (const { i } of remainders) {
    if (left <= 0) break;
    parts[i] = (parts[i] ?? 0) + step;
    left -= 1;
  }
  const offStep = amount - parts.reduce((a, b) => a + b, 0);
  if (offStep !== 0) parts[0] = (parts[0] ?? 0) + offStep;
  return parts;
}
