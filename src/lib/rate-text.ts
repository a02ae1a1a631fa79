import { amountProblem, type Currency, isCurrency } from '../../server/core/money.ts';
import { FORMATS, PLATFORMS, RIGHTS } from '../../server/features/terms/rules.ts';
import type { Format, Platform, RightsUse } from '../../server/features/terms/schema.ts';

/** Work and price as the rate calculator hands them to an offer. */
export interface OfferedRate {
  platform: Platform;
  format: Format;
  currency: Currency;
  amount: number;
  use: RightsUse;
  days: number;
  exclusivityDays: number;
}

/** For the address: "instagram.reel.EUR.45000.organic.90.0". */
export const rateText = (rate: OfferedRate): string =>
  [rate.platform, rate.format, rate.currency, rate.amount, rate.use, rate.days, rate.exclusivityDays].join('.');

const within = (text: string | undefined, min: number, max: number): number | null => {
  const value = text && /^\d{1,9}$/u.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : null;
};

/** Null for a text that is no such rate. */
export function readRateText(text: string): OfferedRate | null {
  const parts = text.split('.');
  const platform = PLATFORMS.find((one) => one === parts[0]);
  const format = FORMATS.find((one) => one === parts[1]);
  const currency = parts[2] ?? '';
  const amount = within(parts[3], 1, 999_999_999);
  const use = RIGHTS.find((one) => one === parts[4]);
  const days = within(parts[5], 1, 1095);
  const exclusivityDays = within(parts[6], 0, 365);
  if (!platform || !format || !isCurrency(currency) || amount === null || !use || days === null) return null;
  if (exclusivityDays === null || amountProblem(amount, currency) || parts.length !== 7) return null;
  return { platform, format, currency, amount, use, days, exclusivityDays };
}
