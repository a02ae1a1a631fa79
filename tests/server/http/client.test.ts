import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compressFiles } from '../../../scripts/lib/compressed-files.ts';
import { LOCALES } from '../../../server/core/locale.ts';
import { durationWords } from '../../../server/core/duration-words.ts';
import type { FeeTerms } from '../../../server/features/ledger/charges/rules.ts';
import { SHIPPED_FEE_BPS } from '../../../server/features/policies/fees/rules.ts';
import { COMMISSION_MAX_BPS, QUESTIONS, SHIPPED_CLOCKS } from '../../../server/features/policies/rules.ts';
import { registerClient } from '../../../server/http/client.ts';
import { createFormat } from '../../../src/lib/format.ts';
import { SCREENS } from '../../../src/lib/screens.gen.ts';

const ORIGIN = 'https://sponsio.example';
const pagesOf = (word: string) =>
  Object.fromEntries(LOCALES.map((locale) => [locale, `<h1>${locale} $& ${word}</h1>`]));
const folder = mkdtempSync(join(tmpdir(), 'sponsio-client-'));
const ofAll = (scripts: string[]) => Object.fromEntries(LOCALES.map((locale) => [locale, scripts]));
let app: FastifyInstance;

beforeAll(async () => {
  const shell = readFileSync('index.html', 'utf8')
    .replace('<script type="module" src="/src/main.tsx"></script>', '')
    .replace(
      '</head>',
      '<script type="module" crossorigin src="/assets/app.js" nonce="__CSP_NONCE__"></script><link rel="modulepreload" crossorigin href="/assets/x.js"></head>',
    );
  const pages = Object.entries(SCREENS).flatMap(([path, { title, access, built }]) =>
    access === 'public' ? [{ path, title, built }] : [],
  );
  writeFileSync(join(folder, 'index.html'), shell);
  writeFileSync(join(folder, 'routes.json'), JSON.stringify(Object.keys(SCREENS)));
  writeFileSync(join(folder, 'pages.json'), JSON.stringify(pages));
  const early = { styles: ['assets/public.css'], fonts: ['assets/face.woff2'] };
  writeFileSync(
    join(folder, 'landing.json'),
    JSON.stringify({
      html: { copy: pagesOf('page'), measured: pagesOf('facts') },
      start: { script: 'assets/start.js', imports: ['assets/shared.js'] },
      early: { latin: early, cyrillic: early, arabic: early },
      accounts: {
        html: {
          '/business-auth': pagesOf('sign-in'),
          '/business-auth?tab=sign-up': pagesOf('sign-up'),
          '/verify-account': pagesOf('verify'),
          '/verify-account?email': pagesOf('verify \u2068__EARLY_EMAIL__\u2069'),
          '/reset-password': pagesOf('reset'),
          '/reset-password?email': pagesOf('reset <input value="__EARLY_EMAIL__">'),
        },
        scripts: {
          '/business-auth': ofAll(['assets/auth.js']),
          '/business-auth?tab=sign-up': ofAll(['assets/auth.js', 'assets/sign-up.js']),
          '/verify-account': ofAll(['assets/verify.js']),
        },
      },
    }),
  );
  app = Fastify();
  app.decorateRequest('cspNonce', '');
  app.addHook('onRequest', async (request) => {
    request.cspNonce = 'a-nonce';
  });
  await registerClient(app, {
    CLIENT_DIR: folder,
    APP_URL: ORIGIN,
    PUBLIC_KEY: 'pk',
    LANDING_FIGURES: 'copy',
    HELP_CONTACT: 'mailto:help@sponsio.test',
  });
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await app.inject({ url, headers });
  return {
    status: answer.statusCode,
    html: answer.body,
    robots: answer.headers['x-robots-tag'],
    vary: answer.headers['vary'],
  };
};
const attribute = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? null;

describe('every language has a page of its own', () => {
  for (const locale of LOCALES) {
    test(`${locale}: language, direction, title, description, addresses and card`, async () => {
      const nav = JSON.parse(readFileSync(`locales/${locale}/nav.json`, 'utf8')) as {
        public: { title: string };
        connection: { lostFile: string };
        failure: { tryAgain: string };
      };
      const head = JSON.parse(readFileSync(`locales/${locale}/head.json`, 'utf8')) as {
        description: { home: string };
        noScript: string;
      };
      const { status, html } = await get(`/?lang=${locale}`);
      expect(status).toBe(200);
      const direction = locale === 'ar' ? 'rtl' : 'ltr';
      expect(html).toContain(`<html lang="${locale}" dir="${direction}" data-figures="copy" data-fee="500 0 - -">`);
      expect(attribute(html, /<noscript>([^<]*)</u)).toBe(head.noScript.replace('{{brand}}', 'Sponsio'));
      expect(html.match(/<template id="lost-texts">.*?<\/template>/gsu)).toEqual([
        `<template id="lost-texts"><span>${nav.connection.lostFile}</span><button type="button">${nav.failure.tryAgain}</button></template>`,
      ]);
      expect(html.match(/<title>/gu)).toHaveLength(1);
      expect(attribute(html, /<title>([^<]*)</u)).toBe(nav.public.title.replace('{{brand}}', 'Sponsio'));
      expect(html.match(/<meta name="description"/gu)).toHaveLength(1);
      expect(attribute(html, /<meta name="description" content="([^"]*)"/u)).toBe(head.description.home);
      expect(attribute(html, /<link rel="canonical" href="([^"]*)"/u)).toBe(`${ORIGIN}/?lang=${locale}`);
      expect([...html.matchAll(/hreflang="([\w-]+)" href="([^"]*)"/gu)].map(([, lang, href]) => [lang, href])).toEqual([
        ...LOCALES.map((other) => [other, `${ORIGIN}/?lang=${other}`]),
        ['x-default', `${ORIGIN}/`],
      ]);
      expect(attribute(html, /property="og:image" content="([^"]*)"/u)).toBe(`${ORIGIN}/social/${locale}.png`);
      expect(html).toContain('name="twitter:card" content="summary_large_image"');
      expect(html).toContain(`<div id="root" lang="${locale}"><h1>${locale} $& page</h1></div>`);
      const card = readFileSync(`public/social/${locale}.png`);
      expect([card.readUInt32BE(16), card.readUInt32BE(20)]).toEqual([1200, 630]);
      expect(card.length).toBeLessThan(300_000);
    });
  }
});

