import { expect, test } from '@playwright/test';
import { signInDemo } from '../../scripts/lib/demo-session.ts';
import { patient } from './support/patient.ts';
import { textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

/** A brand keeps creators for later, invites two of them at once, and saves a search with its digest. */
const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';

test.use({ actionTimeout: patient(20_000), baseURL: url, viewport: { width: 1280, height: 900 } });

test('creators are saved to a list, noted and invited, and a search is saved', async ({ context }) => {
  test.setTimeout(patient(90_000));
  const t = textsOf('ar');
  const name = `Mornings ${Date.now().toString(36)}`;
  await signInDemo(context, url, 'brand');
  const page = await visitor(context, { 'sponsio.lang': 'ar' });
  // Each try invites creators whom the brand has not contacted yet.
  await page.goto('/discovery?sort=followers&followers=2000..&fresh=true&view=cards');
  const cards = page.locator('[data-slot=creator-card]');
  for (const at of [0, 1]) await cards.nth(at).getByRole('checkbox').check();
  const bar = page.getByRole('region', { name: t('discovery:bulk.label') });
  await bar.getByRole('button', { name: t('lists:save.titleMany_two', { count: 2 }) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: t('lists:new.name') }).fill(name);
  await dialog.getByRole('button', { name: t('lists:new.create') }).click();
  await expect(dialog.getByRole('status')).toHaveText(t('lists:save.saved', { name }));
  await expect(dialog.getByRole('checkbox', { name, exact: false })).toBeChecked();
  await dialog.getByRole('button', { name: t('common:action.close') }).click();

  await page.goto('/discovery/lists');
  await page.getByRole('link', { name, exact: true }).click();
  const rows = page.getByRole('region', { name, exact: true }).locator('tbody tr');
  await expect(rows).toHaveCount(2);
  await rows.first().getByRole('button').click();
  await page.getByRole('menuitem', { name: t('lists:note.button') }).click();
  await dialog.getByRole('textbox', { name: t('lists:note.note') }).fill('Answers fast');
  await dialog.getByRole('textbox', { name: t('lists:note.tags') }).fill('coffee, mornings');
  await dialog.getByRole('button', { name: t('lists:note.save') }).click();
  await expect(rows.first()).toContainText('Answers fast');
  await expect(rows.first()).toContainText('#mornings');

  for (const at of [0, 1]) await rows.nth(at).getByRole('checkbox').check();
  await page.getByRole('button', { name: t('lists:invite.button_two', { count: 2 }) }).click();
  await dialog.getByRole('combobox').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: t('lists:invite.send_two', { count: 2 }) }).click();
  await expect(dialog.getByRole('link', { name: t('lists:invite.state.sent') })).toHaveCount(2);
  await dialog
    .getByRole('button', { name: t('common:action.close') })
    .first()
    .click();

  await page.goto('/discovery?niches=coffee&followers=1000..20000');
  await page.getByRole('button', { name: t('searches:save.button') }).click();
  await dialog.getByRole('textbox', { name: t('searches:name') }).fill(name);
  await expect(dialog.getByRole('checkbox')).toBeChecked();
  await dialog.getByRole('button', { name: t('searches:save.button') }).click();
  await expect(dialog).toBeHidden();
  await page.goto('/discovery/searches');
  const alert = page.getByRole('switch', { name: t('searches:alertOf', { name }) });
  await expect(alert).toBeChecked();
  const saved = page.waitForResponse((answer) => answer.url().includes('savedSearches.alert'));
  await alert.click();
  expect((await saved).status()).toBe(200);
  await expect(alert).not.toBeChecked();
});
