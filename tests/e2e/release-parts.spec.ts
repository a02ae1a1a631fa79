import { expect, test } from '@playwright/test';
import { callApi, signInDemo } from '../../scripts/lib/demo-session.ts';
import { patternOf, textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const MILESTONE = 'Reel of the cups';

interface Deals {
  items: { contractId: string; title: string }[];
}

test('finance releases parts of what is held, in English and in Arabic, and the rest stays held', async ({
  browser,
}) => {
  for (const [lang, typed] of [
    ['en', '80.00'],
    ['ar', '20'],
  ] as const) {
    const t = textsOf(lang);
    const like = patternOf(lang);
    const context = await browser.newContext({ baseURL: url });
    const page = await visitor(context, { 'sponsio.lang': lang });
    await signInDemo(context, url, 'brand', 'theo@lumen.example');
    const { items } = await callApi<Deals>(context, url, 'escrow.list', { limit: 100 });
    const { contractId } = items.find((deal) => deal.title === 'Cups of the winter')!;
    await page.goto(`/smart-contracts/${contractId}`);
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
    await context.close();
  }
});
