import { expect, test } from '@playwright/test';
import { cookieChoiceMade } from '../../scripts/lib/cookie-choice.ts';
import { newAccount } from './support/account.ts';
import { holdNext } from './support/hold.ts';
import { patternOf, textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const t = textsOf('en');

test('text typed during a save is saved with the next one', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: url, locale: 'en', reducedMotion: 'reduce' });
  await cookieChoiceMade(context);
  const page = await context.newPage();
  const stamp = Date.now().toString(36);
  await newAccount(page, url, { email: `hurry.${stamp}@draft.example`, name: `Hurry ${stamp}`, userType: 'business' });
  await page.goto('/post-influencer-campaign');
  await page.getByRole('textbox', { name: t('campaigns:field.title'), exact: true }).fill('Typed in a hurry');
  await expect(page).toHaveURL(/[?&]id=/u);
  const saved = page.getByText(patternOf('en')('campaigns:wizard.saved'));
  await expect(saved).toBeVisible();
  await page.goto(`${page.url().replace(/&?step=\w+/u, '')}&step=pay`);

  const saves = /campaigns\.saveDraft/u;
  const first = await holdNext(page, saves);
  await page.getByRole('textbox', { name: t('campaigns:field.price') }).fill('150');
  await first.requested;
  const second = page.waitForRequest(saves);
  await page.getByRole('textbox', { name: t('terms:field.title') }).fill('Two photos');
  await first.letGo();
  await (await second).response();
  await page.reload();
  await expect(page.getByRole('textbox', { name: t('campaigns:field.price') })).toHaveValue('150.00');
  await expect(page.getByRole('textbox', { name: t('terms:field.title') })).toHaveValue('Two photos');
  await context.close();
});

