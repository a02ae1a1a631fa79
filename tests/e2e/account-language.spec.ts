import { expect, test } from '@playwright/test';
import { newAccount } from './support/account.ts';
import { textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const t = textsOf('en');

test("a browser where no language was chosen takes the account's after the sign-in; a choice made here stays", async ({
  browser,
}) => {
  const address = `language.${Date.now().toString(36)}@account.example`;
  const [fresh, chosen] = [
    await browser.newContext({ baseURL: url, locale: 'en' }),
    await browser.newContext({ baseURL: url, locale: 'en' }),
  ];
  const page = await visitor(fresh);
  await newAccount(page, url, { email: address, name: 'Kim' });
  const changed = await page.request.post('/api/trpc/accounts.update', {
    headers: { origin: new URL(url).origin },
    data: { json: { locale: 'it' } },
  });
  expect(changed.status(), await changed.text()).toBe(200);
  await page.goto('/creator-profile');
  await expect(page.locator('html')).toHaveAttribute('lang', 'it');
  await expect(page.getByRole('textbox', { name: textsOf('it')('creators:field.headline') })).toBeVisible();

  const other = await visitor(chosen, { 'sponsio.lang': 'en' });
  await chosen.addCookies(await fresh.cookies());
  await other.goto('/creator-profile');
  await expect(other.getByRole('textbox', { name: t('creators:field.headline') })).toBeVisible();
  await expect(other.locator('html')).toHaveAttribute('lang', 'en');
  await Promise.all([fresh.close(), chosen.close()]);
});

test('a deep link shows brands their own sign-in, and a refused sign-in keeps its reason beside the tries that are left', async ({
  context,
}) => {
  const page = await visitor(context);
  await page.goto('/smart-contracts');
  const main = page.locator('#main');
  await expect(main.getByText('A brand?')).toBeVisible();
  await main.getByLabel(t('accounts:form.email')).fill(`nobody.${Date.now().toString(36)}@account.example`);
  await main.getByLabel(t('accounts:form.password'), { exact: true }).fill('not the password');
  await main.getByRole('button', { name: t('accounts:portal.signIn'), exact: true }).click();
  await expect(main.getByText(/^Invalid email or password\. \d+ attempts? remaining\.$/u)).toBeVisible();
  await main.getByRole('link', { name: 'Sign in here' }).click();
  await expect(page).toHaveURL(/\/business-auth\?next=/u);
});
