import { expect, test } from '@playwright/test';
import { LOCALES } from '../../server/core/locale.ts';
import { newAccount } from './support/account.ts';
import { textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const say = textsOf('en');

test('the account pages come as forms, in every language, before any script', async ({ browser, request }) => {
  for (const locale of LOCALES) {
    for (const path of ['/auth', '/auth?tab=sign-up', '/business-auth', '/influencer-auth', '/admin', '/reset-password', '/verify-account']) {
      const html = await (await request.get(path, { headers: { 'accept-language': locale } })).text();
      expect([locale, path, html.includes(`<div id="root" lang="${locale}"><div`), html.includes('name="email"')]).toEqual([locale, path, true, true]);
    }
  }
  const context = await browser.newContext({ locale: 'en' });
  const page = await visitor(context);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/influencer-auth');
  await expect(page.getByLabel(say('accounts:form.email'))).toBeVisible();
  await context.close();
});

test('what is typed and sent before the program is there is signed in with once it is, and the button says so at once', async ({ context }) => {
  const page = await visitor(context);
  const address = `early.${Date.now().toString(36)}@form.example`;
  await newAccount(page, url, { email: address, name: 'Early' });
  await context.clearCookies();
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto('/influencer-auth', { waitUntil: 'commit' });
  const email = page.getByLabel(say('accounts:form.email'));
  await email.fill(address);
  await page.getByLabel(say('accounts:form.password'), { exact: true }).fill('harbour-lantern-27');
  const button = page.getByRole('button', { name: say('accounts:door.signIn'), exact: true });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  expect(new URL(page.url()).search).toBe('');
  letGo();
  await expect(page).toHaveURL('/dashboard');
});

test('what is being typed as the program takes over stays, with the focus', async ({ context }) => {
  const page = await visitor(context);
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto('/business-auth?tab=sign-up', { waitUntil: 'commit' });
  const email = page.getByLabel(say('accounts:form.email'));
  await email.fill('half@way.example');
  await page.getByLabel(say('accounts:form.displayName')).fill('Half way');
  letGo();
  await expect.poll(() => page.locator('#root').getAttribute('lang')).toBeNull();
  await expect(page.getByLabel(say('accounts:form.displayName'))).toBeFocused();
  await expect(email).toHaveValue('half@way.example');
  await expect(page.getByLabel(say('accounts:form.displayName'))).toHaveValue('Half way');
});
