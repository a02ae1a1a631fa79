import { expect, type Page } from '@playwright/test';
import { patient } from './patient.ts';
import type { patternOf, textsOf } from './texts.ts';

/**
 * Pays out on the open page of payouts. A new bank account has a waiting period first; the page updates itself at its
 * end.
 */
export async function payOut(
  page: Page,
  t: ReturnType<typeof textsOf>,
  like: ReturnType<typeof patternOf>,
): Promise<void> {
  // From its beginning: in Arabic the button of automatic payouts contains the same word.
  const name = new RegExp(`^${like('payouts:payOut.button').source}`, 'u');
  const button = page.getByRole('button', { name });
  await expect(button).toBeEnabled({ timeout: patient(90_000) });
  await button.click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
  await expect(
    page
      .getByRole('heading', { name: like('payouts:heading.onTheWay') })
      .or(page.getByText(t('payouts:payoutState.paid'), { exact: true }))
      .first(),
  ).toBeVisible({ timeout: patient(20_000) });
}
