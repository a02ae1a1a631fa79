import { expect, test, type Browser, type Page } from '@playwright/test';
import { callApi, signInDemo } from '../../scripts/lib/demo-session.ts';
import { patternOf, textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const MILESTONE = 'Reel of the cups';

interface Deals {
  items: { contractId: string; title: string }[];
}

async function dealPage(browser: Browser, lang: string, who: 'brand' | 'creator', email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  const page = await visitor(context, { 'sponsio.lang': lang });
  await signInDemo(context, url, who, email);
  const { items } = await callApi<Deals>(context, url, 'escrow.list', { limit: 100 });
  const { contractId } = items.find((deal) => deal.title === 'Cups of the winter')!;
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

test('a proposal to cancel is declined in Arabic; the next one, from the creator, is accepted and divided', async ({
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
  await propose(creator, ar, '40');
  await brand.getByRole('button', { name: en('cancel:accept.action'), exact: true }).click();
  await brand
    .getByRole('dialog')
    .getByRole('button', { name: patternOf('en')('cancel:accept.button') })
    .click();
  await expect(brand.getByText(en('deals:event.cancel_agreed', { milestone: MILESTONE })).first()).toBeVisible();
  await expect(creator.getByText(ar('deals:event.cancel_agreed', { milestone: MILESTONE })).first()).toBeVisible();
});
