import { type Currency, toDecimal } from '../../../server/core/money.ts';
import { parseAmount } from '../../../server/core/typed-amounts.ts';

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[٠-٩]/gu, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace('٫', '.')
    .trim();

/** "5%", "5,5": basis points; null for nothing, NaN for what is no percentage. */
export function readPercent(text: string): number | null {
  const typed = plain(text).replace(/[%٪]/u, '').replace(',', '.').trim();
  if (typed === '') return null;
  return /^-?\d{1,4}(\.\d{1,2})?$/u.test(typed) ? Math.round(Number(typed) * 100) : Number.NaN;
}
/** A percentage of a whole: from 0 to 100. */
export function readShare(text: string): number | null {
  const read = readPercent(text);
  return read === null || (read >= 0 && read <= 10_000) ? read : Number.NaN;
}
export const writePercent = (basisPoints: number): string => String(basisPoints / 100);

export function readWhole(text: string): number | null {
  const typed = plain(text);
  if (typed === '') return null;
  return /^\d{1,3}$/u.test(typed) ? Number(typed) : Number.NaN;
}

/** Minor units of a typed amount. */
export const readAmount =
  (currency: Currency) =>
  (text: string): number | null => {
    if (text.trim() === '') return null;
    const parsed = parseAmount(text, currency);
    return parsed.ok ? parsed.amount : Number.NaN;
  };
export const writeAmount =
  (currency: Currency) =>
  (amount: number): string =>
    toDecimal({ amount, currency });