test('with measured figures the page without claims is served, and says so to its scripts', async () => {
  const other = Fastify();
  other.decorateRequest('cspNonce', 'a-nonce');
  await registerClient(other, {
    CLIENT_DIR: folder,
    APP_URL: ORIGIN,
    PUBLIC_KEY: 'pk',
    LANDING_FIGURES: 'measured',
    HELP_CONTACT: 'https://help.test/',
  });
  const { body } = await other.inject('/?lang=fr');
  expect(body).toContain('data-figures="measured"');
  expect(body).toContain('<h1>fr $& facts</h1>');
  await other.close();
});

test('a page states the service fee in force, to its scripts and to search engines; while it cannot be read, the last one', async () => {
  const pageWith = async (fee: () => Promise<FeeTerms>): Promise<string> => {
    const other = Fastify();
    other.decorateRequest('cspNonce', 'a-nonce');
    const env = {
      CLIENT_DIR: folder,
      APP_URL: ORIGIN,
      PUBLIC_KEY: 'pk',
      LANDING_FIGURES: 'copy',
      HELP_CONTACT: 'https://help.test/',
    } as const;
    await registerClient(other, env, fee);
    const { body } = await other.inject('/features?lang=en');
    await other.close();
    return body;
  };
  const raised = await pageWith(async () => ({ bps: 750, fixed: 0, minimum: null, maximum: 9_000 }));
  expect(raised).toContain('data-fee="750 0 - 9000"');
  expect(raised).toContain('Brands pay 7.5% (≤ €90.00) of the agreed price');
  const away = await pageWith(() => Promise.reject(new Error('the database is away')));
  expect(away).toContain('data-fee="500 0 - -"');
});

