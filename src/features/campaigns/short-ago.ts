import { FALLBACK_LOCALE, matchLocale } from '../../../server/core/locale.ts';
import { intlTag } from '@/lib/intl-tag.ts';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** "3d ago", "now": as narrow as the language allows, for cards. */
export function shortAgo(then: Date, language: string, now = Date.now()): string {
  const format = new Intl.RelativeTimeFormat(intlTag(matchLocale(language) ?? FALLBACK_LOCALE), { numeric: 'auto', style: 'narrow' });
  const age = Math.max(0, now - then.getTime());
  for (const [unit, size] of UNITS) if (age >= size) return format.format(-Math.floor(age / size), unit);
  return format.format(0, 'second');
}
