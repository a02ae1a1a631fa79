import { expect, test } from '@playwright/test';
import { newAccount } from './support/account.ts';
import { patient } from './support/patient.ts';
import { patternOf, textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const t = textsOf('en');

test('a lost connection is reported at the top; a draft is stored on the device over a reload, guarded, and sent afterwards', async ({
  context,
}) => {
  const page = await visitor(context);
  const stamp = Date.now().toString(36);
  await newAccount(page, url, {
    email: `lost.${stamp}@connection.example`,
    name: `Lost ${stamp}`,
    userType: 'business',
  });
  await page.goto('/post-influencer-campaign');
  const title = page.getByRole('textbox', { name: t('campaigns:field.title'), exact: true });
  const saved = page.getByText(patternOf('en')('campaigns:wizard.saved'));
  await title.fill('Begun with a connection');
  await expect(saved).toBeVisible();
  await page.waitForLoadState('networkidle');

  await context.setOffline(true);
  const notice = page.locator('[data-slot=top-notice]');
  await expect(notice).toHaveText(t('nav:connection.offlineKept'));
  await expect(notice).toBeInViewport();
  await title.fill('Written on without one');
  await page
    .getByRole('link', { name: t('screens:areas.home') })
    .first()
    .click();
  await page.getByRole('button', { name: t('common:form.stay') }).click();
  await context.setOffline(false);
  await expect(notice).toHaveText(t('nav:connection.backSent'));
  await expect(saved).toBeVisible();

  // Closed before anything could be sent: the copy on this device is there again.
  await page.route(/campaigns\.saveDraft/u, (route) => route.abort());
  await title.fill('Kept on this device');
  await expect(page.getByText(t('campaigns:wizard.notStored'))).toBeVisible();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.unroute(/campaigns\.saveDraft/u);
  const sent = page.waitForResponse(/campaigns\.saveDraft/u);
  await page.reload();
  await expect(title).toHaveValue('Kept on this device');
  expect((await sent).status()).toBe(200);
  await expect(saved).toBeVisible();
});

test('a server that cannot be reached counts as a lost connection, also while the network is up', async ({
  context,
}) => {
  const page = await visitor(context);
  const stamp = Date.now().toString(36);
  await newAccount(page, url, { email: `silent.${stamp}@connection.example`, name: `Silent ${stamp}` });
  await page.goto('/creator-profile');
  const headline = page.getByRole('textbox', { name: t('creators:field.headline') });
  await headline.fill('Nobody answers');
  await context.route(/\/(?:api|livez)/u, (route) => route.abort());
  await page.getByRole('button', { name: t('creators:edit.save'), exact: true }).click();
  const notice = page.locator('[data-slot=top-notice]');
  await expect(notice).toHaveText(t('nav:connection.offline'));
  await expect(headline).toHaveValue('Nobody answers');
  // The server is there again, but gives no answer to this call.
  let saves = 0;
  await page.route(/creators\.keepDraft/u, (route) => {
    saves += 1;
    return route.abort();
  });
  await context.unroute(/\/(?:api|livez)/u);
  await expect(notice).toHaveText(t('nav:connection.back'));
  await expect(notice).toBeHidden({ timeout: patient(20_000) });
  await expect
    .poll(() => saves, { message: 'the draft is sent again, with a pause between two saves', timeout: patient(20_000) })
    .toBeGreaterThan(0);
  expect(saves).toBeLessThan(10);
  await page.unroute(/creators\.keepDraft/u);
  await expect(page.getByText(patternOf('en')('creators:saving.saved'))).toBeVisible({ timeout: patient(20_000) });
});
