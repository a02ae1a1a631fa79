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

/** A formatted time as people write it: Intl's French "17:20" is "17 h 20". */
export const writtenTime = (text: string, locale: string): string =>
  locale === 'fr' ? text.replace(/(?<!\d)(\d{1,2}):(\d{2})(?!\d)/u, '$1\u00a0h\u00a0$2') : text;

/** An abbreviation that ends a sentence brings its full stop: "28 нояб.", not "28 нояб..". */
export const oneStop = (text: string): string => text.replace(/(\p{L}\.\u2069?)\.(?=\s|$)/gu, '$1');

const COLONS: Partial<Record<string, string>> = { fr: '\u00a0: ', zh: '：' };

/** "Label: value", with the colon of the language. */
export const labeled = (label: string, value: string, locale: string): string =>
  `${label}${COLONS[locale] ?? ': '}${value}`;

/** Whether this is the name of a time zone that Intl supports. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
