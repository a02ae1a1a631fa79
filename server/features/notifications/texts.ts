import { readFileSync } from 'node:fs';
import { createInstance, type i18n } from 'i18next';
import { FALLBACK_LOCALE, LOCALES, matchLocale, oneStop, type Locale } from '../../core/locale.ts';

const NAMESPACES = ['mail', 'notifications', 'errors', 'representation'] as const;

/** The product's name in mails; a white-label theme replaces it in this one place. */
export const MAIL_BRAND = 'Sponsio';

export type Translate = (key: string, values?: Record<string, string | number>) => string;

let instance: i18n | null = null;

function load(): i18n {
  const read = (locale: Locale, namespace: string) =>
    JSON.parse(
      readFileSync(new URL(`../../../locales/${locale}/${namespace}.json`, import.meta.url), 'utf8'),
    ) as Record<string, unknown>;
  const made = createInstance();
  void made.init({
    lng: FALLBACK_LOCALE,
    fallbackLng: FALLBACK_LOCALE,
    supportedLngs: [...LOCALES],
    ns: [...NAMESPACES],
    // Texts are put into HTML by the layout, which escapes; a missing value is left empty instead of showing braces.
    interpolation: { escapeValue: false, skipOnVariables: true },
    missingInterpolationHandler: () => '',
    initAsync: false,
    resources: Object.fromEntries(
      LOCALES.map((locale) => [locale, Object.fromEntries(NAMESPACES.map((ns) => [ns, read(locale, ns)]))]),
    ),
  });
  return made;
}

/** Texts of mails, notifications, refusals and representations in one language, by `namespace:key`. */
export function textsIn(locale: string): { locale: Locale; t: Translate } {
  instance ??= load();
  const matched = matchLocale(locale) ?? FALLBACK_LOCALE;
  const fixed = instance.getFixedT(matched) as unknown as (key: string, values?: Record<string, unknown>) => string;
  return { locale: matched, t: (key, values = {}) => oneStop(fixed(key, { brand: MAIL_BRAND, ...values })) };
}
