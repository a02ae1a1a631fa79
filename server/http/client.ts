import { promises as fs } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ADDRESSES } from '../core/addresses.ts';
import { directionOf, FALLBACK_LOCALE, matchLocale, type Locale } from '../core/locale.ts';
import type { Env } from '../env.ts';
import type { FeeTerms } from '../features/ledger/charges/rules.ts';
import { SHIPPED_FEE, writtenFee } from '../features/policies/fees/rules.ts';
import { escape, headOf, isIndexed, lostTexts, type PublicPage, robots, sitemap, withoutScripts } from './seo.ts';

function cookie(header: string | undefined, name: string): string | null {
  return (
    header
      ?.split(/;\s*/)
      .find((p) => p.startsWith(`${name}=`))
      ?.slice(name.length + 1) ?? null
  );
}

/**
 * Explicit `?lang=`, then the `lang` cookie that mirrors local storage, then the browser's `Accept-Language`, then
 * English.
 */
export function requestLocale(
  query: Record<string, unknown>,
  cookieHeader: string | undefined,
  acceptLanguage: string | undefined,
): Locale {
  const requested = typeof query['lang'] === 'string' ? matchLocale(query['lang']) : null;
  if (requested) return requested;
  const kept = matchLocale(cookie(cookieHeader, 'lang'));
  if (kept) return kept;
  for (const part of (acceptLanguage ?? '').split(',')) {
    const found = matchLocale(part.split(';')[0]?.trim());
    if (found) return found;
  }
  return FALLBACK_LOCALE;
}

