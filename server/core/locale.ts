export const LOCALES = ['en', 'fr', 'es', 'it', 'pt', 'zh', 'ru', 'ar'] as const;
export type Locale = (typeof LOCALES)[number];
export const FALLBACK_LOCALE: Locale = 'en';

export const directionOf = (locale: Locale): 'ltr' | 'rtl' => (locale === 'ar' ? 'rtl' : 'ltr');

/** The supported locale closest to a BCP 47 tag ("fr-CA" → "fr"), or null. */
export function matchLocale(tag: string | null | undefined): Locale | null {
  const base = tag?.toLowerCase().split(/[-_]/)[0];
  return LOCALES.find((l) => l === base) ?? null;
}

/** Whether this is the name of a time zone that texts can be written for. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
