import { expect, test, type Page } from '@playwright/test';
import iconv from 'iconv-lite';
import { CREATORS } from '../../db/seed/cast-creators.ts';
import { callApi, signInDemo } from '../../scripts/lib/demo-session.ts';
import { newAccount, verifyMailbox } from './support/account.ts';
import { patient } from './support/patient.ts';
import { patternOf, textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const mailboxUrl = process.env['E2E_MAILBOX_URL'] ?? 'http://127.0.0.1:8025';

const CYRILLIC = `Ник;Имя;Подписчики;Эл. почта
@masha.k;Маша;1,2 тыс.;masha@example.org
petr.food;Пётр;много;petr@example.org
anna_eda;Анна;48 500;anna@@example
@masha.k;Мария К.;1300;
`;

test('a Cyrillic file is imported, two rows are corrected, a merge is undone', async ({ context }) => {
  const language = 'ar';
  const page = await visitor(context);
  const t = textsOf(language);
  const stamp = Date.now().toString(36);
  await newAccount(page, url, {
    email: `import.${language}.${stamp}@draft.example`,
    name: `Import ${stamp}`,
    userType: 'business',
  });
  await page.goto(`/discovery/import?lang=${language}`);
  await page.locator('input[type=file]').setInputFiles({
    name: 'bloggers.csv',
    mimeType: 'text/csv',
    buffer: iconv.encode(CYRILLIC, 'windows-1251'),
  });
  await expect(page.getByLabel(t('imports:settings.encoding'))).toHaveValue('windows-1251');
  await expect(page.getByRole('cell', { name: '@masha.k' }).first()).toBeVisible();
  await page.getByLabel(t('imports:settings.platform')).selectOption('instagram');
  await page.getByRole('radio', { name: t('imports:basis.consent') }).check();
  await page.getByLabel(t('imports:settings.source')).fill('Our tasting');
  await page.getByRole('button', { name: patternOf(language)('imports:settings.start') }).click();
  await expect(page.getByRole('link', { name: t('imports:result.refused') })).toBeVisible();

  await page.getByRole('link', { name: t('imports:result.refused') }).click();
  await correct(page, t, 'imports:field.followers', '15000');
  await correct(page, t, 'imports:field.email', 'anna@example.org');
  await expect(page.getByText(t('imports:result.noRefused'))).toBeVisible();

  await page.getByRole('link', { name: t('imports:result.merges') }).click();
  await page.getByRole('button', { name: patternOf(language)('imports:result.undoName') }).click();
  await expect(page.getByText(t('imports:result.undone'))).toBeVisible();
  await page.getByRole('link', { name: t('imports:result.people') }).click();
  await expect(page.getByText('Мария К.')).toBeVisible();
  await expect(page.getByText('Маша')).toBeVisible();
});

async function correct(
  page: Page,
  t: ReturnType<typeof textsOf>,
  field: 'imports:field.followers' | 'imports:field.email',
  value: string,
): Promise<void> {
  await page
    .getByRole('button', { name: t('imports:result.correct') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t(field)).fill(value);
  await dialog.getByRole('button', { name: t('imports:correct.submit') }).click();
  await expect(dialog).toBeHidden();
}

test('a sequence is written from a template, previewed for a recipient, started and paused', async ({ context }) => {
  const language = 'ar';
  const page = await visitor(context);
  const t = textsOf(language);
  const stamp = Date.now().toString(36);
  const email = `outreach.${language}.${stamp}@draft.example`;
  await newAccount(page, url, {
    email,
    name: `Outreach ${stamp}`,
    userType: 'business',
  });
  await verifyMailbox(page, url, mailboxUrl, email);
  await page.goto(`/outreach?lang=${language}`);
  await page.getByRole('button', { name: t('outreach:list.new') }).click();
  await page
    .getByRole('button', { name: t('outreach:template.use', { name: t('outreach:template.paid.name') }) })
    .click();
  await page.getByRole('link', { name: t('outreach:page.recipients') }).click();
  await page.getByLabel(t('outreach:add.handles')).fill('@maya.eats.lyon, nobody.of.this.name');
  await page.getByRole('button', { name: t('outreach:add.submit'), exact: true }).click();
  await expect(page.getByText('@nobody.of.this.name')).toBeVisible();
  await page.getByRole('button', { name: /^Maya/u }).click();
  await expect(page.getByRole('dialog').getByText(`Outreach ${stamp}`).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('outreach:page.start') }).click();
  await page.getByRole('button', { name: t('outreach:start.submit') }).click();
  await page.getByRole('button', { name: t('outreach:page.pause') }).click();
  await expect(page.getByText(t('outreach:page.paused'))).toBeVisible();
});

/** In a zone where it is noon now: outside of the hours in which nothing is sent. */
function noon(): string {
  const ahead = 12 - new Date().getUTCHours();
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

test('a sequence stops for the creator who replies in Arabic, and its results count the reply', async ({ browser }) => {
  const [t, ar] = [textsOf('en'), textsOf('ar')];
  const key = 'tom';
  const stamp = Date.now().toString(36);
  const open = async (language: string) => {
    const context = await browser.newContext();
    return { context, page: await visitor(context, { 'sponsio.lang': language }) };
  };
  const [ours, theirs] = [await open('en'), await open('ar')];
  await signInDemo(theirs.context, url, 'creator', `${key}@${key}.example`);
  const profile = await callApi<{ displayName: string; locale: string }>(theirs.context, url, 'privacy.settings');
  const zone = await theirs.context.request.post(`${url}/api/trpc/privacy.saveIdentity`, {
    data: { json: { displayName: profile.displayName, locale: profile.locale, timeZone: noon() } },
    headers: { origin: new URL(url).origin },
  });
  expect(zone.ok(), await zone.text()).toBe(true);
  const { handle } = CREATORS.find((one) => one.key === key)!.profile;

  const email = `stops.${stamp}@draft.example`;
  await newAccount(ours.page, url, { email, name: `Stops ${stamp}`, userType: 'business' });
  await verifyMailbox(ours.page, url, mailboxUrl, email);
  await ours.page.goto('/outreach');
  await ours.page.getByRole('button', { name: t('outreach:list.new') }).click();
  await ours.page
    .getByRole('button', { name: t('outreach:template.use', { name: t('outreach:template.paid.name') }) })
    .click();
  await ours.page.getByRole('link', { name: t('outreach:page.recipients') }).click();
  await ours.page.getByLabel(t('outreach:add.handles')).fill(`@${handle}`);
  await ours.page.getByRole('button', { name: t('outreach:add.submit'), exact: true }).click();
  await expect(ours.page.getByText(t('outreach:recipientState.listed')).first()).toBeVisible();
  await ours.page.getByRole('button', { name: t('outreach:page.start') }).click();
  await ours.page.getByRole('button', { name: t('outreach:start.submit') }).click();
  await expect(ours.page.getByText(t('outreach:recipientState.active')).first()).toBeVisible();

  await expect(async () => {
    await theirs.page.goto('/messages');
    await theirs.page
      .getByRole('link', { name: stamp })
      .first()
      .click({ timeout: patient(5_000) });
  }).toPass();
  await theirs.page.getByRole('textbox', { name: ar('messages:write') }).fill(`Yes, gladly ${stamp}`);
  await theirs.page.getByRole('button', { name: ar('messages:send'), exact: true }).click();

  // The follow-up of the template is due in some days: the reply ended it, and with it the sequence.
  await expect(ours.page.getByText(t('outreach:recipientState.replied')).first()).toBeVisible();
  await expect(ours.page.getByText(t('outreach:state.done'), { exact: true }).first()).toBeVisible();
  await ours.page.getByRole('link', { name: t('outreach:page.results') }).click();
  const row = ours.page.getByRole('row').filter({ hasText: t('outreach:edit.first') });
  await expect(row.getByRole('cell', { name: /1 \(100|١ \(١٠٠|100\s*%/u }).first()).toBeVisible();
  await ours.context.close();
  await theirs.context.close();
});
