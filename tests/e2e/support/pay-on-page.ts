import type { Locator } from '@playwright/test';
import type { textsOf } from './texts.ts';

/** Leaves the brand's saved methods aside: this payment is made on the provider's page. */
export async function payOnPage(dialog: Locator, t: ReturnType<typeof textsOf>): Promise<void> {
  await dialog.getByRole('radio', { name: t('payments:methods.other') }).check();
}
