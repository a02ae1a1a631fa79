export const LOCALES = ['en', 'fr', 'es', 'it', 'pt', 'zh', 'ru', 'ar'] as const;
export type Locale = (typeof LOCALES)[number];
export const FALLBACK_LOCALE: Locale = 'en';

export const directionOf = (locale: Locale): 'ltr' | 'rtl' => (locale === 'ar' ? 'rtl' : 'ltr');

/** The supported locale closest to a BCP 47 tag ("fr-CA" → "fr"), or null. */
export function matchLocale(tag: string | null | undefined): Locale | null {
  const base = tag?.toLowerCase().split(/[-_]/)[0];
  return LOCALES.find((l) => l === base) ?? null;
}

/**
 * The tag passed to Intl for a supported language: English is international (8 November, US$), and digits are Latin in
 * every language, as amounts are.
 */
export function intlTag(locale: string): string {
  if (locale === 'ar') return 'ar-u-nu-latn';
  return locale === 'en' ? 'en-GB' : locale;
}

/** Whether this is the name of a time zone that Intl supports. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
