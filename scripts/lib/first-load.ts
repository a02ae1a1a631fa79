import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { LOCALES, type Locale } from '../../server/core/locale.ts';
import { PERSONAS } from '../../src/lib/screens.ts';
import { SCREENS } from '../../src/lib/screens.gen.ts';
import { demoRecords, signInDemo } from './demo-session.ts';
import { pageComplete } from './page-complete.ts';
import { projectRoot } from './paths.ts';
import { type Stop, stopsOf } from './tour.ts';

/** Gzipped bytes of JavaScript a first visit may load. */
export const FIRST_LOAD_BARS = { landing: 130_000, public: 190_000, signedIn: 250_000, editor: 320_000 } as const;

/** Routes with a plot, a map or an editor. */
const EDITORS = new Set<string>([
  '/post-influencer-campaign',
  '/post-influencer-campaign?draft',
  '/post-ad',
  '/collaboration-request/new',
  '/collaboration-request/$offerId',
  '/discovery',
  '/browse-ads',
  '/creator/$handle',
  '/creator-profile',
  '/dynamic-pricing',
]);

/** What the heaviest route of each kind weighs, rounded up: the gate refuses more, and the figures only go down. */
const CEILINGS: Record<number, number> = {
  [FIRST_LOAD_BARS.landing]: 129_500,
  [FIRST_LOAD_BARS.public]: 190_000,
  [FIRST_LOAD_BARS.signedIn]: 250_000,
  [FIRST_LOAD_BARS.editor]: 268_000,
};
export const ceilingOf = (route: string): number => CEILINGS[barOf(route)] ?? barOf(route);

/** A script that starts later than this after the one before is not part of the first visit. */
const QUIET_MS = 5000;
/** Pages that are open at a time: most of a visit is idle. */
const VISITS_AT_A_TIME = 6;

type StoredState = Awaited<ReturnType<BrowserContext['storageState']>>;

export interface FirstLoad {
  route: string;
  persona: Stop['persona'];
  bytes: number;
  bar: number;
  over: boolean;
  /** Its scripts, heaviest first. */
  parts: { file: string; bytes: number }[];
}

/** Addresses below a screen count as that screen. */
function barOf(route: string): number {
  if (route === '/') return FIRST_LOAD_BARS.landing;
  if (EDITORS.has(route)) return FIRST_LOAD_BARS.editor;
  const screen = Object.entries(SCREENS).find(([path]) => path === route)?.[1];
  return screen?.access === 'public' ? FIRST_LOAD_BARS.public : FIRST_LOAD_BARS.signedIn;
}

/** The language whose texts are the heaviest when they arrive. */
export function heaviestLocale(): Locale {
  const weigh = (locale: Locale): number => {
    const folder = join(projectRoot, 'locales', locale);
    return readdirSync(folder).reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0);
  };
  const weights = LOCALES.map((locale) => ({ locale, bytes: weigh(locale) }));
  return weights.reduce((most, one) => (one.bytes > most.bytes ? one : most)).locale;
}

