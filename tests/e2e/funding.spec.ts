import { expect, test } from '@playwright/test';
import { callApi, signInDemo } from '../../scripts/lib/demo-session.ts';
import { patternOf, textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const t = textsOf('en');

test("billing details requested before a payment start with the org's own, and keep the rest of them", async ({
  context,
}) => {
  const page = await visitor(context);
  await signInDemo(context, url, 'brand');
  const billing = await callApi<{ legalName: string; address: string; taxId: string | null }>(
    context,
    url,
    'orgs.billing',
  );
  const { tasks } = await callApi<{ tasks: { kind: string; link: string }[] }>(context, url, 'home.brand');
  const toFund = tasks.find(({ kind }) => kind === 'fund');
  expect(toFund, 'the demo has a milestone to fund').toBeDefined();
  await page.route(/payments\.quote/u, (route) =>
    route.fulfill({
      status: 409,
      json: [
        {
          error: {
            json: {
              message: '',
              code: -32009,
              data: {
                code: 'CONFLICT',
                httpStatus: 409,
                path: 'payments.quote',
                app: { code: 'billing.incomplete', data: {}, requestId: 'r' },
              },
            },
          },
        },
      ],
    }),
  );
  await page.goto(toFund!.link);
  await page
    .getByRole('button', { name: patternOf('en')('payments:fund.button') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: t('payments:billing.legalName') })).toHaveValue(billing.legalName);
  await expect(dialog.getByRole('textbox', { name: t('payments:billing.address') })).toHaveValue(billing.address);
  const saved = page.waitForRequest(/orgs\.saveBilling/u);
  await page.route(/orgs\.saveBilling/u, (route) => route.abort());
  await dialog.getByRole('button', { name: t('payments:fund.saveBilling') }).click();
  expect((await saved).postDataJSON()).toMatchObject({
    json: { legalName: billing.legalName, address: billing.address, taxId: billing.taxId },
  });
});

test('after leaving the payment page no wrong button is left: back keeps that milestone current, “cancel” closes the page', async ({
  context,
}) => {
  const page = await visitor(context);
  await signInDemo(context, url, 'brand');
  const { tasks } = await callApi<{ tasks: { kind: string; link: string }[] }>(context, url, 'home.brand');
  const toFund = tasks.find(({ kind }) => kind === 'fund');
  expect(toFund, 'the demo has a milestone to fund').toBeDefined();
  const fund = page.getByRole('button', { name: patternOf('en')('payments:fund.button') });
  const finish = page.getByRole('button', { name: t('payments:fund.finish') });
  await page.goto(toFund!.link);
  const decision = page.locator('[data-slot=decision]');
  await fund.first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: patternOf('en')('payments:fund.button') })
    .click();
  await page.waitForURL((at) => at.origin !== new URL(url).origin);

  await page.goBack();
  await expect(finish.first()).toBeVisible();
  await expect(decision.getByRole('button', { name: patternOf('en')('payments:fund.button') })).toHaveCount(0);
  await page.goto('/brand-dashboard');
  await expect(page.getByRole('link', { name: t('home:task.finish_payment.button') })).toBeVisible();

  await page.getByRole('link', { name: t('home:task.finish_payment.button') }).click();
  await finish.first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('payments:fund.continue') })
    .click();
  await page.waitForURL((at) => at.origin !== new URL(url).origin);
  await page.locator('a.back').click();
  await expect(page.getByText(t('deals:gaveUp.closed'))).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${toFund!.link}$`, 'u'));
  await expect(fund.first()).toBeVisible();
  await expect(finish).toHaveCount(0);
});