test('a script is sent as the build compressed it, in the best way that the browser reads, and to others as it is', async () => {
  const script = `export const words = ${JSON.stringify('One word after another. '.repeat(100))};`;
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets/app.js'), script);
  writeFileSync(join(folder, 'assets/tiny.js'), 'export {};');
  await compressFiles([join(folder, 'assets')]);
  const sent = async (encodings: string | null, file = 'app.js') => {
    const headers = encodings === null ? {} : { 'accept-encoding': encodings };
    const answer = await app.inject({ url: `/assets/${file}`, headers });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    return { encoding: answer.headers['content-encoding'], body: answer.rawPayload };
  };
  const best = await sent('gzip, deflate, br, zstd');
  expect([best.encoding, brotliDecompressSync(best.body).toString()]).toEqual(['br', script]);
  const other = await sent('gzip');
  expect([other.encoding, gunzipSync(other.body).toString()]).toEqual(['gzip', script]);
  expect(best.body.length).toBeLessThan(other.body.length);
  expect(await sent(null)).toEqual({ encoding: undefined, body: Buffer.from(script) });
  expect(await sent('br', 'tiny.js')).toEqual({ encoding: undefined, body: Buffer.from('export {};') });
  for (const beside of ['..%2findex.html', '..%2f..%2fetc%2fpasswd', '%2e%2e/index.html', 'absent.js', '', '/app.js'])
    expect((await get(`/assets/${beside}`)).status, beside).toBe(404);
});

test('the bare address follows cookie, then browser, and stands for itself', async () => {
  const { html, vary } = await get('/', { 'accept-language': 'de-DE, fr-CA;q=0.8', cookie: 'lang=ru' });
  expect(html).toContain('<html lang="ru" dir="ltr"');
  expect(vary).toBe('Accept-Language, Cookie');
  expect(attribute(html, /<link rel="canonical" href="([^"]*)"/u)).toBe(`${ORIGIN}/`);
  expect((await get('/', { 'accept-language': 'de-DE, fr-CA;q=0.8' })).html).toContain('<html lang="fr"');
  expect((await get('/', { 'accept-language': 'de-DE' })).html).toContain('<html lang="en"');
});

test('structured data carries the nonce of its answer, is whole, and claims no rating', async () => {
  const { html } = await get('/?lang=ar');
  const text = attribute(html, /<script type="application\/ld\+json" nonce="a-nonce">([^<]*)<\/script>/u);
  const data = JSON.parse(text ?? '') as { '@graph': { '@type': string }[] };
  expect(data['@graph'].map((node) => node['@type'])).toEqual(['Organization', 'WebSite', 'WebPage', 'WebApplication']);
  expect(text).not.toContain('Rating');
});

test('the features page gives search engines its questions in every language, as it shows them', async () => {
  for (const locale of LOCALES) {
    const { html } = await get(`/features?lang=${locale}`);
    const data = JSON.parse(
      attribute(html, /<script type="application\/ld\+json" nonce="a-nonce">([^<]*)<\/script>/u) ?? '',
    ) as { '@graph': { '@type': string; mainEntity?: { name: string; acceptedAnswer: { text: string } }[] }[] };
    const questions = data['@graph'].find((node) => node['@type'] === 'FAQPage')?.mainEntity ?? [];
    const texts = (
      JSON.parse(readFileSync(`locales/${locale}/features.json`, 'utf8')) as {
        faq: Record<string, { q: string; a: string }>;
      }
    ).faq;
    const format = createFormat(locale, 'UTC');
    const { review, grace, clearing } = SHIPPED_CLOCKS;
    const values: Record<string, string> = {
      fee: format.percent(SHIPPED_FEE_BPS.brand),
      creatorFee: format.percent(SHIPPED_FEE_BPS.creator),
      commission: format.percent(COMMISSION_MAX_BPS),
      review: durationWords(review.fallback, locale),
      grace: durationWords(grace.fallback, locale),
      clearing: durationWords(clearing.fallback, locale),
    };
    expect(questions.map(({ name, acceptedAnswer }) => [name, acceptedAnswer.text])).toEqual(
      QUESTIONS.map((id) => [
        texts[id]?.q,
        texts[id]?.a.replace(/\{\{(\w+)\}\}/gu, (hole, name: string) => values[name] ?? hole),
      ]),
    );
    expect((await get(`/?lang=${locale}`)).html).not.toContain('FAQPage');
  }
});

