import { type BrowserContext, expect, type Request, type Route, test } from '@playwright/test';
import { callApi, signInDemo } from '../../scripts/lib/demo-session.ts';
import { newAccount } from './support/account.ts';
import { stopClock } from './support/clock.ts';
import { holdNext } from './support/hold.ts';
import { textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const t = textsOf('en');

test.describe('toasts and tooltips', () => {
  const signOutFails = async (context: BrowserContext) => {
    const page = await visitor(context);
    await signInDemo(context, url, 'agency');
    await page.clock.install();
    await page.goto('/payments');
    const toast = page.locator('[data-slot="toast"]');
    /** The clock stands still from before the toast is there. */
    const again = async () => {
      const signOut = new Promise<Route>(
        (resolve) => void context.route('**/api/auth/sign-out', resolve, { times: 1 }),
      );
      await page
        .getByRole('button', { name: t('nav:shell.userMenu') })
        .first()
        .click();
      await page.getByRole('menuitem', { name: t('nav:shell.signOut') }).click();
      const route = await signOut;
      await stopClock(page);
      await route.abort();
      // React holds back what was fetched for a moment: the clock goes on in small steps until the toast is there.
      await expect(async () => {
        await page.clock.runFor(50);
        await expect(toast).toBeVisible({ timeout: 200 });
      }).toPass();
    };
    return { page, again, toast };
  };

  test('a toast stays 5 s, longer under the pointer, and leaves by a swipe of 50 px but not of 40', async ({
    context,
  }) => {
    const { page, again, toast } = await signOutFails(context);
    await again();
    await page.clock.runFor(4_000);
    await expect(toast).toHaveAttribute('data-state', 'open');
    await page.clock.runFor(1_100);
    await expect(toast).toBeHidden();
    await page.clock.resume();

    await again();
    await toast.hover();
    await page.clock.runFor(6_500);
    await expect(toast).toHaveAttribute('data-state', 'open');

    const box = (await toast.boundingBox())!;
    const swipe = async (px: number) => {
      const [x, y] = [box.x + 40, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      for (let moved = 0; moved <= px; moved += 10) await page.mouse.move(x + moved, y);
      await page.mouse.up();
    };
    await swipe(40);
    await expect(toast).toBeVisible();
    await swipe(60);
    await expect(toast).toBeHidden();
  });
});

test('a tooltip opens after 700 ms, a neighbour at once, and by the keyboard', async ({ context }) => {
  const page = await visitor(context);
  await signInDemo(context, url, 'staff');
  await page.clock.install();
  await page.goto('/admin-dashboard');
  // The last sections are loaded when they are near the window.
  const links = page.getByRole('link', { name: t('platform:workflow.open') });
  await expect(async () => {
    await page.getByRole('heading', { name: t('platform:counts.title') }).scrollIntoViewIfNeeded();
    await expect(links.first()).toBeAttached({ timeout: 500 });
  }).toPass();
  await links.first().scrollIntoViewIfNeeded();
  const tooltip = page.getByRole('tooltip');
  await stopClock(page);
  await links.first().hover();
  await page.clock.runFor(690);
  await expect(links.first()).not.toHaveAttribute('aria-describedby');
  await page.clock.runFor(20);
  await expect(links.first()).toHaveAttribute('aria-describedby');
  await page.clock.resume();
  await expect(tooltip).toBeVisible();
  await page.mouse.move(5, 5);
  await expect(tooltip).toBeHidden();
  await links.first().focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(tooltip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tooltip).toBeHidden();
});

test('a press that leaves an empty field for the button is a click: the error text appears after it', async ({
  context,
}) => {
  const page = await visitor(context);
  // What moves the button while the page loads, its typefaces and the program that takes over, is there before the press.
  await page.goto('/verify-account', { waitUntil: 'networkidle' });
  await expect(page.locator('#early')).toHaveCount(0);
  await expect(page.getByLabel(t('accounts:form.email'))).toBeFocused();
  // As long as a hand takes: the field is checked meanwhile. Its upper edge is what a text above would move away first.
  await page
    .getByRole('button', { name: t('accounts:verify.button') })
    .click({ position: { x: 40, y: 4 }, delay: 400 });
  await expect(page.getByText(t('accounts:verify.missing'), { exact: true }).first()).toBeVisible();
  await expect(page.getByText(t('common:form.required'), { exact: true }).first()).toBeVisible();
});

test('a page that loads late moves the focus to its heading, but not from a menu that was opened meanwhile', async ({
  context,
}) => {
  const page = await visitor(context);
  await signInDemo(context, url, 'brand');
  await page.goto('/payments');
  // The first heading is the one that a page is opened with.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const comeHome = async (meanwhile: () => Promise<void>) => {
    const home = await holdNext(page, /home\.brand/u);
    await page
      .getByRole('link', { name: t('screens:areas.home') })
      .first()
      .click();
    await home.requested;
    await meanwhile();
    await home.letGo();
    await expect(page.getByRole('link', { name: t('home:newCampaign') }).first()).toBeVisible();
  };
  await comeHome(async () => {});
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await page.goto('/payments');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await comeHome(() => page.getByRole('button', { name: new RegExp(`^${t('nav:shell.userMenu')}:`, 'u') }).click());
  await expect(page.getByRole('menuitem', { name: t('nav:shell.signOut') })).toBeVisible();
});

test('on a phone a toast does not cover the submit button of its form', async ({ browser }) => {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en',
    viewport: { width: 390, height: 760 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await visitor(context);
  const address = `taken.${Date.now().toString(36)}@form.example`;
  await newAccount(page, url, { email: address, name: 'Taken' });
  await context.clearCookies();
  await page.goto('/influencer-auth?tab=sign-up');
  await page.getByLabel(t('accounts:form.displayName')).fill('Maya');
  await page.getByLabel(t('accounts:form.email')).fill(address);
  await page.getByLabel(t('accounts:form.password'), { exact: true }).fill('harbour-lantern-27');
  const button = page.getByRole('button', { name: t('accounts:portal.signUp') });
  await button.click();
  const toast = page.locator('[data-slot="toast"]');
  await expect(toast).toBeVisible();
  const [over, under] = [(await toast.boundingBox())!, (await button.boundingBox())!];
  expect(over.y + over.height <= under.y || over.y >= under.y + under.height).toBe(true);
  await context.close();
});

test('a filter counts that was typed just before the results are shown, and clearing all empties its field', async ({
  context,
}) => {
  const page = await visitor(context);
  await signInDemo(context, url, 'creator');
  await page.goto('/campaigns');
  const open = page.getByRole('button', { name: t('common:label.filters'), exact: true });
  await open.click();
  const sheet = page.getByRole('dialog');
  const least = sheet.getByRole('textbox', { name: t('campaigns:browse.filterPay') });
  const city = sheet.getByRole('textbox', { name: t('campaigns:browse.filterCity') });
  await city.fill('Lyon');
  await least.fill('400');
  // No pause between: the sheet closes before typing has paused.
  await sheet
    .getByRole('button', { name: t('common:table.showResults') })
    .evaluate((button: HTMLElement) => button.click());
  await expect(page).toHaveURL('/campaigns?city=Lyon&currency=EUR&payMin=40000');
  await open.click();
  await expect(city).toHaveValue('Lyon');
  await sheet.getByRole('button', { name: t('common:table.clearFilters') }).click();
  await expect(city).toHaveValue('');
  await expect(least).toHaveValue('');
  await sheet.getByRole('button', { name: t('common:table.showResults') }).click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL('/campaigns');
});

test('a tab follows all that it shows in one event stream; out of view it leaves its connection to others', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: url });
  const page = await visitor(context);
  await signInDemo(context, url, 'brand');
  const { items } = await callApi<{ items: { contractId: string }[] }>(context, url, 'escrow.list', { limit: 1 });
  const contract = `contract:${items[0]!.contractId}`;
  const open = new Set<Request>();
  const isStream = (address: string) => address.includes('/api/trpc/live.events');
  page.on('request', (request) => isStream(request.url()) && open.add(request));
  page.on('requestfailed', (request) => open.delete(request));
  page.on('requestfinished', (request) => open.delete(request));
  const follows = (topic: string) =>
    [...open].filter((request) => decodeURIComponent(request.url()).includes(topic)).length;
  await page.goto('/brand-dashboard');
  await expect.poll(() => follows('user:')).toBe(1);
  await page.goto(`/smart-contracts/${items[0]!.contractId}`);
  await expect.poll(() => follows(contract)).toBe(1);
  await expect.poll(() => open.size, 'the frame and the deal share it').toBe(1);
  expect(follows('user:')).toBe(1);
  const turn = (state: DocumentVisibilityState) =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await turn('hidden');
  await expect.poll(() => open.size).toBe(0);
  const read = page.waitForRequest((request) => request.url().includes('/api/trpc/') && !isStream(request.url()));
  await turn('visible');
  await expect.poll(() => open.size).toBe(1);
  await read;
  await context.close();
});
