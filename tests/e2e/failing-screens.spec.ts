import { expect, type BrowserContext, type Request, test } from '@playwright/test';
import { violations } from '../../scripts/lib/axe-page.ts';
import { cookieChoiceMade } from '../../scripts/lib/cookie-choice.ts';
import { callApi, demoRecords, signInDemo, type DemoPersona } from '../../scripts/lib/demo-session.ts';
import { pageComplete } from '../../scripts/lib/page-complete.ts';
import { stopsOf } from '../../scripts/lib/tour.ts';
import { patient } from './support/patient.ts';
import { textsOf } from './support/texts.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const PERSONAS: DemoPersona[] = ['brand', 'creator', 'agency', 'staff'];
const t = textsOf('en');
/** A coded refusal: a call without an answer would be tried three times first. */
const BROKEN = {
  error: {
    json: {
      message: 'service.unavailable',
      code: -32603,
      data: {
        code: 'SERVICE_UNAVAILABLE',
        httpStatus: 503,
        app: { code: 'service.unavailable', data: {}, requestId: 'of-the-test' },
      },
    },
  },
};

/** The procedures of a batch, in its order. */
const namesIn = (request: Request): string[] =>
  decodeURIComponent(new URL(request.url()).pathname.split('/').pop()!).split(',');

/** The session is answered; every other query fails on the server. */
async function breakQueries(context: BrowserContext): Promise<void> {
  await context.route('**/api/trpc/**', async (route) => {
    const request = route.request();
    const names = namesIn(request);
    if (request.method() !== 'GET' || !request.url().includes('batch=1'))
      return route.fulfill({ status: 500, body: '' });
    if (names.every((name) => name !== 'accounts.session'))
      return route.fulfill({ status: 503, json: names.map(() => BROKEN) });
    const answer = await route.fetch();
    const parts = (await answer.json()) as unknown[];
    return route.fulfill({
      status: 207,
      json: parts.map((part, n) => (names[n] === 'accounts.session' ? part : BROKEN)),
    });
  });
}

/** One query fails on the server, every other one is answered. */
async function breakQuery(context: BrowserContext, name: string, onRequest: () => void = () => {}): Promise<void> {
  await context.route('**/api/trpc/**', async (route) => {
    const names = namesIn(route.request());
    if (!names.includes(name)) return route.fallback();
    onRequest();
    if (names.length === 1) return route.fulfill({ status: 503, json: [BROKEN] });
    const answer = await route.fetch();
    const parts = (await answer.json()) as unknown[];
    return route.fulfill({ status: 207, json: parts.map((part, n) => (names[n] === name ? BROKEN : part)) });
  });
}

test('a record that does not exist, or an address that is no id, is the page that does not exist: one heading, in every frame', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: url, locale: 'en', reducedMotion: 'reduce' });
  await cookieChoiceMade(context);
  await signInDemo(context, url, 'brand');
  const page = await context.newPage();
  for (const folder of ['smart-contracts', 'content-approval', 'collaboration-request', 'my-campaigns']) {
    for (const id of ['00000000-0000-7000-8000-000000000000', 'nothing']) {
      await page.goto(`/${folder}/${id}`);
      await expect(
        page.getByRole('heading', { level: 1, name: t('common:notFound.title') }),
        `${folder}/${id}`,
      ).toBeVisible();
      await expect.soft(page.locator('h1'), `${folder}/${id}`).toHaveCount(1);
      await expect.soft(page.locator('main'), `${folder}/${id}`).toHaveCount(1);
    }
  }
  await context.close();
});

