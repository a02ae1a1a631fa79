import { durationMs } from './clock.ts';
import { intlTag, type Locale } from './locale.ts';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** "5 days", "72 hours", "30 seconds" in the reader's language; days are used from 96 hours on, or when they were written. */
export function durationWords(iso: string, locale: Locale): string {
  let ms = durationMs(iso);
  const inDays = iso.startsWith('P') && (!iso.startsWith('PT') || ms >= 96 * 3_600_000);
  const parts: string[] = [];
  for (const [unit, size] of UNITS) {
    if (unit === 'day' && !inDays) continue;
    const n = Math.floor(ms / size);
    if (n > 0 || (unit === 'second' && parts.length === 0)) parts.push(unitWords(n, unit, locale));
    ms -= n * size;
  }
  return new Intl.ListFormat(intlTag(locale), { type: 'unit', style: 'long' }).format(parts);
}

/** "1 day", "3 days". */
export const unitWords = (n: number, unit: string, locale: Locale): string =>
  new Intl.NumberFormat(intlTag(locale), { style: 'unit', unit, unitDisplay: 'long' }).format(n);