test('a late answer does not navigate back to a draft that was left, and a lost one is no conflict', async ({
  context,
}) => {
  const page = await visitor(context);
  const stamp = Date.now().toString(36);
  await newAccount(page, url, { email: `left.${stamp}@draft.example`, name: `Left ${stamp}`, userType: 'business' });
  await page.goto('/post-influencer-campaign');
  const title = page.getByRole('textbox', { name: t('campaigns:field.title'), exact: true });
  const made = await holdNext(page, /campaigns\.create/u);
  await title.fill('Left at once');
  await page
    .getByRole('link', { name: t('screens:areas.home') })
    .first()
    .click();
  await expect(page).toHaveURL('/brand-dashboard');
  const stored = page.waitForResponse(/campaigns\.saveDraft/u);
  await made.letGo();
  await stored;
  await expect(page).toHaveURL('/brand-dashboard');

  await page.goto('/post-influencer-campaign');
  await page.getByRole('link', { name: 'Left at once' }).click();
  await expect(title).toHaveValue('Left at once');
  await page.route(
    /campaigns\.saveDraft/u,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await title.fill('Its answer is lost');
  await expect(page.getByText(t('campaigns:wizard.notStored'))).toBeVisible();
  await title.fill('Its answer is lost, and on');
  await expect(page.getByText(patternOf('en')('campaigns:wizard.saved'))).toBeVisible();
});

test('billing details saved beside a milestone that is not finished leave it as it was typed', async ({ context }) => {
  const page = await visitor(context);
  const stamp = Date.now().toString(36);
  await newAccount(page, url, { email: `parts.${stamp}@draft.example`, name: `Parts ${stamp}`, userType: 'business' });
  await page.goto('/post-influencer-campaign');
  await page.getByRole('textbox', { name: t('campaigns:field.title'), exact: true }).fill('In several parts');
  await expect(page).toHaveURL(/[?&]id=/u);
  await page.goto(`${page.url().replace(/&?step=\w+/u, '')}&step=pay`);
  await page.getByRole('textbox', { name: t('campaigns:field.price') }).fill('300');
  const titles = page.getByRole('textbox', { name: t('terms:field.title') });
  const amounts = page.getByRole('textbox', { name: t('terms:field.amount') });
  await titles.first().fill('First part');
  await page.getByRole('button', { name: t('terms:edit.addMilestone') }).click();
  await amounts.nth(1).fill('120.5');
  // The price is saved beside milestones that cannot be yet.
  const saved = page.waitForResponse(
    (answer) => /campaigns\.saveDraft/u.test(answer.url()) && (answer.request().postData() ?? '').includes('31000'),
  );
  await page.getByRole('textbox', { name: t('campaigns:field.price') }).fill('310');
  await saved;
  await page.getByRole('textbox', { name: t('billing:legalName') }).fill('Parts SARL');
  await page.getByRole('button', { name: t('billing:save') }).click();
  await expect(page.getByRole('textbox', { name: t('billing:legalName') })).toBeHidden();
  await expect(titles).toHaveCount(2);
  await expect(titles.first()).toHaveValue('First part');
  await expect(amounts.nth(1)).toHaveValue(/^120\.50?$/u);
});

test('a draft opened again in the same session holds everything typed, and typing more is no conflict', async ({
  context,
}) => {
  const page = await visitor(context);
  const stamp = Date.now().toString(36);
  await newAccount(page, url, { email: `again.${stamp}@draft.example`, name: `Again ${stamp}`, userType: 'business' });
  await page.goto('/post-influencer-campaign');
  const title = page.getByRole('textbox', { name: t('campaigns:field.title'), exact: true });
  const saved = page.getByText(patternOf('en')('campaigns:wizard.saved'));
  const conflict = page.getByText(t('campaigns:wizard.conflictTitle'));
  const campaigns = page.getByRole('link', { name: t('screens:areas.campaigns') }).first();
  const ofDraft = page.getByRole('link', { name: /^Opened again/u }).first();

  await title.fill('Opened again');
  await expect(saved).toBeVisible();
  await campaigns.click();
  await ofDraft.click();
  await expect(title).toHaveValue('Opened again');
  // Left within the pause before a save, and opened while that save is still on its way.
  const held = await holdNext(page, /campaigns\.saveDraft/u);
  await title.fill('Opened again and written on');
  await campaigns.click();
  await held.requested;
  await ofDraft.click();
  await held.letGo();
  await expect(title).toHaveValue('Opened again and written on');
  const next = page.waitForResponse(/campaigns\.saveDraft/u);
  await title.fill('Opened again, three times');
  expect((await next).status()).toBe(200);
  await expect(saved).toBeVisible();
  await expect(conflict).toBeHidden();
});

test('a form starts with what another window saved, not with the cached answer', async ({ context }) => {
  const page = await visitor(context);
  const stamp = Date.now().toString(36);
  await newAccount(page, url, { email: `two.${stamp}@draft.example`, name: `Two ${stamp}` });
  // A save that no live event reports, like one lost with the connection.
  await page.route(/live\.events/u, (route) => route.abort());
  await page.goto('/creator-profile');
  const headline = page.getByRole('textbox', { name: t('creators:field.headline') });
  await expect(headline).toHaveValue('');
  await page
    .getByRole('link', { name: t('screens:areas.home') })
    .first()
    .click();
  await expect(page).toHaveURL('/dashboard');
  // The address changes before the page does, and a page that still loads only hides the form; a form that was never
  // left begins nothing.
  await expect(page.getByRole('heading', { level: 1, name: t('home:checklist.title') })).toBeVisible();
  const read = (await (await page.request.get('/api/trpc/creators.mine')).json()) as {
    result: { data: { json: Record<string, unknown> } };
  };
  const { handle, city, country, bio, niches, languages, platforms, rates } = read.result.data.json;
  const stored = await page.request.post('/api/trpc/creators.save', {
    headers: { origin: new URL(url).origin },
    data: { json: { handle, headline: 'Written elsewhere', city, country, bio, niches, languages, platforms, rates } },
  });
  expect(stored.status(), await stored.text()).toBe(200);
  await page.goBack();
  await expect(headline).toHaveValue('Written elsewhere');
});
