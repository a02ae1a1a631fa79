import { expect, test } from '@playwright/test';
import { act, ask, signedIn } from './support/deal.ts';
import { patternOf, textsOf } from './support/texts.ts';

test('an offer begins with a template and is kept as one; its contract is declined with a reason, which the creator reads in Arabic', async ({
  browser,
}) => {
  const t = textsOf('en');
  const template = 'Shop window, one reel';
  const mark = Date.now().toString(36);
  const kept = `Window ${mark}`;
  const [brand, creator] = await Promise.all([
    signedIn(browser, 'nadia@lumen.example', 'en'),
    signedIn(browser, 'mei@mei.example', 'ar'),
  ]);
  await brand.goto('/smart-contracts');
  await brand.getByRole('link', { name: t('contracts:list.tab.templates') }).click();
  await brand.getByRole('button', { name: t('templates:row.useNamed', { name: template }) }).click();
  const whom = brand.getByRole('dialog', { name: t('templates:creator.title') });
  await whom.getByRole('searchbox', { name: t('templates:creator.search') }).fill('Mei Lin');
  await whom.getByRole('link', { name: '@mei.makes' }).click();
  await expect(brand).toHaveURL(/\/collaboration-request\/new\?/u);
  const chosen = brand.getByRole('combobox', { name: t('templates:choose.label') });
  await expect(chosen.locator('option:checked')).toHaveText(template);
  await expect(brand.getByText('Keys of the shop').first()).toBeVisible();
  await brand.getByRole('textbox', { name: t('offers:form.title') }).fill(`A window ${mark}`);
  await brand.getByRole('textbox', { name: t('terms:field.amount') }).fill('140');

  await brand.getByRole('button', { name: t('templates:save.button') }).click();
  const naming = brand.getByRole('dialog', { name: t('templates:save.title') });
  await naming.getByRole('textbox', { name: t('templates:save.name') }).fill(template);
  await naming.getByRole('button', { name: t('templates:save.button') }).click();
  await expect(naming.getByText(t('errors:template.name_taken')), 'one template of a name').toBeVisible();
  await naming.getByRole('textbox', { name: t('templates:save.name') }).fill(kept);
  await naming.getByRole('button', { name: t('templates:save.button') }).click();
  await expect(naming).toBeHidden();
  await brand.getByRole('button', { name: t('offers:form.send') }).click();
  await expect(brand).toHaveURL(/\/collaboration-request\/[\w-]{36}/u);

  const offerId = new URL(brand.url()).pathname.split('/').at(-1)!;
  const { versions } = await ask<{ versions: { termsHash: string }[] }>(creator, 'offers.get', { offerId });
  await act(creator, 'offers.accept', { offerId, n: 1, termsHash: versions[0]!.termsHash });
  const { contractId } = await ask<{ contractId: string }>(creator, 'offers.get', { offerId });
  await brand.goto(`/smart-contracts/${contractId}`);
  await expect(brand.getByText('returns the keys the same morning').first()).toBeVisible();
  await brand.getByRole('button', { name: t('contracts:decline.action') }).click();
  const dialog = brand.getByRole('dialog', { name: t('contracts:decline.title') });
  const reason = 'The window is taken in those weeks.';
  await dialog.getByRole('textbox').fill('x');
  await dialog.getByRole('button', { name: t('contracts:decline.action') }).click();
  await expect(dialog.getByRole('textbox'), 'without a reason nothing ends').toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('textbox').fill(reason);
  await dialog.getByRole('button', { name: t('contracts:decline.action') }).click();
  await expect(dialog).toBeHidden();
  await expect(brand.getByText(patternOf('en')('contracts:decline.byYou'))).toBeVisible();
  await creator.goto(`/smart-contracts/${contractId}`);
  await expect(creator.getByText(patternOf('ar')('contracts:decline.by'))).toBeVisible();
  await expect(creator.getByText(reason).first()).toBeVisible();

  await brand.goto('/smart-contracts?tab=templates');
  await brand.getByRole('button', { name: t('templates:row.remove', { name: kept }) }).click();
  await brand
    .getByRole('dialog', { name: t('templates:remove.title', { name: kept }) })
    .getByRole('button', { name: t('templates:remove.button') })
    .click();
  await expect(brand.getByRole('heading', { name: kept })).toHaveCount(0);
  await expect(brand.getByRole('heading', { name: template })).toBeVisible();
});
