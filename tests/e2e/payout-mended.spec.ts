import { expect, test } from '@playwright/test';
import { signInDemo } from '../../scripts/lib/demo-session.ts';
import { signedIn } from './support/deal.ts';
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

test('a ruling that keeps money is appealed, and who took it reads the appeal and does not decide anew', async ({
  browser,
}) => {
  const t = textsOf('en');
  const like = patternOf('en');
  const why = 'My bank credited one transfer. Its statement of that week shows a single £60.00.';
  const creator = await signedIn(browser, 'ivan@ivan.example', 'en');
  await creator.goto('/payouts');
  await creator
    .getByRole('listitem')
    .filter({ hasText: like('payouts:reason.ruled') })
    .getByRole('link')
    .click();
  const ruling = creator
    .getByRole('region', { name: t('payments:ruling.title') })
    .filter({ hasText: like('payments:ruling.until') });
  await expect(ruling.getByText(/Our bank transfer of £60\.00 came back/u)).toBeVisible();
  await ruling.getByRole('textbox', { name: t('payments:ruling.why') }).fill(why);
  await ruling.getByRole('button', { name: t('payments:ruling.appeal') }).click();
  await expect(creator.getByText(like('payments:ruling.appealed'))).toBeVisible();
  await expect(creator.getByText(why)).toBeVisible();

  const context = await browser.newContext({ baseURL: url });
  const staff = await visitor(context);
  await signInDemo(context, url, 'staff', 'nora@sponsio.example');
  await staff.goto('/admin-dashboard');
  await staff
    .getByRole('row')
    .filter({ hasText: t('platform:case.kinds.transfer_reversed') })
    .filter({ hasText: 'Ivan' })
    .getByRole('button')
    .first()
    .click();
  await staff
    .getByRole('dialog')
    .getByRole('button', { name: t('platform:case.suspense.decide') })
    .click();
  const dialog = staff.getByRole('dialog', { name: like('platform:case.suspense.title') });
  await expect(dialog.getByText(why)).toBeVisible();
  await dialog.getByText(t('platform:parked.platform'), { exact: true }).click();
  await expect(dialog.getByText(t('platform:parked.rulingFinal'))).toBeVisible();
  await dialog.getByRole('textbox', { name: t('platform:case.suspense.note') }).fill('As before: paid twice.');
  await dialog.getByRole('button', { name: t('platform:case.suspense.submit') }).click();
  await expect(dialog.getByText(t('errors:payment.ruled_before'))).toBeVisible();
  await Promise.all([creator.context().close(), context.close()]);
});
