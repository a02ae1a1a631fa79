import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import i18next, { type ResourceKey } from 'i18next';
import resourcesToBackend from 'i18next-resources-to-backend';
import { prerenderToNodeStream } from 'react-dom/static';
import { initReactI18next } from 'react-i18next';
import { LOCALES, type Locale } from '../server/core/locale.ts';
import { intoSentence } from '@/lib/apart.ts';
import { setFiguresMode } from '@/lib/figures-mode.ts';
import { Welcome } from '@/features/welcome/Welcome.tsx';

const NAMESPACES = ['nav', 'common', 'landing'];
const texts = import.meta.glob<ResourceKey>(['../locales/*/nav.json', '../locales/*/common.json', '../locales/*/landing.json'], { import: 'default' });

/** The start page as HTML in every language, with claimed figures and with room for measured ones. Runs in Node, at the end of the client's build (see `vite.config.ts`). */
export async function renderLanding(): Promise<Record<'copy' | 'measured', Record<Locale, string>>> {
  await i18next
    .use(resourcesToBackend(async (language: string, namespace: string) => texts[`../locales/${language}/${namespace}.json`]?.()))
    .use(initReactI18next)
    .init({ lng: LOCALES[0], fallbackLng: false, ns: NAMESPACES, defaultNS: 'common', interpolation: { escapeValue: true, escape: (value: string) => intoSentence(value, i18next.dir()) }, react: { useSuspense: true } });
  const pages = { copy: {} as Record<Locale, string>, measured: {} as Record<Locale, string> };
  for (const locale of LOCALES) {
    await i18next.changeLanguage(locale);
    for (const mode of ['copy', 'measured'] as const) {
      setFiguresMode(mode);
      pages[mode][locale] = await renderPage();
    }
  }
  return pages;
}

/** A router of its own: links need one, and the page needs nothing else of the app. */
async function renderPage(): Promise<string> {
  const router = createRouter({ routeTree: createRootRoute({ component: Welcome }), history: createMemoryHistory({ initialEntries: ['/'] }) });
  await router.load();
  // Everything in its place, nothing moved there by a script afterwards.
  const { prelude } = await prerenderToNodeStream(<RouterProvider router={router} />, { progressiveChunkSize: Number.POSITIVE_INFINITY });
  let html = '';
  for await (const chunk of prelude) html += String(chunk);
  // The head is the server's, by language and address.
  return html.replace(/<title>[^<]*<\/title>/u, '').replace(/^(<link[^>]*>)+/u, '');
}
