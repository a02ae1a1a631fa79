import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { cookieChoiceMade } from '../../scripts/lib/cookie-choice.ts';
import { DEMO_MAIN, DEMO_PASSWORD, demoRecords, signInDemo } from '../../scripts/lib/demo-session.ts';
import { LOCALES, type Locale } from '../../server/core/locale.ts';
import { newAccount } from './support/account.ts';
import { patient } from './support/patient.ts';
import { textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const t = textsOf('en');
const card = (page: Page) => page.locator('[data-slot="consent"]');
const HOUR = 3_600_000;

test.describe('an address that does not exist', () => {
  test("answers 404 with the specified text in the user's language, and links home without losing it", async ({
    context,
  }) => {
    const page = await visitor(context, { 'sponsio.lang': 'fr' });
    const answer = await page.goto('/no-such-page');
    expect(answer?.status()).toBe(404);
    const french = textsOf('fr');
    await expect(page.getByRole('heading', { level: 1, name: french('common:notFound.title') })).toBeVisible();
    await page.getByRole('link', { name: french('common:notFound.home') }).click();
    await expect(page).toHaveURL(`${url}/`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    expect(t('common:notFound.title')).toBe('Oops! Page not found');
    // What only looks like one of ours, and what cannot even be decoded.
    for (const address of ['/AUTH', '/100%', '/%00']) {
      expect((await page.goto(address))?.status(), address).toBe(404);
      await expect(
        page.getByRole('heading', { level: 1, name: french('common:notFound.title') }),
        address,
      ).toBeVisible();
    }
  });
});

test.describe('a part of the program that cannot be fetched', () => {
  test('is reported with Try Again and Go Home, without a reload while the build is the same; Try Again loads the page', async ({
    context,
  }) => {
    const page = await visitor(context);
    const seen: string[] = [];
    page.on('request', (request) => seen.push(request.url()));
    await page.goto('/features');
    await expect(page.locator('h1')).toBeVisible();
    await page.waitForLoadState('networkidle');
    const firstLoad = new Set(seen);
    let documents = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents += 1;
    });
    await context.route('**/assets/*.js', (route) =>
      firstLoad.has(route.request().url()) ? route.continue() : route.abort(),
    );
    await page.goto('/business-auth', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible({
      timeout: patient(20_000),
    });
    await expect(page.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/');
    await page.waitForLoadState('networkidle');
    expect(documents).toBe(1);
    await context.unroute('**/assets/*.js');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeHidden();
    await expect(page.getByLabel(t('accounts:form.email'))).toBeVisible();
  });
});

test.describe('the cookie choices', () => {
  test('stand on every page, over it, and nothing optional is kept or sent before them', async ({ context }) => {
    const page = await context.newPage();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    for (const path of ['/', '/auth', '/instagram/callback', '/no-such-page']) {
      await page.goto(path);
      await expect(card(page)).toBeVisible();
      const kept = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
      expect(kept.filter((key) => !['sponsio.lang', 'sponsio.theme'].includes(key) && !key.startsWith('tsr'))).toEqual(
        [],
      );
    }
    expect((await context.cookies()).map((cookie) => cookie.name).filter((name) => name !== 'lang')).toEqual([]);
    expect(sent.filter((path) => path === '/api/consent')).toEqual([]);
    expect(sent.filter((path) => path.startsWith('/api/trpc')).length).toBeGreaterThan(0);
  });

  test('come to the start page without the API client and move nothing', async ({ context }) => {
    const page = await context.newPage();
    await page.addInitScript(() => {
      (window as unknown as { shift: number }).shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as { value: number; sources: { node: Element | null }[] }[]) {
          if (entry.sources.some(({ node }) => node?.closest?.('[data-slot="consent"]')))
            (window as unknown as { shift: number }).shift += entry.value;
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await page.goto('/');
    await expect(card(page)).toBeVisible();
    const before = await page.locator('h1').boundingBox();
    expect(await page.evaluate('window.shift')).toBe(0);
    await card(page)
      .getByRole('button', { name: t('consent:necessary') })
      .click();
    await expect(card(page)).toBeHidden();
    expect(await page.locator('h1').boundingBox()).toEqual(before);
    expect(scripts.filter((name) => /\/data-/u.test(name))).toEqual([]);
  });

  test('are reached first by the keyboard, prove the answer, stay away afterwards, and come back from the footer', async ({
    context,
  }) => {
    const page = await context.newPage();
    await page.goto('/');
    await expect(card(page)).toBeVisible();
    const accept = card(page).getByRole('button', { name: t('consent:all') });
    for (let i = 0; i < 4 && !(await accept.evaluate((node) => node === document.activeElement)); i += 1)
      await page.keyboard.press('Tab');
    await expect(accept).toBeFocused();
    const proof = page.waitForResponse('**/api/consent');
    await page.keyboard.press('Enter');
    expect((await proof).status()).toBe(201);
    await expect(card(page)).toBeHidden();
    await page.reload();
    await expect(page.locator('h1')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(card(page)).toBeHidden();
    const analytics = card(page).getByLabel(t('consent:category.analytics.name'));
    // The footer comes with the document: a press before its script has run has no effect.
    await expect(async () => {
      await page.getByRole('button', { name: t('nav:shell.cookieChoices') }).click();
      await expect(analytics).toBeChecked({ timeout: 2000 });
    }).toPass();
    await analytics.uncheck();
    const changed = page.waitForRequest('**/api/consent');
    await card(page)
      .getByRole('button', { name: t('consent:save') })
      .click();
    expect((await changed).postDataJSON()).toMatchObject({
      action: 'chosen',
      categories: ['preferences', 'marketing'],
    });
  });

  test('never hide what has the focus', async ({ browser }) => {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 700 } });
    const page = await context.newPage();
    for (const path of ['/auth']) {
      await page.goto(path);
      await expect(card(page)).toBeVisible();
      await page.waitForLoadState('networkidle');
      const hidden: string[] = [];
      for (let i = 0; i < 26; i += 1) {
        await page.keyboard.press('Tab');
        const name = await page.evaluate(() => {
          const node = document.activeElement;
          const over = document.querySelector('[data-slot="consent"]')?.getBoundingClientRect();
          if (!node || node === document.body || !over || node.closest('[data-slot="consent"]')) return null;
          const { top, bottom } = node.getBoundingClientRect();
          return top >= over.top || bottom <= 0 ? `${node.tagName} ${node.textContent}` : null;
        });
        if (name) hidden.push(name);
      }
      expect(hidden, path).toEqual([]);
    }
    await context.close();
  });
});

// French has the longest labels. WCAG 1.4.10: 320 pixels are left of a window at 400 % zoom.
test('nothing is wider than the narrowest window, also where words are long', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 320, height: 640 } });
  const page = await visitor(context, { 'sponsio.lang': 'fr' });
  const french = textsOf('fr');
  for (const [path, last] of [
    ['/auth', french('accounts:passkey.signIn')],
    ['/admin', french('accounts:passkey.signIn')],
    ['/data-deletion', french('profile:erase.request.ask')],
    [
      `/verify-account?email=${'quite.a.long.'.repeat(4)}name@one.of.our.shops.example.com`,
      french('accounts:verify.button'),
    ],
    ['/', french('nav:public.getStarted')],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(last, { exact: true }).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
  }
  await context.close();
});