/** The page of an address, or JSON for addresses that programs call. */
export type PageAnswer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Turns "/creator/$handle" into a matcher for one path. */
function matcher(pattern: string): RegExp {
  const source = pattern
    .split('/')
    .map((s) => (s.startsWith('$') ? '[^/]+' : s.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('/');
  return new RegExp(`^${source}/?$`);
}

/** Title and description of the shell, as the dev server shows them; every answer replaces them. */
const SHELL_HEAD = /<meta name="description"[^>]*>\s*<title>[^<]*<\/title>/;
const NO_SCRIPT = /<noscript>[^<]*<\/noscript>/;
const LOST_TEXTS = /<template id="lost-texts">.*?<\/template>/s;

interface Build {
  shell: string;
  /** Null while the build lists no routes: every path is then treated as one of the client's. */
  routes: RegExp[] | null;
  pages: PublicPage[];
  landing: Landing | null;
}

/** Which figures the start page shows (`src/lib/figures-mode.ts`). */
type Figures = Env['LANDING_FIGURES'];

/** The start page as the build rendered it, with its styles (`vite.config.ts`). */
interface Landing {
  html: Record<Figures, Record<Locale, string>>;
  /** Its entry, and the scripts that this one imports. */
  start: { script: string; imports: string[] };
  early: Record<'latin' | 'cyrillic' | 'arabic', { styles: string[]; fonts: string[] }>;
  /** The account pages by address and tab, with their scripts by address, and by tab where it has further ones. */
  accounts?: { html: Record<string, Record<Locale, string>>; scripts: Record<string, Record<Locale, string[]>> };
}

const APP_SCRIPT = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/;
const APP_PRELOADS = /\s*<link rel="modulepreload"[^>]*>/g;

/** A press may begin before the program runs and end after it: the live page waits for its end (`src/lib/early-page.ts`). */
const TRACK_PRESS = `
  addEventListener('pointerdown', () => (window.earlyPressOpen = true), true);
  for (const act of ['pointerup', 'pointercancel']) addEventListener(act, () => (window.earlyPressOpen = false), true);`;

/**
 * Inline script that loads the script of the start page. The page works without it, so it is fetched after the page is
 * painted and runs at the first touch, move, key or scroll, at the latest after three seconds: until then the phone's
 * main thread stays free. Signed-in users get it at once, with other links. The browser's install offer comes once and
 * is stored (`src/lib/install-offer.ts`), and so is a click on a control that does nothing without the script
 * (`data-early`, `src/features/welcome/replace-page.ts`).
 */
const WAKE = `(source, imports, now) => {
  const acts = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin', 'wheel', 'scroll'];
  const policy = window.trustedTypes?.createPolicy('app-script', { createScriptURL: () => source });
  let wanted = now, painted = false, begun = false;
  let fetched = false;
  const fetchAll = () => {
    if (fetched) return;
    fetched = true;
    for (const href of [source, ...imports]) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }));
  };
  const begin = () => {
    wanted = true;
    if (!painted || begun) return;
    begun = true;
    for (const act of acts) removeEventListener(act, begin);
    fetchAll();
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: policy ? policy.createScriptURL('') : source }));
  };
  for (const act of acts) addEventListener(act, begin, { passive: true });
  addEventListener('click', ({ target }) => {
    const button = target.closest?.('[data-early]');
    if (button && window.earlyClick !== null) window.earlyClick = button.dataset.early;
  });
  ${TRACK_PRESS}
  addEventListener('beforeinstallprompt', (event) => {
    if (begun) return;
    event.preventDefault();
    window.earlyInstallOffer = event;
    begin();
  });
  addEventListener('load', () => {
    painted = true;
    if (wanted || scrollY > 0) return begin();
    fetchAll();
    setTimeout(begin, 3000);
  });
}`.replaceAll(/\n\s*/g, ' ');

/** A cookie does not prove a session, but without one there is none. */
const SESSION_COOKIE = /\.session_token=/;

/** The shell with the start page in it, readable without any script. */
function withLanding(
  shell: string,
  { html, start, early }: Landing,
  figures: Figures,
  locale: Locale,
  signedIn: boolean,
): string {
  const { styles, fonts } = early[locale === 'ar' ? 'arabic' : locale === 'ru' ? 'cyrillic' : 'latin'];
  const links = [
    ...fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`),
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
  ];
  return shell
    .replace(APP_PRELOADS, '')
    .replace(
      APP_SCRIPT,
      () =>
        `<script nonce="__CSP_NONCE__">(${WAKE})('/${start.script}', ${JSON.stringify(start.imports.map((file) => `/${file}`))}, ${signedIn})</script>`,
    )
    .replace('</head>', () => `  ${links.join('\n    ')}\n  </head>`)
    .replace('<div id="root"></div>', () => `<div id="root" lang="${locale}">${html[figures][locale]}</div>`);
}

/**
 * Before the app has loaded, it does not handle the form of an account page: the browser sends nothing itself, and a
 * press is stored (`src/lib/early-page.ts` repeats it) and marked as pending, once a button unless it shows and hides
 * something. Links beside the form work at once.
 */
const KEEP_PRESSES = `() => {
  ${TRACK_PRESS}
  const presses = window.earlyPresses = [];
  const early = (target) => target.closest?.('#early');
  addEventListener('submit', (event) => early(event.target) && event.preventDefault(), true);
  addEventListener('click', (event) => {
    const control = event.target.closest?.('#early main a, #early button');
    if (!control || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!control.hasAttribute('aria-controls') && presses.includes(control)) return;
    presses.push(control);
    control.setAttribute('aria-busy', 'true');
  }, true);
}`.replaceAll(/\n\s*/g, ' ');

/**
 * Loads all scripts of an account page at once. It comes after the page, where a browser runs it once the styles are
 * loaded: on a slow line they come first, and the form can be filled in meanwhile.
 */
const FETCH_PROGRAM = `(source, scripts) => {
  const policy = window.trustedTypes?.createPolicy('app-script', { createScriptURL: () => source });
  for (const href of scripts) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }));
  document.head.append(Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '', src: policy ? policy.createScriptURL('') : source }));
}`.replaceAll(/\n\s*/g, ' ');

/** An address as a mail or a form writes it into a link; without what the client's router would read as JSON. */
const MAILBOX = /^[^\s\p{C}"[{][^\s\p{C}]*@[^\s\p{C}]+$/u;

/**
 * Which rendered account page this address shows, and the mailbox to put into it. Null where the live page would differ
 * from every rendered one: with a session, a portal only redirects and the verification page takes the session's mailbox.
 */
function accountPageOf(
  path: string,
  { tab, email }: Record<string, unknown>,
  signedIn: boolean,
): { page: string; email: string } | null {
  if (path !== ADDRESSES.verifyAccount && path !== ADDRESSES.resetPassword)
    return signedIn ? null : { page: tab === 'sign-up' ? `${path}?tab=sign-up` : path, email: '' };
  if (email === undefined) return signedIn && path === ADDRESSES.verifyAccount ? null : { page: path, email: '' };
  const readable = typeof email === 'string' && email.length <= 254 && MAILBOX.test(email);
  return readable ? { page: `${path}?email`, email } : null;
}

const PRELOADED = /<link rel="modulepreload"[^>]* href="([^"]+)"/g;

/** The shell with a rendered account page beside the root of the app. */
function withAccountPage(shell: string, html: string, scripts: readonly string[], locale: Locale): string {
  const all = [...[...shell.matchAll(PRELOADED)].map((match) => match[1]), ...scripts.map((file) => `/${file}`)];
  const source = APP_SCRIPT.exec(shell)?.[1] ?? '';
  const inline = (script: string) => `<script nonce="__CSP_NONCE__">${script}</script>`;
  return shell
    .replace(APP_PRELOADS, '')
    .replace(APP_SCRIPT, '')
    .replace('<script', (tag) => `${inline(`(${KEEP_PRESSES})()`)}\n    ${tag}`)
    .replace(
      '<div id="root"></div>',
      () =>
        `<div id="root"></div><div id="early" lang="${locale}" dir="${directionOf(locale)}">${html}</div>${inline(`(${FETCH_PROGRAM})('${source}', ${JSON.stringify(all)})`)}`,
    );
}

const FRESH_MS = 60_000;

/** Reads a value at most once a minute. A page is also sent while the database is away: with the value that was read last. */
function readOften<T>(read: () => Promise<T>, first: T): () => Promise<T> {
  let known: { value: T; at: number } = { value: first, at: -FRESH_MS };
  return async () => {
    const now = performance.now();
    if (now - known.at < FRESH_MS) return known.value;
    const value = await read().catch(() => known.value);
    known = { value, at: now };
    return value;
  };
}

/** Reads the built shell, again after each new build, so that pages never reference deleted assets. */
function buildReader(root: string): () => Promise<Build | null> {
  const writtenAt = (name: string) =>
    fs.stat(path.join(root, name)).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    );
  let seen: { at: string; build: Build } | null = null;
  return async () => {
    // The start page is written last, a moment after the shell.
    const [shellAt, landingAt] = await Promise.all([writtenAt('index.html'), writtenAt('landing.json')]);
    if (shellAt === null) return null;
    const at = `${shellAt} ${landingAt}`;
    if (seen?.at === at) return seen.build;
    const json = (name: string): Promise<unknown> =>
      fs
        .readFile(path.join(root, name), 'utf8')
        .then((text) => JSON.parse(text) as unknown)
        .catch(() => null);
    const [shell, routes, pages, landing] = await Promise.all([
      fs.readFile(path.join(root, 'index.html'), 'utf8'),
      json('routes.json') as Promise<string[] | null>,
      json('pages.json') as Promise<PublicPage[] | null>,
      json('landing.json') as Promise<Landing | null>,
    ]);
    seen = { at, build: { shell, routes: routes?.map(matcher) ?? null, pages: pages ?? [], landing } };
    return seen.build;
  };
}

/**
 * The built client: hashed assets for a year, and one HTML shell per answer with this answer's nonce, language,
 * direction and head. An address that is no route of the client answers 404 with the same shell, which shows the 404
 * page. Also serves the files for search engines. `feeInForce`: the service fee that pages state. Returns the function that answers an address, for requests that reach
 * no handler.
 */
export async function registerClient(
  app: FastifyInstance,
  env: Pick<Env, 'CLIENT_DIR' | 'PUBLIC_KEY' | 'APP_URL' | 'LANDING_FIGURES' | 'HELP_CONTACT'>,
  feeInForce: () => Promise<FeeTerms> = async () => SHIPPED_FEE,
): Promise<PageAnswer> {
  const feeNow = readOften(feeInForce, SHIPPED_FEE);
  const figures = env.LANDING_FIGURES;
  const root = path.resolve(env.CLIENT_DIR);
  const origin = new URL(env.APP_URL).origin;
  const build = buildReader(root);
  // An address that no file can have ("//", "/./", NUL) gets the 404 page.
  const notFoundOnBadPath = (
    error: Error & { statusCode?: number },
    _request: FastifyRequest,
    reply: FastifyReply,
  ): void => {
    if (error.statusCode !== 400 && error.statusCode !== 403) throw error;
    reply.callNotFound();
  };
  // The build has written its files compressed (`scripts/lib/compressed-files.ts`). Those that it has not are compressed here.
  await app.register(async (scope) => {
    scope.setErrorHandler(notFoundOnBadPath);
    // Hashed files have a route of their own: the wildcard of the plugin reads the whole folder at each request.
    await scope.register(fastifyStatic, {
      root,
      serve: false,
      preCompressed: true,
      setHeaders: (reply) => reply.header('cache-control', 'public, max-age=31536000, immutable'),
    });
    scope.get<{ Params: { '*': string } }>('/assets/*', (request, reply) =>
      reply.sendFile(`assets/${request.params['*']}`),
    );
  });
  await app.register(async (scope) => {
    scope.setErrorHandler(notFoundOnBadPath);
    await scope.register(fastifyStatic, {
      root,
      index: false,
      preCompressed: true,
      // The shell needs a nonce, so it is never sent as a file; names that begin with a dot are internal to the build.
      allowedPath: (pathname) => pathname !== '/' && pathname !== '/index.html' && !pathname.includes('/.'),
      setHeaders: (reply) => reply.header('cache-control', 'no-cache'),
    });
  });
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots(origin)));
  app.get('/sitemap.xml', async (_request, reply) =>
    reply.type('application/xml; charset=utf-8').send(sitemap((await build())?.pages ?? [], origin)),
  );
  const answerPage: PageAnswer = async (request, reply) => {
    const pathname = request.url.split('?')[0] ?? '/';
    if (!['GET', 'HEAD'].includes(request.method) || /^\/(api|webhooks|files|assets)\//.test(pathname)) {
      return reply.code(404).send({ error: 'not_found', requestId: request.id });
    }
    const built = await build();
    if (!built)
      return reply
        .code(503)
        .type('text/plain')
        .send('The client is not built: run `npm start`, or `npm run dev` for hot reload.');
    // An address that cannot be decoded has no query either.
    const query = (request.query ?? {}) as Record<string, unknown>;
    const locale = requestLocale(query, request.headers.cookie, request.headers['accept-language']);
    const trimmed = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
    const page = built.pages.find((one) => one.path === trimmed) ?? null;
    const fee = await feeNow();
    const head = headOf({
      page,
      locale,
      explicit: matchLocale(String(query['lang'] ?? '')) !== null,
      origin,
      nonce: request.cspNonce,
      fee,
    });
    if (!isIndexed(page)) reply.header('x-robots-tag', 'noindex');
    const signedIn = SESSION_COOKIE.test(request.headers.cookie ?? '');
    const rendered = accountPageOf(trimmed, query, signedIn);
    const { html: pages, scripts } = built.landing?.accounts ?? {};
    const account = rendered ? pages?.[rendered.page]?.[locale] : undefined;
    const shell =
      pathname === '/' && built.landing
        ? withLanding(built.shell, built.landing, figures, locale, signedIn)
        : account
          ? withAccountPage(
              built.shell,
              account,
              (scripts?.[rendered?.page ?? ''] ?? scripts?.[trimmed])?.[locale] ?? [],
              locale,
            )
          : built.shell;
    const html = shell
      .replaceAll('__CSP_NONCE__', request.cspNonce)
      .replaceAll('__PUBLIC_KEY__', env.PUBLIC_KEY)
      .replaceAll('__HELP_CONTACT__', env.HELP_CONTACT)
      .replace(
        /<html[^>]*>/,
        `<html lang="${locale}" dir="${directionOf(locale)}" data-figures="${figures}" data-fee="${writtenFee(fee)}"${account && !signedIn ? ' data-session="none"' : ''}>`,
      )
      .replace(SHELL_HEAD, () => head)
      .replace(NO_SCRIPT, () => withoutScripts(locale))
      .replace(LOST_TEXTS, () => lostTexts(locale))
      // Last, so that nothing in the address is taken for another placeholder.
      .replaceAll('__EARLY_EMAIL__', () => escape(rendered?.email ?? ''));
    const known = built.routes === null || built.routes.some((r) => r.test(pathname));
    return reply
      .code(known ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', known ? 'no-cache' : 'no-store')
      .header('vary', 'Accept-Language, Cookie')
      .send(html);
  };
  app.setNotFoundHandler(answerPage);
  return answerPage;
}
