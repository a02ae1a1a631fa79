import { expect, test, type Browser, type Page } from '@playwright/test';
import { callApi, signInDemo } from '../../scripts/lib/demo-session.ts';
import { patternOf, textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const MILESTONE = 'Reel of the cups';

interface Deals {
  items: { contractId: string; title: string }[];
}

async function dealPage(
  browser: Browser,
  lang: string,
  who: 'brand' | 'creator',
  email: string,
  title = 'Cups of the winter',
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  const page = await visitor(context, { 'sponsio.lang': lang });
  await signInDemo(context, url, who, email);
  const { items } = await callApi<Deals>(context, url, 'escrow.list', { limit: 100 });
  const { contractId } = items.find((deal) => deal.title === title)!;
  await page.goto(`/smart-contracts/${contractId}`);
  return page;
}

test.describe.configure({ mode: 'serial' });

test('finance releases parts of what is held, in English and in Arabic, and the rest stays held', async ({
  browser,
}) => {
  for (const [lang, typed] of [
    ['en', '80.00'],
    ['ar', '20'],
  ] as const) {
    const t = textsOf(lang);
    const like = patternOf(lang);
    const page = await dealPage(browser, lang, 'brand', 'theo@lumen.example');
    await page
      .locator('[data-slot=decision]')
      .getByRole('button', { name: t('deals:action.releasePart') })
      .click();
    const dialog = page.getByRole('dialog', { name: t('deals:dialog.releasePart.title', { milestone: MILESTONE }) });
    const amount = dialog.getByRole('textbox', { name: t('deals:part.amount') });
    await amount.fill('9999');
    await expect(dialog.getByText(like('deals:part.aboveHeld'))).toBeVisible();
    await amount.fill(typed);
    await expect(dialog.getByText(t('deals:part.left'))).toBeVisible();
    await dialog.getByRole('button', { name: like('deals:dialog.releasePart.button') }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(like('deals:event.part_released', { milestone: MILESTONE })).first()).toBeVisible();
    await expect(page.getByText(like('deals:milestones.partsReleased')).first()).toBeVisible();
    await page.context().close();
  }
});

test('a proposal to cancel is declined in Arabic and leads to a dispute; the next one, from the creator, is accepted and divided', async ({
  browser,
}) => {
  const en = textsOf('en');
  const ar = textsOf('ar');
  const [brand, creator] = await Promise.all([
    dealPage(browser, 'en', 'brand', 'nadia@lumen.example'),
    dealPage(browser, 'ar', 'creator', 'bastien@bastien.example'),
  ]);
  const propose = async (page: Page, t: typeof en, keeps: string) => {
    await page
      .locator('[data-slot=decision]')
      .getByRole('button', { name: t('deals:action.proposeCancel') })
      .click();
    const dialog = page.getByRole('dialog', { name: t('cancel:ask.title', { milestone: MILESTONE }) });
    const share = dialog.getByRole('textbox', { name: t('cancel:ask.keeps', { name: 'Bastien Roy' }) });
    await share.fill('999999');
    await expect(dialog.getByRole('alert').or(dialog.locator('#cancel-keeps-error')).first()).toBeVisible();
    await share.fill(keeps);
    await dialog.getByRole('textbox', { name: t('cancel:ask.reason') }).fill('The season is over');
    await dialog.getByRole('button', { name: t('cancel:ask.send') }).click();
    await expect(dialog).toBeHidden();
  };
  await propose(brand, en, '50');
  await expect(brand.getByRole('button', { name: en('cancel:withdraw.action') })).toBeVisible();
  await creator.getByRole('button', { name: ar('cancel:decline.action'), exact: true }).click();
  await creator
    .getByRole('dialog')
    .getByRole('button', { name: ar('cancel:decline.button') })
    .click();
  // Declined, it goes on where it was, and its money may be disputed.
  await brand.getByRole('button', { name: en('deals:action.dispute') }).click();
  const dispute = brand.getByRole('dialog', { name: patternOf('en')('disputes:open.title') });
  await dispute.getByRole('combobox').selectOption('no_answer');
  await dispute.getByRole('textbox').fill('The season is over, and the proposal was declined without a word.');
  await dispute.getByRole('button', { name: patternOf('en')('disputes:open.submit') }).click();
  await expect(dispute).toBeHidden();
  await expect(creator.getByRole('heading', { name: patternOf('ar')('disputes:title') })).toBeVisible();
  await brand.getByRole('button', { name: en('disputes:withdraw.button') }).click();
  await brand
    .getByRole('dialog', { name: en('disputes:withdraw.title') })
    .getByRole('button', { name: en('disputes:withdraw.button') })
    .click();
  await propose(creator, ar, '40');
  await brand.getByRole('button', { name: en('cancel:accept.action'), exact: true }).click();
  await brand
    .getByRole('dialog')
    .getByRole('button', { name: patternOf('en')('cancel:accept.button') })
    .click();
  await expect(brand.getByText(en('deals:event.cancel_agreed', { milestone: MILESTONE })).first()).toBeVisible();
  await expect(creator.getByText(ar('deals:event.cancel_agreed', { milestone: MILESTONE })).first()).toBeVisible();
});

test('an addendum is signed in Arabic and in English; the milestone that it added is funded', async ({ browser }) => {
  const en = textsOf('en');
  const ar = textsOf('ar');
  const title = 'Windows of December';
  const added = 'Evening story';
  const [brand, creator] = await Promise.all([
    dealPage(browser, 'en', 'brand', 'nadia@lumen.example', title),
    dealPage(browser, 'ar', 'creator', 'maya@maya.example', title),
  ]);
  await expect(brand.getByRole('heading', { name: en('addenda:panel.ifYou') })).toBeVisible();
  await expect(brand.getByText(en('addenda:effect.reprice', { title: 'Window photos' }))).toBeVisible();
  for (const [page, t, name] of [
    [creator, ar, 'Maya Laurent'],
    [brand, en, 'Nadia Benali'],
  ] as const) {
    const typed = page.getByRole('textbox', { name: t('addenda:sign.name') });
    await typed.fill('Somebody Else');
    await page.getByRole('button', { name: t('addenda:sign.button') }).click();
    await expect(page.getByText(patternOf(t === ar ? 'ar' : 'en')('errors:contract.name_mismatch'))).toBeVisible();
    await typed.fill(name);
    await page.getByRole('button', { name: t('addenda:sign.button') }).click();
    await expect(typed).toBeHidden();
  }
  for (const [page, t] of [
    [creator, ar],
    [brand, en],
  ] as const)
    await expect(page.getByText(t('addenda:event.addendum_applied', { n: 1 }))).toBeVisible({ timeout: 20_000 });
  await expect(brand.getByText(added).first()).toBeVisible();

  const decision = brand.locator('[data-slot=decision]');
  await expect(decision.getByRole('heading', { name: new RegExp(added, 'u') })).toBeVisible();
  await decision.getByRole('button', { name: patternOf('en')('money:fund.button') }).click();
  await brand
    .getByRole('dialog')
    .getByRole('button', { name: patternOf('en')('money:fund.button') })
    .click();
  await expect(brand.locator('input[name=cardnumber]')).toBeVisible();
  await brand.locator('button[type=submit]').first().click();
  await expect(brand.getByRole('heading', { name: patternOf('en')('payments:result.funded.title') })).toBeVisible({
    timeout: 20_000,
  });
});