test('help is one link away in every area, and links to the contact of this instance', async ({ browser, request }) => {
  const contact = /<meta name="x-help-contact" content="([^"]+)"/u.exec(await (await request.get(url)).text())?.[1];
  expect(contact).toMatch(/^(mailto:|https:)/u);
  const signedOut = await browser.newContext({ baseURL: url });
  const page = await visitor(signedOut);
  for (const path of [
    '/',
    '/auth',
    '/business-auth',
    '/influencer-auth',
    '/admin',
    '/reset-password',
    '/verify-account',
    '/features',
    '/no-such-page',
  ]) {
    await page.goto(path);
    const links = page.getByRole('link', { name: t('nav:shell.help') });
    await expect(links.last(), path).toHaveAttribute('href', contact!);
  }
  await signedOut.close();
  for (const [persona, path] of [
    ['brand', '/brand-dashboard'],
    ['creator', '/dashboard'],
    ['agency', '/payments'],
    ['staff', '/admin-dashboard'],
  ] as const) {
    const context = await browser.newContext({ baseURL: url });
    const theirs = await visitor(context);
    await signInDemo(context, url, persona);
    await theirs.goto(path);
    await theirs
      .getByRole('button', { name: t('nav:shell.userMenu') })
      .first()
      .click();
    await expect(theirs.getByRole('menuitem', { name: t('nav:shell.help') }), persona).toHaveAttribute(
      'href',
      contact!,
    );
    await theirs.keyboard.press('Escape');
    if (persona === 'staff') await findsRecords(theirs);
    await context.close();
  }
});

