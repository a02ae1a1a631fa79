import { expect, test } from '@playwright/test';
import { newAccount } from './support/account.ts';
import { holdNext } from './support/hold.ts';
import { codeFromMailbox } from './support/mailbox.ts';
import { patient } from './support/patient.ts';
import { drawnPicture } from './support/picture.ts';
import { patternOf, textsOf } from './support/texts.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const mailboxUrl = process.env['E2E_MAILBOX_URL'] ?? 'http://127.0.0.1:8025';
const t = textsOf('en');
const like = patternOf('en');

test.use({ actionTimeout: patient(20_000), baseURL: url, locale: 'en', viewport: { width: 1280, height: 900 } });

test('a creator changes name and picture, switches a mail off, and downloads a copy of the data', async ({ page }) => {
  test.setTimeout(patient(180_000));
  const stamp = Date.now().toString(36);
  await newAccount(page, url, { email: `profile.${stamp}@privacy.example`, name: `Pia ${stamp}` });
  await page.goto('/profile');
  const name = page.getByRole('textbox', { name: t('profile:identity.name') });
  await name.fill(`Pia Nouvelle ${stamp}`);
  await page.getByRole('button', { name: t('profile:identity.save'), exact: true }).click();
  await expect(page.getByRole('button', { name: new RegExp(`Pia Nouvelle ${stamp}`, 'u') })).toBeVisible();

  // Typed while a save is on its way: it stays in the field, unsaved, and leaving requires a confirmation.
  const held = await holdNext(page, /privacy\.saveIdentity/u);
  await name.fill(`Pia Encore ${stamp}`);
  await page.getByRole('button', { name: t('profile:identity.save'), exact: true }).click();
  await held.requested;
  await name.fill(`Pia Enfin ${stamp}`);
  await held.letGo();
  await expect(page.getByRole('button', { name: new RegExp(`Pia Encore ${stamp}`, 'u') })).toBeVisible();
  await expect(name).toHaveValue(`Pia Enfin ${stamp}`);
  await page
    .getByRole('link', { name: t('screens:areas.home') })
    .first()
    .click();
  await page
    .getByRole('dialog', { name: t('common:form.leaveTitle') })
    .getByRole('button', { name: t('common:form.stay') })
    .click();
  await expect(name).toHaveValue(`Pia Enfin ${stamp}`);
  await page.getByRole('button', { name: t('profile:identity.save'), exact: true }).click();
  await expect(page.getByRole('button', { name: new RegExp(`Pia Enfin ${stamp}`, 'u') })).toBeVisible();

  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: drawnPicture(1) });
  await expect(page.getByRole('button', { name: t('profile:avatar.remove') })).toBeVisible();
  const source = await page.locator('main [data-slot=avatar] img').getAttribute('src');
  const picture = await page.request.get(source ?? '');
  expect(picture.headers()['content-type']).toBe('image/webp');
  expect((await picture.body()).subarray(8, 12).toString('latin1')).toBe('WEBP');

  const cell = page.getByRole('checkbox', {
    name: `${t('profile:notices.topics.offers')}: ${t('profile:notices.channel.mail')}`,
  });
  const kept = page.waitForResponse(/privacy\.saveNotices/u);
  await cell.uncheck();
  await kept;
  await page.reload();
  await expect(cell).not.toBeChecked();
  await expect(
    page.getByRole('checkbox', {
      name: `${t('profile:notices.topics.money')}: ${t('profile:notices.channel.mail')}`,
    }),
  ).toBeDisabled();

  await page.getByRole('button', { name: t('profile:export.ask') }).click();
  const take = page.getByRole('button', { name: t('profile:export.download') });
  await expect(take).toBeVisible({ timeout: patient(60_000) });
  const [download] = await Promise.all([page.waitForEvent('download'), take.click()]);
  expect(download.suggestedFilename()).toBe('sponsio-data.zip');
});

test('a deletion is requested by a mailed code, tracked by its code, and withdrawn by signing in', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(patient(180_000));
  const stamp = Date.now().toString(36);
  const email = `leaving.${stamp}@privacy.example`;
  await newAccount(page, url, { email, name: `Lea ${stamp}` });
  const stranger = await browser.newContext({ baseURL: url, locale: 'en' });
  const visitor = await stranger.newPage();
  await visitor.goto('/data-deletion');
  // The demo names its short grace period, so that it is not taken for thirty days.
  await expect(visitor.getByText(t('profile:erase.grace.demo', { duration: '2 minutes' }))).toBeVisible();
  await visitor.getByRole('textbox', { name: t('profile:erase.request.email') }).fill(email);
  await visitor.getByRole('button', { name: t('profile:erase.request.ask') }).click();
  const digits = visitor.getByRole('textbox', { name: t('profile:erase.request.code') });
  await expect(digits).toBeVisible();
  await digits.fill(await codeFromMailbox(context, mailboxUrl, email, t('mail:code.delete.subject')));
  await visitor.getByRole('button', { name: t('profile:erase.request.confirm') }).click();
  await expect(visitor).toHaveURL(/code=/u, { timeout: patient(30_000) });
  const waiting = visitor.getByRole('listitem').filter({ hasText: t('profile:erase.step.waitingOpen') });
  await expect(waiting).toHaveText(new RegExp(`${t('profile:erase.step.waitingOpen')}(?: until.*\\d)?$`, 'u'));
  await expect(visitor.getByRole('heading', { name: t('profile:erase.state.planned') })).toBeVisible({
    timeout: patient(30_000),
  });

  await page.goto('/profile');
  await expect(page.getByText(like('profile:deletion.plannedFor'))).toBeVisible();
  await page.getByRole('button', { name: t('profile:deletion.keep') }).click();
  await expect(page.getByRole('button', { name: t('profile:deletion.ask') })).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: t('profile:erase.state.cancelled') })).toBeVisible();
  await stranger.close();
});

test('an unknown code is reported and keeps the form for a new request', async ({ page }) => {
  await page.goto('/data-deletion?code=AAAA-BBBB-CCCC-DDDD');
  await expect(page.getByRole('alert')).toHaveText(t('errors:not_found'));
  await page.getByRole('textbox', { name: t('profile:erase.request.email') }).fill('somebody@privacy.example');
  await expect(page.getByRole('button', { name: t('profile:erase.request.ask') })).toBeEnabled();
});

test('a closed dialog returns the focus to the element that opened it', async ({ page }) => {
  const stamp = Date.now().toString(36);
  await newAccount(page, url, { email: `focus.${stamp}@privacy.example`, name: `Fee ${stamp}` });
  await page.goto('/profile');
  const opener = page.getByRole('button', { name: t('profile:deletion.ask') });
  for (const key of ['Escape', 'Enter']) {
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: t('profile:deletion.keep') }).focus();
    await page.keyboard.press(key);
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  }
});
