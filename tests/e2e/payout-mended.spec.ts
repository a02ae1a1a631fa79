import { expect, test } from '@playwright/test';
import { signInDemo } from '../../scripts/lib/demo-session.ts';
import { payOut } from './support/pay-out.ts';
import { proveIdentity } from './support/prove.ts';
import { patternOf, textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';

test('a payout that the bank returned is mended with another account and paid', async ({ context }) => {
  const t = textsOf('en');
  const like = patternOf('en');
  const page = await visitor(context);
  await signInDemo(context, url, 'creator', 'hugo@hugo.example');
  await page.goto('/payouts');
  await expect(page.getByText(t('payouts:payoutState.returned'), { exact: true }).first()).toBeVisible();
  await page.goto('/payment-settings');
  await page.getByRole('button', { name: t('payouts:account.continue') }).click();
  await proveIdentity(page, t);
  await page.waitForURL(/\/onboard\//u);
  await page.locator('button[value=complete]').click();
  await expect(page).toHaveURL(/\/payouts/u);
  await payOut(page, t, like);
});