/** What staff read in a mail, from the palette to its record. */
async function findsRecords(page: Page): Promise<void> {
  for (const [words, kind] of [
    ['Opening night', 'deal'],
    ['Romain Faure', 'account'],
    ['R-2026-000001', 'document'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: t('palette:title') }).fill(words);
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/[?&]q=/u);
    const found = page.getByRole('region', { name: t('platform:search.title') }).getByRole('row');
    await expect(found.filter({ hasText: words }).first(), words).toContainText(t(`platform:search.kinds.${kind}`));
  }
}

test.describe('the offer to install', () => {
  const offer = (page: Page) =>
    page.evaluate(
      `window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: () => Promise.resolve() }))`,
    );
  const install = (page: Page) => page.locator('[data-slot="install"]');

  test('waits for a later visit and for the cookie choices, and stays away for 90 days after a no', async ({
    browser,
  }) => {
    const first = await browser.newContext({ baseURL: url });
    const undecided = await first.newPage();
    await undecided.goto('/');
    await expect(card(undecided)).toBeVisible();
    await offer(undecided);
    await card(undecided)
      .getByRole('button', { name: t('consent:choose') })
      .click();
    await expect(card(undecided).getByLabel(t('consent:category.preferences.name'))).toBeFocused();
    await card(undecided)
      .getByRole('button', { name: t('consent:necessary') })
      .click();
    await expect(card(undecided)).toBeHidden();
    await expect(install(undecided)).toBeHidden();
    await first.close();

    const later = await browser.newContext({ baseURL: url });
    await cookieChoiceMade(later, HOUR);
    const page = await later.newPage();
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    await offer(page);
    await expect(install(page)).toBeVisible();
    await install(page)
      .getByRole('button', { name: t('install:later') })
      .click();
    await expect(install(page)).toBeHidden();
    await page.reload();
    await page.waitForLoadState('networkidle');
    await offer(page);
    await expect(install(page)).toBeHidden();
    await page.evaluate(
      (ms) => localStorage.setItem('sponsio.install', new Date(Date.now() - ms).toISOString()),
      91 * 24 * HOUR,
    );
    await page.reload();
    await page.waitForLoadState('networkidle');
    await offer(page);
    await expect(install(page)).toBeVisible();
    await later.close();
  });

  test('never covers a dialog, a sheet, the palette or a full-window screen, and is there again after them', async ({
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 } });
    await cookieChoiceMade(context, HOUR);
    await signInDemo(context, url, 'brand');
    const records = await demoRecords(context, url, 'brand');
    const page = await context.newPage();
    await page.goto(records['/smart-contracts/$contractId']!);
    const opens = [
      page
        .getByRole('button', { name: t('deals:help.ask') })
        .or(page.getByRole('button', { name: t('deals:help.more') })),
      page.getByRole('button', { name: t('nav:shell.menu'), exact: true }),
    ];
    await expect(opens[0]!).toBeVisible();
    await offer(page);
    await expect(install(page)).toBeVisible();
    for (const open of [...opens.map((button) => () => button.click()), () => page.keyboard.press('Control+k')]) {
      await open();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expect(install(page)).toBeHidden();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(install(page)).toBeVisible();
    }
    await page.locator('main a[href^="/content-approval/"]').first().click();
    await expect(page).toHaveURL(/\/content-approval\//u);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(install(page)).toBeHidden();
    await page.goBack();
    await expect(install(page), 'the offer stands, the room held it back').toBeVisible();
    await context.close();
  });

  test("explains Safari's own menu on an iPhone", async ({ browser }) => {
    const context = await browser.newContext({
      baseURL: url,
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    });
    await cookieChoiceMade(context, HOUR);
    const page = await context.newPage();
    await page.goto('/');
    await expect(install(page)).toContainText(t('install:text.ios'));
    await context.close();
  });

  test("has a manifest in the user's language with every icon it names", async ({ request }) => {
    const manifest = (await (await request.get('/manifest.webmanifest?lang=ar')).json()) as {
      lang: string;
      dir: string;
      description: string;
      icons: { src: string; sizes: string; type: string; purpose: string }[];
    };
    expect(manifest).toMatchObject({
      name: 'Sponsio',
      lang: 'ar',
      dir: 'rtl',
      description: textsOf('ar')('install:description'),
      display: 'standalone',
    });
    expect(manifest.icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1);
    for (const icon of manifest.icons) {
      const answer = await request.get(icon.src);
      expect([icon.src, answer.status(), answer.headers()['content-type']?.split(';')[0]]).toEqual([
        icon.src,
        200,
        icon.type,
      ]);
      if (icon.type !== 'image/png') continue;
      const png = await answer.body();
      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(icon.sizes);
    }
  });
});

