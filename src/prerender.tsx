import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import i18next, { type ResourceKey } from 'i18next';
import resourcesToBackend from 'i18next-resources-to-backend';
import type { ReactNode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { initReactI18next } from 'react-i18next';
import { LOCALES, type Locale } from '../server/core/locale.ts';
import { ONE_STOP } from '@/lib/i18n.ts';
import { isolateBidi, isolateInSentence } from '@/lib/isolate-bidi.ts';
import { type FiguresMode, setFiguresMode } from '@/lib/figures-mode.ts';
import { AuthPage } from '@/features/accounts/AuthPage.tsx';
import { ResetPage } from '@/features/accounts/ResetPage.tsx';
import { VerifyPage } from '@/features/accounts/VerifyPage.tsx';
import { StartPage } from '@/features/welcome/StartPage.tsx';

const NAMESPACES = ['nav', 'common', 'landing', 'accounts', 'errors'];
const texts = import.meta.glob<ResourceKey>(
  [
    '../locales/*/nav.json',
    '../locales/*/common.json',
    '../locales/*/landing.json',
    '../locales/*/accounts.json',
    '../locales/*/errors.json',
  ],
  { import: 'default' },
);

/** The start page as HTML in every language, for each of its figures. Runs in Node at the end of the client's build (see `vite.config.ts`). */
export async function renderLanding(): Promise<Record<FiguresMode, Record<Locale, string>>> {
  await i18next
    .use(
      resourcesToBackend(async (language: string, namespace: string) =>
        texts[`../locales/${language}/${namespace}.json`]?.(),
      ),
    )
    .use(initReactI18next)
    .use(ONE_STOP)
    .init({
      lng: LOCALES[0],
      fallbackLng: false,
      ns: NAMESPACES,
      defaultNS: 'common',
      interpolation: { escapeValue: true, escape: (value: string) => isolateInSentence(value, i18next.dir()) },
      postProcess: ONE_STOP.name,
      react: { useSuspense: true },
    });
  const pages: Record<FiguresMode, Record<Locale, string>> = {
    copy: {} as Record<Locale, string>,
    measured: {} as Record<Locale, string>,
  };
  for (const locale of LOCALES) {
    await i18next.changeLanguage(locale);
    for (const mode of ['copy', 'measured'] as const) {
      setFiguresMode(mode);
      pages[mode][locale] = await htmlOf(<StartPage />);
    }
  }
  return pages;
}

/** Replaced by the server with the address from the URL, escaped. */
const EMAIL = '__EARLY_EMAIL__';

/**
 * The account pages as HTML by address and tab (`/auth?tab=sign-up`), each with its form, without a session. Pages for
 * codes come twice: they differ where the URL names the mailbox (`/verify-account?email`).
 */
export async function renderAccountPages(): Promise<Record<string, Record<Locale, string>>> {
  const pages: Record<string, Record<Locale, string>> = {};
  const codePages = {
    // Within a sentence: isolated here, since the server only replaces text.
    '/verify-account': (email: string | undefined) => (
      <VerifyPage email={email && isolateBidi(email)} next={undefined} session={null} />
    ),
    '/reset-password': (email: string | undefined) => <ResetPage email={email} userType={undefined} next={undefined} />,
  };
  const addresses = [
    ['/admin', 'admin'],
    ['/auth', 'auth'],
    ['/business-auth', 'business'],
    ['/influencer-auth', 'influencer'],
  ] as const;
  for (const locale of LOCALES) {
    await i18next.changeLanguage(locale);
    for (const [path, portal] of addresses) {
      for (const tab of portal === 'admin' ? (['sign-in'] as const) : (['sign-in', 'sign-up'] as const)) {
        const address = tab === 'sign-up' ? `${path}?tab=sign-up` : path;
        await render(address, <AuthPage portal={portal} tab={tab} next={undefined} incomplete={null} />);
      }
    }
    for (const [path, page] of Object.entries(codePages)) {
      await render(path, page(undefined));
      await render(`${path}?email`, page(EMAIL));
    }
    async function render(address: string, page: ReactNode): Promise<void> {
      pages[address] ??= {} as Record<Locale, string>;
      pages[address][locale] = await renderPage(() => page, address);
    }
  }
  return pages;
}

/** A router for the links; the page needs nothing else of the app. */
async function renderPage(component: () => ReactNode, address: string): Promise<string> {
  const router = createRouter({
    routeTree: createRootRoute({ component }),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  await router.load();
  return htmlOf(<RouterProvider router={router} />);
}

async function htmlOf(page: ReactNode): Promise<string> {
  // Everything is rendered in place, so that no script moves it afterwards.
  const { prelude } = await prerenderToNodeStream(page, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  let html = '';
  for await (const chunk of prelude) html += String(chunk);
  // The server writes the head, by language and address.
  return html.replace(/<title>[^<]*<\/title>/u, '').replace(/^(<link[^>]*>)+/u, '');
}