test('an agency reads every deal of its creators, and no part of it fails', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: url, locale: 'en', reducedMotion: 'reduce' });
  await cookieChoiceMade(context);
  await signInDemo(context, url, 'agency');
  const { items } = await callApi<{ items: { id: string }[] }>(context, url, 'contracts.list', { state: 'all' });
  expect(items.length).toBeGreaterThan(0);
  const page = await context.newPage();
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${new URL(answer.url()).pathname}`);
  });
  for (const { id } of items) {
    await page.goto(`/smart-contracts/${id}`);
    await pageComplete(page);
    await expect(page.locator('[data-slot="error"]'), id).toHaveCount(0);
  }
  expect(refused).toEqual([]);
  await context.close();
});

test('visits that cannot be read are an error on the deal, and are not requested without end', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: url, locale: 'en', reducedMotion: 'reduce' });
  await cookieChoiceMade(context);
  await signInDemo(context, url, 'brand');
  const { items } = await callApi<{ items: { id: string }[] }>(context, url, 'contracts.list', { state: 'active' });
  const page = await context.newPage();
  let requested = 0;
  await breakQuery(context, 'visits.of', () => (requested += 1));
  await page.goto(`/smart-contracts/${items[0]!.id}`);
  const error = page.locator('[data-slot="error"]');
  await expect(error).toHaveCount(1);
  const before = requested;
  await pageComplete(page);
  await expect(error).toHaveCount(1);
  expect(requested, 'it rests').toBe(before);
  await context.close();
});

test('one query that fails on a screen of staff hides its own sections alone', async ({ browser }) => {
  for (const { address, query, beside } of [
    { address: '/admin-dashboard', query: 'platform.overview', beside: t('platform:case.title') },
    { address: '/admin-dashboard/money', query: 'moneyCheck.reconciliations', beside: t('books:fees.title') },
  ]) {
    const context = await browser.newContext({ baseURL: url, locale: 'en', reducedMotion: 'reduce' });
    await cookieChoiceMade(context);
    await signInDemo(context, url, 'staff');
    await breakQuery(context, query);
    const page = await context.newPage();
    await page.goto(address);
    await expect(page.getByRole('button', { name: t('common:action.tryAgain') }), address).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: beside }), address).toBeVisible();
    await context.close();
  }
});

const WITHOUT_MEANING: Record<DemoPersona, string[]> = {
  brand: [
    '/smart-contracts?state=x&tab=x',
    '/payments?state=x&view=x&month=x&milestone=x',
    '/my-campaigns?show=x',
    '/content-approval?tab=x',
    '/collaboration-request?box=x',
    '/payment-settings?saved=x',
  ],
  creator: ['/my-campaigns?tab=x&sort=x', '/payouts?onboarding=x', '/payments?state=x'],
  agency: ['/agent-campaigns?tab=x'],
  staff: ['/admin-dashboard?q=x'],
};
for (const persona of PERSONAS) {
  test(`${persona}: parameters that have no meaning leave a screen as it is without them`, async ({ browser }) => {
    const context = await browser.newContext({ baseURL: url, locale: 'en', reducedMotion: 'reduce' });
    await cookieChoiceMade(context);
    await signInDemo(context, url, persona);
    const page = await context.newPage();
    const shown = async (address: string) => {
      await page.goto(address);
      await pageComplete(page);
      await expect(page.locator('[data-slot="error"], [data-slot="screen-error"]'), address).toHaveCount(0);
      return page.locator('main').locator('h1, h2, [aria-current="page"]').allInnerTexts();
    };
    for (const address of WITHOUT_MEANING[persona])
      expect(await shown(address), address).toEqual(await shown(address.split('?')[0]!));
    await context.close();
  });
}

test('an offer without a recipient leads to the list of offers', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: url, locale: 'en', reducedMotion: 'reduce' });
  await cookieChoiceMade(context);
  await signInDemo(context, url, 'brand');
  const page = await context.newPage();
  await page.goto('/collaboration-request/new?campaign=x');
  await expect(page).toHaveURL(/\/collaboration-request$/u);
  await context.close();
});

for (const persona of PERSONAS) {
  test(`${persona}: a screen whose queries all fail keeps its heading, shows an error and offers another try`, async ({
    browser,
  }) => {
    test.setTimeout(patient(240_000));
    const context = await browser.newContext({ baseURL: url, locale: 'en', reducedMotion: 'reduce' });
    await cookieChoiceMade(context);
    await signInDemo(context, url, persona);
    const records = await demoRecords(context, url, persona);
    await breakQueries(context);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
    const failing: string[] = [];
    for (const stop of stopsOf(persona, records, 'one')) {
      await test.step(stop.route, async () => {
        await page.goto(stop.address);
        await expect.soft(page.locator('h1'), `${stop.route} has one heading`).toHaveCount(1);
        await pageComplete(page);
        await expect.soft(page, `${stop.route} has a title`).toHaveTitle(/.+ · Sponsio$/u);
        expect.soft(await violations(page), `${stop.route}`).toEqual([]);
        if ((await page.getByRole('alert').count()) > 0) {
          failing.push(stop.route);
          await expect
            .soft(page.getByRole('button', { name: t('common:action.tryAgain') }).first(), stop.route)
            .toBeVisible();
        }
      });
    }
    expect(failing.length).toBeGreaterThan(0);
    expect(errors).toEqual([]);
    await context.close();
  });
}

test('figures that could not be read again stay, with a notice that they may be out of date', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: url, locale: 'en', reducedMotion: 'reduce' });
  await cookieChoiceMade(context);
  await signInDemo(context, url, 'brand');
  const page = await context.newPage();
  await page.goto('/payments');
  await pageComplete(page);
  const notice = page.locator('[data-slot="outdated"]');
  const figures = page.locator('main [data-slot="money"]');
  await expect(figures.first()).toBeVisible();
  await expect(notice).toHaveCount(0);
  const shown = await figures.allTextContents();
  await breakQueries(context);
  await context.route('**/api/trpc/live.events**', (route) => route.continue());
  // Back in view, a page follows the events again and reads everything on it.
  await page.evaluate(() => {
    for (const state of ['hidden', 'visible']) {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }
  });
  await expect(notice).toBeVisible();
  expect(await figures.allTextContents()).toEqual(shown);
  await context.unrouteAll();
  await notice.getByRole('button', { name: t('common:action.tryAgain') }).click();
  await expect(notice).toHaveCount(0);
  await context.close();
});