test('service workers of earlier versions are unregistered on start', async ({ context }) => {
  const page = await visitor(context);
  await page.addInitScript(`
    window.gone = 0;
    navigator.serviceWorker.getRegistrations = () => Promise.resolve([1, 2].map(() => ({ unregister: () => { window.gone += 1; return Promise.resolve(true); } })));
  `);
  await page.goto('/');
  await expect.poll(() => page.evaluate('window.gone')).toBe(2);
});

test.describe('the theme', () => {
  const isDark = (page: Page) => page.evaluate(() => document.documentElement.classList.contains('dark'));

  test('follows the system before a choice, and the choice afterwards', async ({ browser }) => {
    const context = await browser.newContext({ baseURL: url, colorScheme: 'dark' });
    const page = await visitor(context);
    await page.goto('/');
    expect(await isDark(page)).toBe(true);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => isDark(page)).toBe(false);
    await page.evaluate(() => localStorage.setItem('sponsio.theme', 'dark'));
    await page.reload();
    expect(await isDark(page)).toBe(true);
    await context.close();
  });

  test('stands before the first paint, without any file of the program', async ({ browser }) => {
    const context = await browser.newContext({ baseURL: url, colorScheme: 'light', locale: 'ar' });
    const page = await visitor(context, { 'sponsio.theme': 'dark' });
    await page.route('**/assets/**', (route) => route.abort());
    await page.goto('/');
    expect(await isDark(page)).toBe(true);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await context.close();
  });
});

test.describe('the language', () => {
  const chunks = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8')) as Record<
    string,
    { file: string }
  >;
  const filesOf = (locale: Locale) =>
    new Set(
      Object.entries(chunks)
        .filter(([source]) =>
          new RegExp(`^(locales/${locale}/|src/lib/texts/(start/)?${locale}\\.ts$)`, 'u').test(source),
        )
        .map(([, chunk]) => `/${chunk.file}`),
    );

  test("is the saved one, else the browser's, else English; and only its texts are fetched", async ({ browser }) => {
    for (const [browserLanguage, saved, wanted] of [
      ['de-DE', null, 'en'],
      ['pt-BR', null, 'pt'],
      ['fr-FR', 'zh', 'zh'],
    ] as const) {
      const context = await browser.newContext({ baseURL: url, locale: browserLanguage });
      const page = await visitor(context, saved ? { 'sponsio.lang': saved } : {});
      const fetched = new Set<string>();
      page.on('request', (request) => fetched.add(new URL(request.url()).pathname));
      for (const path of ['/', '/auth']) {
        await page.goto(path);
        await expect(page.locator('h1').first()).toBeVisible();
        await page.waitForLoadState('networkidle');
      }
      await expect(page.locator('html')).toHaveAttribute('lang', wanted);
      const spoken = LOCALES.filter((locale) => [...filesOf(locale)].some((file) => fetched.has(file)));
      expect(spoken, browserLanguage).toEqual([wanted]);
      await context.close();
    }
  });

  test('chosen while signed in is saved here and on the account, whose mails use it', async ({ context }) => {
    const page = await visitor(context);
    // Of its own: other tests read the demo's people in English.
    const stamp = Date.now().toString(36);
    await newAccount(page, url, { email: `speaks.${stamp}@page.example`, name: `Speaks ${stamp}` });
    await page.goto('/profile');
    const choose = async (from: string, to: string) => {
      await page
        .getByRole('button', { name: textsOf(from)('nav:shell.userMenu') })
        .first()
        .click();
      const saved = page.waitForResponse((answer) => answer.url().includes('/api/trpc/accounts.update') && answer.ok());
      await page.getByRole('menuitemradio', { name: to }).click();
      await saved;
    };
    await choose('en', 'Italiano');
    await expect(page.locator('html')).toHaveAttribute('lang', 'it');
    expect(await page.evaluate(() => localStorage.getItem('sponsio.lang'))).toBe('it');
    expect(await (await context.request.get('/api/trpc/accounts.session')).text()).toContain('"locale":"it"');
  });
});

