import { expect, test } from '@playwright/test';
import { cookieChoiceMade } from '../../scripts/lib/cookie-choice.ts';
import { newAccount } from './support/account.ts';
import { holdNext } from './support/hold.ts';
import { proveIdentity } from './support/prove.ts';
import { patternOf, textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const say = textsOf('en');

test('what is typed while an earlier save is on its way is saved with the next one', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: url, locale: 'en', reducedMotion: 'reduce' });
  await cookieChoiceMade(context);
  const page = await context.newPage();
  const stamp = Date.now().toString(36);
  await newAccount(page, url, { email: `hurry.${stamp}@draft.example`, name: `Hurry ${stamp}`, userType: 'business' });
  await page.goto('/post-influencer-campaign');
  await page.getByRole('textbox', { name: say('campaigns:field.title'), exact: true }).fill('Typed in a hurry');
  await expect(page).toHaveURL(/[?&]id=/u);
  const saved = page.getByText(patternOf('en')('campaigns:wizard.saved'));
  await expect(saved).toBeVisible();
  await page.goto(`${page.url().replace(/&?step=\w+/u, '')}&step=pay`);

  const saves = /campaigns\.saveDraft/u;
  const first = await holdNext(page, saves);
  await page.getByRole('textbox', { name: say('campaigns:field.price') }).fill('150');
  await first.asked;
  const second = page.waitForRequest(saves);
  await page.getByRole('textbox', { name: say('terms:field.title') }).fill('Two photos');
  first.letGo();
  await (await second).response();
  await page.reload();
  await expect(page.getByRole('textbox', { name: say('campaigns:field.price') })).toHaveValue('150.00');
  await expect(page.getByRole('textbox', { name: say('terms:field.title') })).toHaveValue('Two photos');
  await context.close();
});

test('an answer that comes late takes nobody back to a draft that was left, and one that was lost is no conflict', async ({ context }) => {
  const page = await visitor(context);
  const stamp = Date.now().toString(36);
  await newAccount(page, url, { email: `left.${stamp}@draft.example`, name: `Left ${stamp}`, userType: 'business' });
  await page.goto('/post-influencer-campaign');
  const title = page.getByRole('textbox', { name: say('campaigns:field.title'), exact: true });
  const made = await holdNext(page, /campaigns\.create/u);
  await title.fill('Left at once');
  await page.getByRole('link', { name: say('nav:areas.home') }).first().click();
  await expect(page).toHaveURL('/brand-dashboard');
  const stored = page.waitForResponse(/campaigns\.saveDraft/u);
  made.letGo();
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
  await expect(page.getByText(say('campaigns:wizard.notStored'))).toBeVisible();
  await title.fill('Its answer is lost, and on');
  await expect(page.getByText(patternOf('en')('campaigns:wizard.saved'))).toBeVisible();
});

test('billing details saved beside a milestone that is not finished leave it as it was typed', async ({ context }) => {
  const page = await visitor(context);
  const stamp = Date.now().toString(36);
  await newAccount(page, url, { email: `parts.${stamp}@draft.example`, name: `Parts ${stamp}`, userType: 'business' });
  await page.goto('/post-influencer-campaign');
  await page.getByRole('textbox', { name: say('campaigns:field.title'), exact: true }).fill('In several parts');
  await expect(page).toHaveURL(/[?&]id=/u);
  await page.goto(`${page.url().replace(/&?step=\w+/u, '')}&step=pay`);
  await page.getByRole('textbox', { name: say('campaigns:field.price') }).fill('300');
  const titles = page.getByRole('textbox', { name: say('terms:field.title') });
  const amounts = page.getByRole('textbox', { name: say('terms:field.amount') });
  await titles.first().fill('First part');
  await page.getByRole('button', { name: say('terms:edit.addMilestone') }).click();
  await amounts.nth(1).fill('120.5');
  // The price is saved beside milestones that cannot be yet.
  const saved = page.waitForResponse((answer) => /campaigns\.saveDraft/u.test(answer.url()) && (answer.request().postData() ?? '').includes('31000'));
  await page.getByRole('textbox', { name: say('campaigns:field.price') }).fill('310');
  await saved;
  await page.getByRole('textbox', { name: say('billing:legalName') }).fill('Parts SARL');
  await page.getByRole('button', { name: say('billing:save') }).click();
  await proveIdentity(page, say);
  await expect(page.getByRole('textbox', { name: say('billing:legalName') })).toBeHidden();
  await expect(titles).toHaveCount(2);
  await expect(titles.first()).toHaveValue('First part');
  await expect(amounts.nth(1)).toHaveValue(/^120\.50?$/u);
});
