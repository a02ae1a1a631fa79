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

/** Decimal text with a point and without grouping, which every program reads, e.g. 45000 EUR → "450.00". */
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
