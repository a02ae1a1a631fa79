import { expect, test } from '@playwright/test';
import { callApi } from '../../scripts/lib/demo-session.ts';
import { type Currency, toDecimal } from '../../server/core/money.ts';
import { slugFrom } from '../../server/features/accounts/rules.ts';
import { newAccount } from './support/account.ts';
import { codeFromMailbox } from './support/mailbox.ts';
import { patient } from './support/patient.ts';
import { textsOf } from './support/texts.ts';

/** The requirements for a new account, and the data it keeps. */
const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const mailboxUrl = process.env['E2E_MAILBOX_URL'] ?? 'http://127.0.0.1:8025';
const t = textsOf('en');

test('an application before the mailbox is verified leads to the verification and is restored as typed; the earlier cookie choice is linked to the account', async ({
  browser,
}) => {
  test.setTimeout(patient(120_000));
  const context = await browser.newContext({ baseURL: url, locale: 'en-GB', reducedMotion: 'reduce' });
  const page = await context.newPage();
  const name = `Jonas ${Date.now().toString(36)}`;
  const email = `${slugFrom(name)}@gate.example`;

  await test.step('chooses cookies as a visitor, then signs up', async () => {
    await page.goto('/influencer-auth?tab=sign-up');
    await page.getByRole('button', { name: t('consent:necessary') }).click();
    await page.getByRole('textbox', { name: t('accounts:form.displayName') }).fill(name);
    await page.getByRole('textbox', { name: t('accounts:form.email') }).fill(email);
    await page.getByLabel(t('accounts:form.password'), { exact: true }).fill('harbour-lantern-27');
    const linked = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/consent') && answer.request().method() === 'POST',
    );
    await page.getByRole('button', { name: t('accounts:portal.signUp') }).click();
    expect((await linked).status()).toBe(201);
    await expect(page).toHaveURL(/\/(verify-account|dashboard)/u);
  });

  const pitch = 'I film small harbours at dawn and would love to tell this one.';
  const { items } = await callApi<{ items: { id: string }[] }>(context, url, 'campaigns.browse', {
    limit: 25,
    sort: 'newest',
  });
  let address = '';
  let lowest = '';
  await test.step('writes an application and has to verify the mailbox', async () => {
    // From the oldest: the newest may be another test's, which fills its places meanwhile.
    for (const { id } of items.toReversed()) {
      address = `/campaigns/${id}`;
      const { can, payMin, currency } = await callApi<{
        can: { apply: true | string };
        payMin: number;
        currency: Currency;
      }>(context, url, 'campaigns.open', { campaignId: id });
      lowest = toDecimal({ amount: payMin, currency });
      if (can.apply === 'auth.mailbox_unverified') break;
    }
    await page.goto(address);
    await page.getByRole('textbox', { name: t('campaigns:apply.pitch') }).fill(pitch);
    const price = page.getByRole('textbox', { name: t('campaigns:apply.price') });
    if (await price.isVisible()) await price.fill(lowest);
    await page.getByRole('button', { name: t('campaigns:apply.send') }).click();
    await expect(page.getByRole('alert').filter({ hasText: t('errors:auth.mailbox_unverified') })).toBeVisible();
    await page
      .getByRole('alert')
      .getByRole('link', { name: t('common:action.verifyMailbox') })
      .click();
    await expect(page).toHaveURL(/\/verify-account\?/u);
  });

  await test.step('verifies it, is back at the campaign with the typed text, and can apply', async () => {
    await page
      .getByRole('textbox', { name: t('accounts:verify.code') })
      .fill(await codeFromMailbox(context, mailboxUrl, email, t('mail:code.verify.subject')));
    await page.getByRole('button', { name: t('accounts:verify.button') }).click();
    await expect(page).toHaveURL(`${url}${address}`);
    await expect(page.getByRole('textbox', { name: t('campaigns:apply.pitch') })).toHaveValue(pitch);
    await page.getByRole('button', { name: t('campaigns:apply.send') }).click();
    await expect(page.getByRole('dialog', { name: t('profile:age.title') })).toBeVisible();
  });
  await context.close();
});

test('a language chosen on a public page while signed in is saved on the account', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: url, locale: 'en-GB', reducedMotion: 'reduce' });
  const localeOf = async () => (await callApi<{ locale: string }>(context, url, 'accounts.session')).locale;
  const page = await context.newPage();
  // Of its own: other tests read the demo's people in English.
  const stamp = Date.now().toString(36);
  await newAccount(page, url, { email: `speaks.${stamp}@gate.example`, name: `Speaks ${stamp}` });
  await page.goto('/terms-of-service');
  for (const locale of ['it', 'es']) {
    await page.locator(`footer a[hreflang="${locale}"]`).click();
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    await expect.poll(localeOf).toBe(locale);
  }
  await context.close();
});
