import { FALLBACK_LOCALE, intlTag, matchLocale } from '../../../server/core/locale.ts';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/**
 * "3d ago", "il y a 3 j", "now": the narrowest form of the language, for cards. French and Russian narrow forms are
 * bare signs ("-3 j").
 */
export function shortAgo(then: Date, language: string, now = Date.now()): string {
  const locale = matchLocale(language) ?? FALLBACK_LOCALE;
  const format = new Intl.RelativeTimeFormat(intlTag(locale), {
    numeric: 'auto',
    style: locale === 'en' ? 'narrow' : 'short',
  });
  const age = Math.max(0, now - then.getTime());
  for (const [unit, size] of UNITS) if (age >= size) return format.format(-Math.floor(age / size), unit);
  return format.format(0, 'second');
}
