import { expect, test } from '@playwright/test';
import { ask, signInDemo } from '../../scripts/lib/demo-session.ts';
import { patternOf, textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const say = textsOf('en');

test('billing details asked for before a payment begin with what the org has given, and keep the rest of it', async ({ context }) => {
  const page = await visitor(context);
  await signInDemo(context, url, 'brand');
  const billing = await ask<{ legalName: string; address: string; taxId: string | null }>(context, url, 'orgs.billing');
  const { tasks } = await ask<{ tasks: { kind: string; link: string }[] }>(context, url, 'home.brand');
  const toFund = tasks.find(({ kind }) => kind === 'fund');
  expect(toFund, 'the demo has a milestone to fund').toBeDefined();
  await page.route(/payments\.quote/u, (route) =>
    route.fulfill({ status: 409, json: [{ error: { json: { message: '', code: -32009, data: { code: 'CONFLICT', httpStatus: 409, path: 'payments.quote', app: { code: 'billing.incomplete', data: {}, requestId: 'r' } } } } }] }),
  );
  await page.goto(toFund!.link);
  await page.getByRole('button', { name: patternOf('en')('payments:fund.button') }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: say('payments:billing.legalName') })).toHaveValue(billing.legalName);
  await expect(dialog.getByRole('textbox', { name: say('payments:billing.address') })).toHaveValue(billing.address);
  const saved = page.waitForRequest(/orgs\.saveBilling/u);
  await page.route(/orgs\.saveBilling/u, (route) => route.abort());
  await dialog.getByRole('button', { name: say('payments:fund.saveBilling') }).click();
  expect((await saved).postDataJSON()).toMatchObject({ json: { legalName: billing.legalName, address: billing.address, taxId: billing.taxId } });
});
