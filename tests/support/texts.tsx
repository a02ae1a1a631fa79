import { readdirSync, readFileSync } from 'node:fs';
import { createInstance, type i18n } from 'i18next';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider, initReactI18next, setI18n } from 'react-i18next';
import { ONE_STOP } from '../../src/lib/i18n.ts';
import { isolateInSentence } from '../../src/lib/isolate-bidi.ts';
import type { Locale } from '../../server/core/locale.ts';

const read = new Map<Locale, Promise<i18n>>();

/** An i18next with all texts of one language, from the files; each language is read once. It is not to be changed. */
export async function textsIn(locale: Locale): Promise<i18n> {
  const texts = read.get(locale) ?? readTexts(locale);
  read.set(locale, texts);
  // What renders outside of a provider takes the last one.
  setI18n(await texts);
  return texts;
}

async function readTexts(locale: Locale): Promise<i18n> {
  const instance = createInstance();
  const namespaces = readdirSync(`locales/${locale}`).map((file) => file.replace(/\.json$/u, ''));
  const texts = Object.fromEntries(
    namespaces.map((name) => [name, JSON.parse(readFileSync(`locales/${locale}/${name}.json`, 'utf8'))]),
  );
  await instance
    .use(initReactI18next)
    .use(ONE_STOP)
    .init({
      lng: locale,
      fallbackLng: false,
      ns: namespaces,
      defaultNS: 'common',
      resources: { [locale]: texts },
      interpolation: { escapeValue: true, escape: (value: string) => isolateInSentence(value, instance.dir()) },
      postProcess: ONE_STOP.name,
    });
  return instance;
}

/** The markup of a component as the server would write it, in one language. */
export async function markup(node: ReactNode, locale: Locale = 'en'): Promise<string> {
  return renderToStaticMarkup(<I18nextProvider i18n={await textsIn(locale)}>{node}</I18nextProvider>);
}
