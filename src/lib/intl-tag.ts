import type { Locale } from '../../server/core/locale.ts';

/** The tag given to Intl: British dates and unambiguous dollar signs for English, Latin digits for Arabic. */
export function intlTag(locale: Locale): string {
  if (locale === 'ar') return 'ar-u-nu-latn';
  return locale === 'en' ? 'en-GB' : locale;
}