/** Inline scripts of the page. */
function inlineScripts(html: string): string {
  return [...html.matchAll(/<script\b(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gu)].map((match) => match[1]).join('\n');
}

/** One first visit without any input: every script until {@link QUIET_MS} after the last one began. */
async function visit(
  context: BrowserContext,
  address: string,
  weigh: (url: string) => Promise<number>,
): Promise<FirstLoad['parts']> {
  const page = await context.newPage();
  const scripts = watchScripts(page);
  const answer = await page.goto(address, { waitUntil: 'load' });
  await pageComplete(page);
  const inline = gzipSync(inlineScripts((await answer?.text()) ?? '')).length;
  const seen = await scripts.untilQuiet();
  await page.close();
  const files = [...seen].map(async (url) => ({ file: new URL(url).pathname, bytes: await weigh(url) }));
  return [{ file: '(in the page)', bytes: inline }, ...(await Promise.all(files))].sort((a, b) => b.bytes - a.bytes);
}

interface Scripts {
  /** A visit begins: what was requested before it does not count. */
  begin(): void;
  /** Addresses of the scripts of this visit, once none has begun for a while. */
  untilQuiet(): Promise<ReadonlySet<string>>;
}

/** Notes the scripts that a page requests, those that its cache answers included. */
export function watchScripts(page: Page): Scripts {
  let scripts = new Set<string>();
  let last = Date.now();
  page.on('request', (request) => {
    if (request.resourceType() !== 'script') return;
    scripts.add(request.url());
    last = Date.now();
  });
  // On a busy machine scripts run for a while after the page is complete.
  page.on('requestfinished', () => (last = Date.now()));
  return {
    begin() {
      scripts = new Set();
      last = Date.now();
    },
    async untilQuiet() {
      // An open event stream never ends, so the network never becomes idle.
      for (let rest = QUIET_MS; rest > 0; rest = last + QUIET_MS - Date.now()) await pause(rest);
      return scripts;
    },
  };
}

type Chunks = Record<string, { file: string }>;

/** The path of the chunk with the same texts in another language; any other path as it is. */
function inLocale(locale: Locale): (path: string) => string {
  const chunks = JSON.parse(readFileSync(join(projectRoot, 'dist/client/.vite/manifest.json'), 'utf8')) as Chunks;
  const sources = new Map(Object.entries(chunks).map(([source, { file }]) => [`/${file}`, source]));
  return (path) => {
    const other = sources
      .get(path)
      ?.replace(/^(locales\/|src\/lib\/texts\/(?:start\/)?)[a-z]{2}(?=[./])/u, `$1${locale}`);
    return other && chunks[other] ? `/${chunks[other].file}` : path;
  };
}

/**
 * Sums up the scripts of a visit in any language as if it had been in the one whose texts are the heaviest. `html`: the page
 * itself, whose inline scripts count.
 */
export function heaviestLoads(url: string): (scripts: ReadonlySet<string>, html: string) => Promise<number> {
  const weigh = weigher();
  const heaviest = inLocale(heaviestLocale());
  return async (scripts, html) => {
    const files = new Set([...scripts].map((one) => new URL(heaviest(new URL(one).pathname), url).href));
    const bytes = await Promise.all([...files].map(weigh));
    return bytes.reduce((sum, one) => sum + one, gzipSync(inlineScripts(html)).length);
  };
}

function weigher(): (url: string) => Promise<number> {
  const known = new Map<string, Promise<number>>();
  return (url) => {
    const size =
      known.get(url) ??
      fetch(url).then(async (answer) => {
        if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
        return gzipSync(Buffer.from(await answer.arrayBuffer())).length;
      });
    known.set(url, size);
    return size;
  };
}

/**
 * Visits every built route of an instance with the demo as its persona, each with an empty cache, and sums up the
 * scripts. A route that several personas open counts with the heaviest visit. Heaviest first.
 */
export async function measureFirstLoads(
  browser: Browser,
  url: string,
  which: (stop: Stop) => boolean = () => true,
): Promise<FirstLoad[]> {
  const locale = heaviestLocale();
  const weigh = weigher();
  const fresh = async (state?: StoredState): Promise<BrowserContext> => {
    const context = await browser.newContext({ baseURL: url, locale, ...(state ? { storageState: state } : {}) });
    // Set in this browser: otherwise the account's language would be loaded as well.
    await context.addInitScript((lang) => localStorage.setItem('sponsio.lang', lang), locale);
    await context.addCookies([{ name: 'lang', value: locale, url }]);
    return context;
  };
  const stops: { stop: Stop; state?: StoredState }[] = stopsOf('public', {}).map((stop) => ({ stop }));
  for (const persona of PERSONAS) {
    const context = await fresh();
    await signInDemo(context, url, persona);
    const state = await context.storageState();
    stops.push(...stopsOf(persona, await demoRecords(context, url, persona)).map((stop) => ({ stop, state })));
    await context.close();
  }
  const heaviest = new Map<string, FirstLoad>();
  const waiting = stops.filter(({ stop }) => which(stop));
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { stop, state } = next;
      const context = await fresh(state);
      const parts = await visit(context, stop.address, weigh);
      await context.close();
      const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
      const bar = barOf(stop.route);
      const before = heaviest.get(stop.route);
      if (!before || before.bytes < bytes)
        heaviest.set(stop.route, { route: stop.route, persona: stop.persona, bytes, bar, over: bytes > bar, parts });
    }
  };
  await Promise.all(Array.from({ length: VISITS_AT_A_TIME }, worker));
  return [...heaviest.values()].sort((a, b) => b.bytes - a.bytes);
}
