import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { withInstance } from '../bench/lib/instance.ts';
import { LOCALES, type Locale } from '../server/core/locale.ts';
import { type Persona, PERSONAS } from '../src/lib/screens.ts';
import { SCREENS } from '../src/lib/screens.gen.ts';
import { violations } from './lib/axe-page.ts';
import { findChromium } from './lib/chromium.ts';
import { cookieChoiceMade } from './lib/cookie-choice.ts';
import { demoRecords, signInDemo } from './lib/demo-session.ts';
import { explain, StartFailure } from './lib/failure.ts';
import { readFlags } from './lib/flags.ts';
import { pageComplete } from './lib/page-complete.ts';
import { print, table } from './lib/progress.ts';
import { stopsOf } from './lib/tour.ts';

const HELP = `npm run axe -- [--routes public,account] [--lang ${LOCALES.join(',')}] [--url http://127.0.0.1:3000]

Looks with axe at every public page and every page that all accounts share, in eight languages, light and dark, on an instance
of its own with the demo (or the running one at --url). --routes may also name personas, ${PERSONAS.join(', ')}: all their screens.
Ends with 1 when a rule is broken.
`;

/** Public addresses outside of the tour: other tabs, outcomes, an unknown address. */
const MORE_PUBLIC = [
  '/auth?tab=sign-up',
  '/business-auth?tab=sign-up',
  '/influencer-auth?tab=sign-up&as=agent',
  '/features?for=creator',
  '/features?for=agent',
  '/instagram/callback?error=access_denied',
  '/no-such-page',
];

/** In a second theme the same elements have other colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

interface Visit {
  who: Persona | 'public';
  addresses: string[];
  /** With the cookie dialog open, which covers every page. */
  first?: true;
}

const isShared = (address: string): boolean => {
  const screen = SCREENS[address as keyof typeof SCREENS];
  return screen?.access === 'signed-in' && screen.personas.length === PERSONAS.length;
};

async function visitsOf(group: string, browser: Browser, url: string): Promise<Visit[]> {
  if (group === 'public')
    return [
      { who: 'public', addresses: [...stopsOf('public', {}).map(({ address }) => address), ...MORE_PUBLIC] },
      { who: 'public', addresses: ['/', '/auth'], first: true },
    ];
  if (group === 'account')
    return PERSONAS.map((who) => ({
      who,
      addresses: stopsOf(who, {})
        .map(({ address }) => address)
        .filter(isShared),
    }));
  const who = PERSONAS.find((persona) => persona === group);
  if (!who) throw new StartFailure(`--routes knows public, account, ${PERSONAS.join(', ')}, not ${group}`);
  const context = await browser.newContext({ storageState: await sessionOf(browser, url, who) });
  const addresses = stopsOf(who, await demoRecords(context, url, who)).map(({ address }) => address);
  await context.close();
  return [{ who, addresses }];
}

/** Both themes of one address; the start page is scrolled to its end first, which renders its parts. */
async function violationsOf(page: Page, address: string): Promise<Record<'light' | 'dark', string[]>> {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(address);
  // The start page loads the app at the first input.
  await page.mouse.move(1, 1);
  await pageComplete(page);
  if (address === '/') {
    for (const part of ['features', 'how', 'testimonials', 'pricing', 'start']) {
      // At once: the parts are rendered again when the app starts.
      await page.locator(`#${part}`).evaluate((element) => element.scrollIntoView());
      await page.locator(`#${part} h2`).first().waitFor();
    }
  }
  const light = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html.dark').waitFor();
  await pageComplete(page);
  return { light, dark: await violations(page, COLOUR_RULES) };
}

interface Row {
  who: string;
  lang: Locale;
  pages: number;
  found: string[];
}

type Cookies = Awaited<ReturnType<BrowserContext['storageState']>>;
const sessions = new Map<Persona, Promise<Cookies>>();

/**
 * One session per persona for all its languages: an authenticator code is valid for one sign-in, the next one half a
 * minute later.
 */
function sessionOf(browser: Browser, url: string, who: Persona): Promise<Cookies> {
  const begun = sessions.get(who);
  if (begun) return begun;
  const signingIn = (async () => {
    const context = await browser.newContext();
    await signInDemo(context, url, who);
    const cookies = await context.storageState();
    await context.close();
    return cookies;
  })();
  sessions.set(who, signingIn);
  return signingIn;
}

async function visit(browser: Browser, url: string, { who, addresses, first }: Visit, lang: Locale): Promise<Row> {
  const session = who === 'public' ? {} : { storageState: await sessionOf(browser, url, who) };
  const context = await browser.newContext({
    ...session,
    baseURL: url,
    locale: lang,
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 900 },
  });
  await context.addInitScript((code) => localStorage.setItem('sponsio.lang', code), lang);
  if (!first) await cookieChoiceMade(context);
  const page = await context.newPage();
  const found: string[] = [];
  for (const address of addresses) {
    const themes = await violationsOf(page, address);
    for (const [theme, broken] of Object.entries(themes))
      found.push(...broken.map((text) => `${who} ${address} ${lang} ${theme}: ${text}`));
  }
  await context.close();
  return { who: first ? `${who}, first visit` : who, lang, pages: addresses.length, found };
}

async function checkAll(url: string, groups: readonly string[], languages: readonly Locale[]): Promise<Row[]> {
  const browser = await chromium.launch({
    executablePath: (await findChromium()) ?? undefined,
    args: ['--disable-dev-shm-usage'],
  });
  try {
    const visits: Visit[] = [];
    for (const group of groups) visits.push(...(await visitsOf(group, browser, url)));
    const rows: Row[] = [];
    for (const one of visits) {
      // Two at a time: one loads while the other is checked.
      for (let first = 0; first < languages.length; first += 2) {
        const pair = await Promise.all(languages.slice(first, first + 2).map((lang) => visit(browser, url, one, lang)));
        rows.push(...pair);
        for (const text of pair.flatMap(({ found }) => found)) print(text);
      }
      print(`  … ${one.who}: ${one.addresses.length} pages in ${languages.length} languages`);
    }
    return rows;
  } finally {
    await browser.close();
  }
}

try {
  const { values } = readFlags({
    options: {
      help: { type: 'boolean' },
      routes: { type: 'string', default: 'public,account' },
      lang: { type: 'string', default: LOCALES.join(',') },
      url: { type: 'string' },
    },
  });
  if (values.help) {
    print(HELP);
    process.exit(0);
  }
  const list = (text: string) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
  const languages = LOCALES.filter((locale) => list(values.lang).includes(locale));
  const rows = values.url
    ? await checkAll(values.url, list(values.routes), languages)
    : await withInstance([], ({ url }) => checkAll(url, list(values.routes), languages));
  const people = [...new Set(rows.map(({ who }) => who))];
  const counts = people.map((who) => {
    const own = rows.filter((row) => row.who === who);
    return [who, `${own[0]?.pages ?? 0} pages`, ...own.map(({ lang, found }) => `${lang} ${found.length}`)];
  });
  print(`\nWhat axe finds, light and dark\n${table(counts)}`);
  const total = rows.reduce((sum, { found }) => sum + found.length, 0);
  print(total === 0 ? 'No rule is broken.' : `${total} findings, named above.`);
  process.exitCode = rows.length === 0 || total > 0 ? 1 : 0;
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
