import { expect, test, type Page } from '@playwright/test';
import { entryNamed } from '../../src/lib/cookie-registry.ts';
import { signInDemo } from '../../scripts/lib/demo-session.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';

/** Names in storage and cookies that are not in the registry, and cookies that live longer than it says. */
async function unlisted(page: Page): Promise<string[]> {
  const stored = await page.evaluate(() => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
  }));
  const cookies = await page.context().cookies(url);
  const now = Date.now() / 1000;
  return [
    ...stored.local.filter((name) => !entryNamed('local', name)),
    ...stored.session.filter((name) => !entryNamed('session', name)),
    ...cookies
      .filter(({ name, expires }) => expires - now > (entryNamed('cookie', name)?.maxAge ?? -Infinity) + 60)
      .map(({ name }) => `cookie ${name}`),
    ...cookies.filter(({ name }) => !entryNamed('cookie', name)).map(({ name }) => `cookie ${name}`),
  ];
}

test('a real browser holds nothing that the cookie policy does not list, signed out and signed in', async ({
  page,
  context,
}) => {
  for (const path of ['/', '/features', '/terms-of-service', '/auth']) {
    await page.goto(path);
    await expect(page.locator('h1').first()).toBeVisible();
  }
  expect(await unlisted(page)).toEqual([]);
  await signInDemo(context, url, 'brand');
  for (const path of ['/brand-dashboard', '/payments']) {
    await page.goto(path);
    await expect(page.locator('h1').first()).toBeVisible();
  }
  expect((await context.cookies(url)).some(({ name }) => name.endsWith('.session_token'))).toBe(true);
  expect(await unlisted(page)).toEqual([]);
});

test('the features page keeps the role in its address, and its last button leads to that role’s portal', async ({
  page,
}) => {
  await page.goto('/features');
  // The examples load when they come near.
  await page.locator('#escrow').scrollIntoViewIfNeeded();
  await expect(page.getByText('€477.00')).toBeVisible();
  await page.getByRole('link', { name: 'For creators' }).click();
  await expect(page).toHaveURL(/\/features\?for=creator$/);
  await expect(page.getByRole('link', { name: 'For creators' })).toHaveAttribute('aria-current', 'page');
  await page.reload();
  await expect(page.getByRole('link', { name: 'For creators' })).toHaveAttribute('aria-current', 'page');
  await page.locator('main').getByRole('link', { name: 'Get Started' }).click();
  await expect(page).toHaveURL(/\/influencer-auth\?tab=sign-up$/);
  const agent = page.getByLabel('I represent creators');
  await expect(agent).not.toBeChecked();

  await page.goto('/');
  await page.locator('footer').getByRole('link', { name: 'All features' }).click();
  await page.getByRole('link', { name: 'For agents' }).click();
  await page.locator('main').getByRole('link', { name: 'Get Started' }).click();
  await expect(page).toHaveURL(/\/influencer-auth\?tab=sign-up&as=agent$/);
  await expect(agent).toBeChecked();
});

test('a policy prints without the frame, in black', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await page.goto('/terms-of-service');
  await expect(page.locator('article h1')).toBeVisible();
  for (const frame of [
    page.locator('body header').first(),
    page.locator('body > * footer').last(),
    page.getByRole('navigation', { name: 'Contents' }),
  ])
    await expect(frame).toBeHidden();
  expect(await page.locator('article h1').evaluate((element) => getComputedStyle(element).color)).toBe('rgb(0, 0, 0)');
});
