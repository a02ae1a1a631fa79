import { expect, test } from '@playwright/test';
import { contractOf, signedIn } from './support/deal.ts';
import { patient } from './support/patient.ts';
import { proveStaffIfAsked } from './support/prove.ts';
import { patternOf, textsOf } from './support/texts.ts';

const TITLE = 'Cold mornings';
const REASON = 'The brand has been put on a list of sanctions.';

test('two staff members end a milestone: proposed on its deal, confirmed on the dashboard, read by both sides, appealed', async ({
  browser,
}) => {
  test.setTimeout(patient(120_000));
  const t = textsOf('en');
  const like = patternOf('en');
  const es = textsOf('es');
  const brand = await signedIn(browser, 'laia@bask.example', 'es');
  const contractId = await contractOf(brand, TITLE);
  const trust = await signedIn(browser, 'ruth@sponsio.example', 'en', { staff: true });
  await trust.goto(`/admin-dashboard/deals/${contractId}`);
  await trust.getByRole('button', { name: t('platform:terminate.open') }).click();
  const dialog = trust.getByRole('dialog', { name: like('disputes:terminate.title') });
  const slider = dialog.getByRole('slider', { name: like('disputes:offer.slider') });
  await slider.press('Home');
  for (let i = 0; i < 25; i += 1) await slider.press('ArrowUp');
  await dialog.getByRole('textbox', { name: t('disputes:staff.reason') }).fill(REASON);
  const submit = dialog.getByRole('button', { name: t('platform:case.suspense.submit') });
  // No reason is given on a person's behalf.
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0);
  await submit.click();
  await expect(dialog.getByRole('group', { name: t('disputes:terminate.reason') })).toHaveAccessibleDescription(
    t('disputes:terminate.noReason'),
  );
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  await dialog.getByRole('radio', { name: t('disputes:reason.sanctions') }).check();
  await submit.click();
  await proveStaffIfAsked(trust, t, async () => (await dialog.count()) === 0);
  await expect(dialog).toHaveCount(0);

  const finance = await signedIn(browser, 'diego@sponsio.example', 'en', { staff: true });
  await finance.goto('/admin-dashboard#decisions');
  const row = finance.getByRole('row').filter({ hasText: REASON });
  const confirm = row.getByRole('button', { name: t('platform:approval.confirm') });
  await confirm.click();
  await proveStaffIfAsked(finance, t, async () => (await row.count()) === 0);
  await expect(row).toHaveCount(0);

  const creator = await signedIn(browser, 'leo@leo.example', 'en');
  for (const [page, texts, title] of [
    [creator, t, like('disputes:terminated.title')],
    [brand, es, patternOf('es')('disputes:terminated.title')],
  ] as const) {
    await page.goto(`/smart-contracts/${contractId}`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible({ timeout: patient(20_000) });
    await expect(page.getByText(REASON).first()).toBeVisible();
    await expect(page.getByText(texts('disputes:outcome.decided')).first()).toBeVisible();
    // The state of the milestone says who ended it, not that the sides dispute.
    const states = page.locator('[data-slot="status"]');
    await expect(states.filter({ hasText: texts('money:word.terminated') })).toBeVisible();
    await expect(states.filter({ hasText: texts('common:moneyState.disputed') })).toHaveCount(0);
  }
  await creator.getByRole('button', { name: t('disputes:appeal.button') }).click();
  const appeal = creator.getByRole('dialog', { name: t('disputes:appeal.title') });
  await appeal.getByRole('textbox').fill('The film was ready the day before.');
  await appeal.getByRole('button', { name: t('disputes:appeal.button') }).click();
  await expect(appeal).toBeHidden();
  await trust.goto('/admin-dashboard/disputes');
  await expect(trust.getByRole('row').filter({ hasText: TITLE })).toContainText(t('disputes:queue.two'));
});