test('the start page is painted before its scripts are requested, at once only with a session; every other page requests them at once', async () => {
  const landing = (await get('/')).html;
  const wake =
    /<script nonce="a-nonce">\((.*)\)\('\/assets\/start\.js', \["\/assets\/shared\.js"\], (true|false)\)<\/script>/u;
  expect(wake.exec(landing)?.[1]).toContain("addEventListener('load'");
  expect(wake.exec(landing)?.[2]).toBe('false');
  expect(wake.exec((await get('/', { cookie: 'lang=fr; x1.session_token=abc' })).html)?.[2]).toBe('true');
  expect(landing).not.toMatch(/rel="modulepreload"|<script type="module"/u);
  expect(landing).toContain('<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/face.woff2">');
  const portal = (await get('/auth')).html;
  expect(portal).toContain('<script type="module" crossorigin src="/assets/app.js" nonce="a-nonce">');
  expect(portal).toContain('<div id="root"></div>');
});

test('search engines keep open public pages and nothing else', async () => {
  for (const [path, screen] of Object.entries(SCREENS)) {
    const { html, robots } = await get(path.replace('$handle', 'maya'));
    const kept =
      screen.access === 'public' &&
      screen.built &&
      ![
        '/reset-password',
        '/verify-account',
        '/admin',
        '/instagram/callback',
        '/p/verify',
        '/p/contact/$token',
      ].includes(path);
    expect({ path, robots, meta: html.includes('name="robots" content="noindex"') }).toEqual({
      path,
      robots: kept ? undefined : 'noindex',
      meta: !kept,
    });
  }
  expect(await get('/no-such-page')).toMatchObject({ status: 404, robots: 'noindex' });
});

test('an address that no file and no route can have is answered with the 404 page, not with a word for programs', async () => {
  for (const path of ['//auth', '/creator//x', '/a/./b', '/%00', '/a%5Cb'])
    expect(await get(path), path).toMatchObject({
      status: 404,
      robots: 'noindex',
      html: expect.stringContaining('<div id="root">'),
    });
  const { status, html } = await get('/assets//app.js');
  expect({ status, html }).toEqual({ status: 404, html: expect.stringContaining('not_found') });
});

test('the sitemap names every open page in every language, and robots.txt names the sitemap', async () => {
  const { html: map } = await get('/sitemap.xml');
  const places = [...map.matchAll(/<loc>([^<]*)<\/loc>/gu)].map((match) => match[1]);
  for (const locale of LOCALES) expect(places).toContain(`${ORIGIN}/?lang=${locale}`);
  expect(places).toContain(`${ORIGIN}/business-auth`);
  expect(places.some((place) => /dashboard|admin|verify/u.test(place ?? ''))).toBe(false);
  expect(new Set(places).size).toBe(places.length);
  expect(map.match(/hreflang="x-default"/gu)).toHaveLength(places.length);
  const { html: robots } = await get('/robots.txt');
  expect(robots).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
  expect(robots).not.toContain('Disallow: /\n');
});

