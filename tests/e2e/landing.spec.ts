import { expect, test, type Page } from '@playwright/test';
import { violations } from '../../scripts/lib/axe-page.ts';
import { signInDemo } from '../../scripts/lib/demo-session.ts';
import { stopClock } from './support/clock.ts';
import { patient } from './support/patient.ts';
import { scrolled } from './support/scroll.ts';
import { textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const LANGUAGES = ['en', 'fr', 'es', 'it', 'pt', 'zh', 'ru', 'ar'] as const;

/** Goes down the page slowly, so that every part arrives as it does for a reader. */
async function readToTheEnd(page: Page): Promise<void> {
  const step = 500;
  for (let y = 0; y < (await page.evaluate(() => document.documentElement.scrollHeight)); y += step) {
    await scrolled(page, y);
  }
  await expect(page.locator('#start h2')).toBeVisible();
  await expect(page.locator('main div[id]:empty'), 'places whose part has not come').toHaveCount(0);
}

test('the start page has everything the specification names, in its order, and every button has the right target', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/?lang=en');
  await expect(page).toHaveTitle('Sponsio: the money is held before the work starts');

  const bar = page.locator('header');
  for (const [label, part] of [
    ['Features', 'features'],
    ['How it Works', 'how'],
    ['Testimonials', 'testimonials'],
    ['Pricing', 'pricing'],
  ] as const) {
    await expect(bar.getByRole('link', { name: label, exact: true })).toHaveAttribute('href', `#${part}`);
  }
  await expect(bar.getByRole('link', { name: 'Brand Login', exact: true })).toHaveAttribute('href', '/business-auth');
  await expect(bar.getByRole('link', { name: 'Influencer Login', exact: true })).toHaveAttribute(
    'href',
    '/influencer-auth',
  );
  await expect(bar.getByRole('link', { name: 'Get Started', exact: true })).toHaveAttribute(
    'href',
    '/auth?tab=sign-up',
  );
  await expect(page.getByText('No credit card needed. Setup takes under 30 seconds.').first()).toBeVisible();
  for (const [figure, label] of [
    ['50K+', 'verified influencers'],
    ['300%', 'average ROI increase'],
    ['4.8', 'customer rating'],
  ] as const) {
    await expect(page.getByText(figure, { exact: true })).toBeVisible();
    await expect(page.getByText(label, { exact: true })).toBeVisible();
  }

  await readToTheEnd(page);
  const portals = page.getByRole('link', { name: 'Start as Brand', exact: true });
  await expect(portals).toHaveCount(3);
  for (const portal of await portals.all()) await expect(portal).toHaveAttribute('href', '/business-auth?tab=sign-up');
  const creatorPortals = page.getByRole('link', { name: 'Join as Influencer', exact: true });
  await expect(creatorPortals).toHaveCount(3);
  for (const portal of await creatorPortals.all())
    await expect(portal).toHaveAttribute('href', '/influencer-auth?tab=sign-up');

  const sections = await page
    .locator('main [id]')
    .evaluateAll((parts) =>
      parts.map((part) => part.id).filter((id) => ['features', 'how', 'testimonials', 'pricing', 'start'].includes(id)),
    );
  expect(sections).toEqual(['features', 'how', 'testimonials', 'pricing', 'start']);
  const features = page.locator('#features');
  for (const claim of [
    'AI smart matching',
    'AI-generated campaign briefs',
    'AI contract and pricing suggestions',
    'Vetted, with the reasons shown',
    'Ask in plain words',
    'AI performance and ROI reports',
    'Escrow you can read',
    'Invoicing and payment tracking',
    'Creator analytics',
    'Social media management suite',
    'Creator growth and monetization',
  ])
    await expect(features.getByText(claim, { exact: true })).toBeVisible();
  await expect(features).toContainText('fake followers and engagement fraud');
  for (const step of ['Discover and match', 'Collaborate and create', 'Pay and analyze'])
    await expect(page.locator('#how').getByRole('heading', { name: step })).toBeVisible();
  const pricing = page.locator('#pricing');
  for (const line of [
    'Free for brands',
    'Unlimited ads',
    'AI matching',
    'Review and approve influencers',
    'Secure payments',
    'Campaign analytics',
    'Free for influencers',
    'Your own profile',
    'Browse and apply to campaigns',
    'Content tools',
    'Fast, secure payments',
    'Dedicated support',
  ])
    await expect(pricing.getByText(line, { exact: true })).toBeVisible();
  await expect(pricing).toContainText(
    'No upfront cost and no hidden fees. Brands pay only when they work with an influencer',
  );
  await expect(page.getByRole('heading', { name: 'Ready to Transform Your Marketing?' })).toBeVisible();

  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.getByRole('textbox', { name: 'Ask in plain words' })).toHaveAttribute(
    'placeholder',
    '10k followers and 5%+ engagement in Lyon',
  );
  await bar.getByRole('link', { name: 'Pricing', exact: true }).click();
  await expect(pricing.getByRole('heading', { level: 2 })).toBeInViewport();
  await expect(page).toHaveURL(/\?lang=en#pricing$/u);
  await portals.nth(1).click();
  await expect(page).toHaveURL(/\/business-auth\?tab=sign-up$/u);
  expect(errors).toEqual([]);
});

