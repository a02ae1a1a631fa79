import { expect, test } from '@playwright/test';
import { callApi, signInDemo } from '../../scripts/lib/demo-session.ts';
import { textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';

test('a brand writes in English, the creator answers in Arabic, both read it on their open pages, and a block ends it', async ({
  browser,
}) => {
  const open = async (lang: 'en' | 'ar', persona: 'brand' | 'creator', email: string) => {
    const context = await browser.newContext();
    const page = await visitor(context, { 'sponsio.lang': lang });
    await signInDemo(context, url, persona, email);
    return { context, page, t: textsOf(lang) };
  };
  const ours = await open('en', 'brand', 'harriet@northlight.example');
  const theirs = await open('ar', 'creator', 'sofia@sofia.example');
  const { org } = await callApi<{ org: { id: string } }>(theirs.context, url, 'accounts.session');
  const stamp = Date.now().toString(36);
  const write = async ({ page, t }: typeof ours, text: string) => {
    await page.getByRole('textbox', { name: t('messages:write') }).fill(text);
    await page.getByRole('button', { name: t('messages:send'), exact: true }).click();
    await expect(page.getByText(text).last()).toBeVisible();
    await expect(page.getByText(t('conversations:out.sending'))).toBeHidden();
  };

  await theirs.page.goto('/messages');
  await expect(theirs.page.getByRole('heading', { level: 1, name: theirs.t('conversations:title') })).toBeVisible();
  await ours.page.goto(`/messages?with=${org.id}`);
  await write(ours, `Could you film on Friday? ${stamp}`);
  await expect(ours.page).toHaveURL(/[?&]c=[\w-]{36}/u);
  await ours.page.getByRole('button', { name: ours.t('conversations:beside.open') }).click();
  const beside = ours.page.getByRole('dialog');
  await expect(beside.getByRole('link', { name: ours.t('conversations:beside.offer') })).toHaveAttribute(
    'href',
    `/collaboration-request/new?creator=${org.id}`,
  );
  await ours.page.keyboard.press('Escape');
  await expect(beside).toBeHidden();
  const row = theirs.page.getByRole('link', { name: stamp });
  await expect(row, 'the open page shows it by itself').toBeVisible();
  await row.click();
  await expect(theirs.page.getByRole('list').getByText(`Could you film on Friday? ${stamp}`).last()).toBeVisible();

  const answer = `نعم، يوم الجمعة مناسب ${stamp}`;
  await write(theirs, answer);
  const shown = ours.page.getByRole('group').getByText(answer);
  await expect(shown).toBeVisible();
  expect(await shown.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');

  await theirs.page.getByRole('button', { name: theirs.t('conversations:menu.label') }).click();
  await theirs.page.getByRole('menuitem', { name: theirs.t('conversations:menu.block') }).click();
  await theirs.page
    .getByRole('dialog')
    .getByRole('button', { name: theirs.t('conversations:menu.block'), exact: true })
    .click();
  await expect(theirs.page.getByText(theirs.t('errors:message.you_blocked'))).toBeVisible();
  await write(ours, `At what time? ${stamp}`);
  await expect(ours.page.getByRole('alert').getByText(ours.t('errors:message.blocked'))).toBeVisible();
  await expect(ours.page.getByText(`At what time? ${stamp}`), 'nothing typed is lost').toBeVisible();
  await ours.page.reload();
  await expect(ours.page.getByText(`At what time? ${stamp}`)).toBeVisible();
  await ours.page.getByRole('button', { name: ours.t('conversations:out.drop') }).click();
  await expect(ours.page.getByText(`At what time? ${stamp}`)).toBeHidden();

  await theirs.page.getByRole('button', { name: theirs.t('conversations:menu.label') }).click();
  await theirs.page.getByRole('menuitem', { name: theirs.t('conversations:menu.unblock') }).click();
  await expect(theirs.page.getByRole('textbox', { name: theirs.t('messages:write') })).toBeEnabled();
  await ours.context.close();
  await theirs.context.close();
});