test('an account page comes with its form and names its scripts, unless a session leads on from it', async () => {
  const { html } = await get('/business-auth?tab=sign-up&lang=ar');
  expect(html).toContain('<div id="root"></div><div id="early" lang="ar" dir="rtl"><h1>ar $& sign-up</h1></div>');
  expect(html).toContain('data-session="none"');
  expect(html).toContain('<meta name="x-help-contact" content="mailto:help@sponsio.test" />');
  expect(html).toContain(`('/assets/app.js', ["/assets/x.js","/assets/auth.js","/assets/sign-up.js"])`);
  expect((await get('/business-auth')).html).toContain(`["/assets/x.js","/assets/auth.js"]`);
  expect((await get('/verify-account?email=a@b.example')).html).toContain(`["/assets/x.js","/assets/verify.js"]`);
  expect(html.indexOf('earlyPresses'), 'ready for presses before anything else runs').toBeLessThan(
    html.indexOf('sponsio.theme'),
  );
  const signedIn = await get('/business-auth', { cookie: 'sponsio.session_token=x' });
  expect(signedIn.html).not.toContain('id="early"');
  expect(signedIn.html).not.toContain('data-session');
});

test('a page for a mailed code comes with its field, and with the mailbox that its address names', async () => {
  const early = async (url: string, headers?: Record<string, string>) => {
    const { html } = await get(url, headers);
    return /<div id="early"[^>]*><h1>en \$& (.*?)<\/h1>/u.exec(html)?.[1] ?? null;
  };
  const session = { cookie: 'sponsio.session_token=x' };
  expect(await early('/verify-account')).toBe('verify');
  expect(await early('/verify-account?email=maya%2Bads@maya.example&next=/payouts')).toBe(
    'verify \u2068maya+ads@maya.example\u2069',
  );
  expect(await early('/reset-password')).toBe('reset');
  expect(await early('/reset-password?email=maya@maya.example')).toBe('reset <input value="maya@maya.example">');
  // The session's own mailbox is known to the program only; an address in the link wins over it.
  expect(await early('/verify-account', session)).toBeNull();
  expect(await early('/verify-account?email=maya@maya.example', session)).toBe('verify \u2068maya@maya.example\u2069');
  expect(await early('/reset-password', session)).toBe('reset');
  expect((await get('/reset-password', session)).html).not.toContain('data-session');
});

test('nothing in the address of a page for a code becomes markup or another value of the page', async () => {
  const hostile = {
    '"><img/src=x/onerror=alert(1)>@x.example': null,
    '<script>alert(1)</script>@x.example': '&lt;script&gt;alert(1)&lt;/script&gt;@x.example',
    "a'b&quot;onfocus=c@x.example": "a'b&amp;quot;onfocus=c@x.example",
    'a"autofocus@x.example': 'a&quot;autofocus@x.example',
    '__CSP_NONCE__@x.example': '__CSP_NONCE__@x.example',
    '__EARLY_EMAIL__@x.example': '__EARLY_EMAIL__@x.example',
    '$&$`@x.example': '$&amp;$`@x.example',
    // What the router reads as JSON, white space, invisible characters, no mailbox at all: the page comes as before.
    '{"a":"@"}': null,
    '["a@x.example"]': null,
    'a b@x.example': null,
    'a\u0000b@x.example': null,
    'a\u202eb@x.example': null,
    '\ud800@x.example': undefined,
    maya: null,
    '': null,
    [`${'a'.repeat(250)}@x.example`]: null,
  };
  for (const path of ['/verify-account', '/reset-password'])
    for (const [email, shown] of Object.entries(hostile)) {
      const query = shown === undefined ? '%ED%A0%80@x.example' : encodeURIComponent(email);
      const { status, html } = await get(`${path}?email=${query}`);
      const page = /<h1>en \$& (.*?)<\/h1>/u.exec(html)?.[1] ?? null;
      const wanted =
        shown && (path === '/reset-password' ? `reset <input value="${shown}">` : `verify \u2068${shown}\u2069`);
      if (shown === undefined) expect(page ?? '', email).not.toContain('\ud800');
      else expect({ email, status, page }).toEqual({ email, status: 200, page: wanted });
    }
  expect((await get('/reset-password?email=a@x.example&email=b@x.example')).html).not.toContain('id="early"');
});
