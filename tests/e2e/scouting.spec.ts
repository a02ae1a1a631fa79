import { expect, test } from '@playwright/test';
import { signedIn } from './support/deal.ts';
import { patternOf, textsOf } from './support/texts.ts';

test('an agency finds a creator, offers to represent, keeps and writes to the creator', async ({ browser }) => {
  const t = textsOf('ar');
  const like = patternOf('ar');
  const page = await signedIn(browser, 'elena@vidal.example', 'ar');
  await page.goto('/discovery?text=maya.eats.lyon&view=cards');
  const card = page.locator('#creator-maya\\.eats\\.lyon');
  // What needs a campaign is a brand's.
  await expect(card.getByRole('link', { name: like('discovery:inviteName') })).toHaveCount(0);
  await card.getByRole('button', { name: like('lists:represent.name') }).click();
  await expect(page.getByRole('dialog').getByLabel(t('agencies:invite.creator'))).toHaveValue('@maya.eats.lyon');
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: like('lists:save.title') }).click();
  await expect(page.getByRole('dialog').getByText('To represent')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto('/outreach');
  await page.getByRole('button', { name: t('outreach:list.new') }).click();
  await page
    .getByRole('button', { name: t('outreach:template.use', { name: t('outreach:template.represent.name') }) })
    .click();
  await expect(page.getByLabel(t('outreach:edit.name'))).toHaveValue(t('outreach:template.represent.name'));
  await expect(page.getByLabel(t('outreach:edit.campaign'))).toHaveCount(0);

  await page.goto('/creator/maya.eats.lyon');
  await page.getByRole('link', { name: t('creators:page.message') }).click();
  const text = `Shall we talk? ${Date.now().toString(36)}`;
  await page.getByRole('textbox', { name: t('messages:write') }).fill(text);
  await page.getByRole('button', { name: t('messages:send'), exact: true }).click();
  await expect(page.getByText(text).first()).toBeVisible();
  await page.context().close();
});
