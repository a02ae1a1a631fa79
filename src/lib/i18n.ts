import i18next, { type Namespace, type ResourceKey } from 'i18next';
import resourcesToBackend from 'i18next-resources-to-backend';
import { initReactI18next } from 'react-i18next';
import { isolateInSentence } from '@/lib/isolate-bidi.ts';
import { loadFile } from '@/lib/lost-files.ts';
import { reportLostStart } from '@/lib/lost-start.ts';
import { directionOf, FALLBACK_LOCALE, type Locale, matchLocale, oneStop } from '../../server/core/locale.ts';

const STORAGE_KEY = 'sponsio.lang';
/** Texts of refusals have come that a screen showed as missing. */
export const REFUSALS_LOADED = 'refusalsLoaded';

interface Texts {
  start: Record<string, ResourceKey>;
  bundles: Record<string, () => Promise<ResourceKey>>;
}

/**
 * One build chunk per language with the texts that every page starts with and the addresses of the other files; only
 * the active language is fetched.
 */
export type Languages = Record<Locale, () => Promise<Texts>>;

export const LANGUAGE_NAMES: Record<Locale, string> = {
  en: 'English',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
  zh: '中文',
  ru: 'Русский',
  ar: 'العربية',
};

/** Values are put into a sentence before its end is looked at. */
export const ONE_STOP = { type: 'postProcessor', name: 'stop', process: oneStop } as const;

/**
 * Saved preference → `lang` of this address, for this visit only → browser → language of the page → English. An
 * explicit `lang` wins over the saved preference while it is in the address; only the language switcher saves it.
 */
function detectLocale({
  search,
  saved,
  browser,
  page,
}: {
  search: string;
  saved: string | null;
  browser: readonly string[];
  page: string;
}): Locale {
  const candidates = [new URLSearchParams(search).get('lang'), saved, ...browser, page];
  for (const candidate of candidates) {
    const locale = matchLocale(candidate);
    if (locale) return locale;
  }
  return FALLBACK_LOCALE;
}

/** Resolves when the shared texts of the active language are loaded; features load theirs with their screens. */
export async function startI18n(languages: Languages): Promise<void> {
  const locale = detectLocale({
    search: window.location.search,
    saved: readSaved(),
    browser: navigator.languages,
    page: document.documentElement.lang,
  });
  i18next.on('languageChanged', (language) => void applyDocumentLocale(toLocale(language)));
  const endOfStart = reportLostStart();
  await i18next
    .use(
      resourcesToBackend(async (language: string, namespace: string) => {
        const texts = await loadFile(languages[toLocale(language)]);
        const load = texts.bundles[`/locales/${language}/${namespace}.json`];
        const found = texts.start[namespace] ?? (load ? await loadFile(load) : undefined);
        if (!found) throw new Error(`No texts for ${language}/${namespace}`);
        return found;
      }),
    )
    .use(initReactI18next)
    .use(ONE_STOP)
    .init({
      lng: locale,
      // Every key exists in every language (a test proves it); English as a fallback would double the bytes.
      fallbackLng: false,
      // The start page needs no more; all other pages wait for `common` before they render.
      ns: ['nav'],
      defaultNS: 'common',
      // React escapes; this only isolates values of the other writing direction.
      interpolation: { escapeValue: true, escape: (value: string) => isolateInSentence(value, i18next.dir()) },
      postProcess: ONE_STOP.name,
      react: { useSuspense: true, bindI18n: `languageChanged ${REFUSALS_LOADED}` },
    });
  endOfStart();
}

/** For route loaders: loads the texts in parallel with the data. */
export async function loadTexts(...namespaces: Extract<Namespace, string>[]): Promise<void> {
  await i18next.loadNamespaces(namespaces);
}

/** Changes the language at once, saves it and sends it to the server by cookie. */
export async function switchLanguage(locale: Locale): Promise<void> {
  save(locale);
  const url = new URL(window.location.href);
  if (url.searchParams.has('lang')) {
    url.searchParams.set('lang', locale);
    window.history.replaceState(window.history.state, '', url);
  }
  await i18next.changeLanguage(locale);
}

/** The language chosen with the switcher, now or on an earlier visit. */
export function savedLocale(): Locale | null {
  return matchLocale(readSaved());
}

export function currentLocale(): Locale {
  return toLocale(i18next.language);
}

async function applyDocumentLocale(locale: Locale): Promise<void> {
  document.documentElement.lang = locale;
  document.documentElement.dir = directionOf(locale);
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', `/manifest.webmanifest?lang=${locale}`);
  if (locale === 'ar') await import('@/styles/fonts-arabic.ts').catch(() => {});
}

function toLocale(language: string | undefined): Locale {
  return matchLocale(language) ?? FALLBACK_LOCALE;
}

function readSaved(): string | null {
  try {
    return window.localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function save(locale: Locale): void {
  try {
    window.localStorage.setItem(STORAGE_KEY, locale);
  } catch {
    // Storage may be forbidden; the cookie below still carries the choice.
  }
  document.cookie = `lang=${locale}; Path=/; Max-Age=31536000; SameSite=Lax`;
}