test.describe('several tabs', () => {
  test('a sign-out reaches every one of them, and so does a sign-in', async ({ context }) => {
    const inside = await visitor(context, { 'sponsio.lang': 'en' });
    await signInDemo(context, url, 'agency');
    await inside.goto('/payments');
    const other = await context.newPage();
    await other.goto('/smart-contracts');
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    await inside
      .getByRole('button', { name: t('nav:shell.userMenu') })
      .first()
      .click();
    await inside.getByRole('menuitem', { name: t('nav:shell.signOut') }).click();
    await expect(other).toHaveURL(/\/influencer-auth/u, { timeout: patient(15_000) });

    await inside.goto('/auth');
    await inside.getByLabel(t('accounts:form.email')).first().fill(DEMO_MAIN.agency);
    await inside.getByLabel(t('accounts:form.password'), { exact: true }).first().fill(DEMO_PASSWORD);
    await inside
      .locator('form')
      .getByRole('button', { name: t('accounts:portal.signIn'), exact: true })
      .click();
    await expect(inside).not.toHaveURL(/-auth|\/auth/u, { timeout: patient(15_000) });
    await expect(other).not.toHaveURL(/influencer-auth/u, { timeout: patient(15_000) });
  });

  test('reach the start page too, which opens and closes its portals', async ({ context }) => {
    const start = await visitor(context, { 'sponsio.lang': 'en' });
    await start.goto('/');
    const bar = start.locator('header');
    await expect(bar.getByRole('link', { name: t('nav:public.getStarted') })).toBeVisible();
    await expect(start.locator('#root')).not.toHaveAttribute('lang');
    const inside = await context.newPage();
    await inside.goto('/influencer-auth');
    await inside.getByLabel(t('accounts:form.email')).first().fill(DEMO_MAIN.agency);
    await inside.getByLabel(t('accounts:form.password'), { exact: true }).first().fill(DEMO_PASSWORD);
    await inside
      .locator('form')
      .getByRole('button', { name: t('accounts:portal.signIn'), exact: true })
      .click();
    await expect(bar.getByRole('link', { name: t('nav:public.openDashboard') })).toBeVisible();
    await inside.goto('/payments');
    await inside
      .getByRole('button', { name: t('nav:shell.userMenu') })
      .first()
      .click();
    await inside.getByRole('menuitem', { name: t('nav:shell.signOut') }).click();
    await expect(bar.getByRole('link', { name: t('nav:public.getStarted') })).toBeVisible();
  });
});

test("the page for Instagram's answer reports it truly, and its code does not stay in the address", async ({
  browser,
}) => {
  for (const lang of ['en', 'ar']) {
    const context = await browser.newContext({ baseURL: url, locale: lang });
    const page = await visitor(context);
    for (const [query, outcome] of [
      ['?error=access_denied&error_reason=user_denied', 'expired'],
      ['?code=AQD1&state=abc#_', 'other_browser'],
      ['', 'closed'],
    ] as const) {
      await page.goto(`/instagram/callback${query}`);
      await expect(
        page.getByRole('heading', {
          level: 1,
          name: textsOf(lang)(`social:outcome.${outcome}.title`, { platform: 'Instagram' }),
        }),
      ).toBeVisible();
      await expect.poll(() => new URL(page.url()).search).toBe('');
    }
    await context.close();
  }
});