test('parts below the fold arrive without moving what is read, and the settled mark comes after three seconds and hides nothing', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const started = Date.now();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await readToTheEnd(page);
  const moved = await page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
  );
  expect(moved).toBeLessThan(0.05);
  await expect(page.locator('html')).toHaveAttribute('data-settled', '', { timeout: patient(15_000) });
  expect(Date.now() - started).toBeGreaterThan(3_000);
});

test('its scripts load at the first input, keep a moved focus, and load by themselves three seconds after the page is readable', async ({
  browser,
}) => {
  const begun = async (act?: (page: Page) => Promise<void>, then?: (page: Page) => Promise<void>) => {
    const context = await browser.newContext({ baseURL: url });
    const page = await context.newPage();
    // Stopped before the page opens: no second of a slow machine counts as one of the three.
    await page.clock.install();
    await stopClock(page);
    await page.goto('/', { waitUntil: 'load' });
    const program = page.locator('script[type=module][src*="/assets/start-"]');
    await page.clock.runFor(2_900);
    await expect(program).toHaveCount(0);
    await expect(page.locator('#root')).toHaveAttribute('lang', 'en');
    if (act) await act(page);
    else await page.clock.runFor(200);
    await expect(program).toHaveCount(1);
    await page.clock.resume();
    await expect(page.locator('#root')).not.toHaveAttribute('lang');
    await then?.(page);
    await context.close();
  };
  await begun();
  await begun(
    async (page) => {
      for (let stop = 0; stop < 3; stop += 1) await page.keyboard.press('Tab');
    },
    (page) => expect(page.getByRole('link', { name: 'Features', exact: true }).first()).toBeFocused(),
  );
  await begun((page) => page.mouse.wheel(0, 200));
});

test('a press that begins before its scripts have run and ends after them is a click', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: url, locale: 'en' });
  const page = await visitor(context);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/\/assets\/start-.*\.js/u, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/');
  const choices = page.getByRole('button', { name: 'Cookie choices' });
  await choices.scrollIntoViewIfNeeded();
  await choices.hover();
  await page.mouse.down();
  letGo();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('#root')).toHaveAttribute('lang', 'en');
  await page.mouse.up();
  await expect(page.locator('[data-slot="consent"]')).toBeVisible();
  await expect(page.locator('#root')).not.toHaveAttribute('lang');
  await context.close();
});

test('a signed-in user gets a link to the dashboard instead of the portals', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: url, locale: 'en' });
  await signInDemo(context, url, 'creator');
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.locator('header').getByRole('link', { name: 'Open dashboard' })).toBeVisible();
  await readToTheEnd(page);
  await expect(page.getByRole('link', { name: 'Open dashboard' })).toHaveCount(3);
  await expect(
    page.getByRole('link', { name: /^(Start as Brand|Join as Influencer|Brand Login|Influencer Login|Get Started)$/u }),
  ).toHaveCount(0);
  await page.locator('header').getByRole('link', { name: 'Open dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard$/u);
  await context.close();
});

test('works on a phone in all eight languages, Arabic right to left, and its menu holds every label', async ({
  browser,
}) => {
  test.setTimeout(patient(180_000));
  const context = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 }, locale: 'de' });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${page.url()}: ${message.text()}`);
  });
  for (const lang of LANGUAGES) {
    const t = textsOf(lang);
    await page.goto(`/?lang=${lang}`);
    await expect(page.locator('html')).toHaveAttribute('dir', lang === 'ar' ? 'rtl' : 'ltr');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('nav:public.promise'));
    // The first act brings the program, which would else come three seconds later.
    await page.mouse.wheel(0, 1);
    await expect(page.locator('#root')).not.toHaveAttribute('lang');
    await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {});
    await page.locator('header summary').click();
    const menu = page.locator('header details nav');
    await expect(menu.getByRole('link')).toHaveText(
      ['features', 'howItWorks', 'testimonials', 'pricing', 'brandLogin', 'influencerLogin'].map((key) =>
        t(`nav:public.${key}`),
      ),
    );
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await readToTheEnd(page);
    if (lang !== 'en') await expect(page.locator('#features')).toContainText('50');
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      `${lang} fits its width`,
    ).toBeLessThanOrEqual(1);
    if (lang === 'ar') expect(await violations(page)).toEqual([]);
  }
  expect(errors).toEqual([]);
  await context.close();
});
