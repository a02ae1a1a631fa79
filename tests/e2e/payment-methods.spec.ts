import { expect, test } from '@playwright/test';
import { signInDemo } from '../../scripts/lib/demo-session.ts';
import { proveIdentity } from './support/prove.ts';
import { patternOf, textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';

test('a brand saves a card on the provider’s page, and the log of changes names who did it', async ({ context }) => {
  const t = textsOf('it');
  const page = await visitor(context);
  await signInDemo(context, url, 'brand', 'paolo@forno.example');
  await page.goto('/payment-settings');
  const methods = page.getByRole('region', { name: t('payments:settings.methods') });
  await methods.getByRole('button', { name: t('payments:methods.add') }).click();
  await proveIdentity(page, t);
  await expect(page.locator('input[name=cardnumber]')).toHaveValue(/4242/u);
  await page.locator('button[type=submit]').first().click();
  await expect(page.getByText(patternOf('it')('payments:methods.savedNow'))).toBeVisible();
  await expect(methods.getByText(t('payments:methods.default'), { exact: true })).toBeVisible();
  const log = page.getByRole('region', { name: t('settings-log:title') });
  await expect(log.getByRole('row', { name: patternOf('it')('settings-log:what_of.methodAdded') })).toBeVisible();
});
