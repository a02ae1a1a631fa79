import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { toDecimal, type Currency } from '../../server/core/money.ts';
import { callApi, signInDemo } from '../../scripts/lib/demo-session.ts';
import { payOnPage } from './support/pay-on-page.ts';
import { patternOf, textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const t = textsOf('en');

// One after another: two of these tests begin and cancel the payment of one milestone.
test.describe.configure({ mode: 'default' });

/** Tests of other files sign and pay for other deals of this brand meanwhile. */
const TITLE = 'Autumn menu – Four photos';

/** The deal page of the milestone that is to be funded. */
async function toFund(context: BrowserContext): Promise<string> {
  const { tasks } = await callApi<{ tasks: { kind: string; title: string; link: string }[] }>(
    context,
    url,
    'home.brand',
  );
  const task = tasks.find(({ kind, title }) => kind === 'fund' && title === TITLE);
  expect(task, 'the demo has this milestone to fund').toBeDefined();
  return task!.link;
}

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
  const link = await toFund(context);
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
  await page.goto(link);
  await page
    .getByRole('button', { name: patternOf('en')('money:fund.button') })
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
  const link = await toFund(context);
  const fund = page.getByRole('button', { name: patternOf('en')('money:fund.button') });
  const finish = page.getByRole('button', { name: t('money:fund.finish') });
  await page.goto(link);
  const decision = page.locator('[data-slot=decision]');
  await fund.first().click();
  await payOnPage(page.getByRole('dialog'), t);
  // The page updates itself before the answer arrives.
  await page.route(
    '**/api/trpc/payments.pay**',
    async (route) => {
      const answer = await route.fetch();
      await expect(decision.getByText(t('money:fund.finish')).first()).toBeVisible();
      await route.fulfill({ response: answer });
    },
    { times: 1 },
  );
  await page
    .getByRole('dialog')
    .getByRole('button', { name: patternOf('en')('money:fund.button') })
    .click();
  await page.waitForURL((at) => at.origin !== new URL(url).origin);

  await page.goBack();
  await expect(finish.first()).toBeVisible();
  await expect(decision.getByRole('button', { name: patternOf('en')('money:fund.button') })).toHaveCount(0);
  await page.goto('/brand-dashboard');
  const finishLater = page
    .getByRole('listitem')
    .filter({ hasText: TITLE })
    .getByRole('link', { name: t('home:task.finish_payment.button') });
  await finishLater.click();
  await finish.first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('payments:fund.continue') })
    .click();
  await page.waitForURL((at) => at.origin !== new URL(url).origin);
  await page.locator('a.back').click();
  await expect(page.getByText(t('deals:gaveUp.closed'))).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${link}$`, 'u'));
  await expect(fund.first()).toBeVisible();
  await expect(finish).toHaveCount(0);
});

/** Answers the calls of `procedure` as the server answers a user of older terms, until `times` is used up; `sent` are their bodies. */
async function refuseUntilAccepted(page: Page, procedure: string, act: string, times: number): Promise<unknown[]> {
  const sent: unknown[] = [];
  const refusal = {
    error: {
      json: {
        message: '',
        code: -32009,
        data: {
          code: 'CONFLICT',
          httpStatus: 409,
          path: procedure,
          app: { code: 'agreements.terms_not_accepted', data: { act }, requestId: 'r' },
        },
      },
    },
  };
  await page.route(
    (address) => address.pathname.endsWith(`/${procedure}`),
    async (route) => {
      sent.push(route.request().postDataJSON());
      await (sent.length > times ? route.fallback() : route.fulfill({ status: 409, json: refusal }));
    },
  );
  await page.route(/agreements\.pending/u, async (route) => {
    const answer = await route.fetch();
    const results = (await answer.json()) as {
      result?: { data?: { json?: { before?: { version: string } | null } } };
    }[];
    for (const { result } of results) {
      const before = result?.data?.json?.before;
      if (before) before.version = '2026-11-21';
    }
    await route.fulfill({ response: answer, json: results });
  });
  return sent;
}

test('a user of older terms accepts the new ones in Arabic while paying: not now keeps the payment open, accepting continues it', async ({
  context,
}) => {
  const ar = textsOf('ar');
  const page = await visitor(context, { 'sponsio.lang': 'ar' });
  await signInDemo(context, url, 'brand');
  const link = await toFund(context);
  const sent = await refuseUntilAccepted(page, 'payments.pay', 'pay', 2);
  await page.goto(link);
  const fund = patternOf('ar')('money:fund.button');
  await page.getByRole('button', { name: fund }).first().click();
  await payOnPage(page.getByRole('dialog'), ar);
  const payment = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: fund }) });
  const terms = page.getByRole('dialog', { name: ar('agreements:title') });

  await payment.getByRole('button', { name: fund }).click();
  await expect(terms.getByText(ar('agreements:act.pay'))).toBeVisible();
  await expect(terms.getByText(ar('agreements:changes.terms.2026-11-24.0'))).toBeVisible();
  await expect(terms.getByText(ar('agreements:changes.terms.2026-11-23.0'))).toBeVisible();
  await expect(terms.getByRole('link', { name: ar('agreements:readNew') })).toHaveAttribute(
    'href',
    '/terms-of-service',
  );
  await terms.getByRole('button', { name: ar('agreements:later') }).click();
  await expect(terms).toHaveCount(0);
  await expect(payment.getByRole('alert')).toHaveText(ar('errors:agreements.terms_not_accepted'));

  await payment.getByRole('button', { name: fund }).click();
  await terms.getByRole('button', { name: ar('agreements:accept') }).click();
  await page.waitForURL((at) => at.origin !== new URL(url).origin);
  expect(sent).toHaveLength(3);
  expect(sent[2]).toEqual(sent[1]);
  await page.locator('a.back').click();
  await expect(page.getByText(ar('deals:gaveUp.closed'))).toBeVisible();
});

test('an application that waits for the new terms stays as it was typed when they are not accepted', async ({
  context,
}) => {
  const page = await visitor(context);
  await signInDemo(context, url, 'creator');
  const { items } = await callApi<{ items: { id: string }[] }>(context, url, 'campaigns.browse', {
    limit: 25,
    sort: 'newest',
  });
  let campaign: { id: string; lowest: string } | undefined;
  // From the oldest: the newest may be another test's, which fills its places meanwhile.
  for (const { id } of items.toReversed()) {
    const { can, payMin, currency } = await callApi<{
      can: { apply: true | string };
      payMin: number;
      currency: Currency;
    }>(context, url, 'campaigns.open', { campaignId: id });
    if (can.apply !== true) continue;
    campaign = { id, lowest: toDecimal({ amount: payMin, currency }) };
    break;
  }
  expect(campaign, 'the demo has a campaign to apply for').toBeDefined();
  const sent = await refuseUntilAccepted(page, 'campaigns.sendApplication', 'apply', 1);
  await page.goto(`/campaigns/${campaign!.id}`);
  const pitch = page.getByRole('textbox', { name: t('campaigns:apply.pitch') });
  await pitch.fill('I film small harbours at dawn and would love to tell this one.');
  const price = page.getByRole('textbox', { name: t('campaigns:apply.price') });
  if (await price.isVisible()) await price.fill(campaign!.lowest);
  await page.getByRole('button', { name: t('campaigns:apply.send') }).click();
  await page
    .getByRole('dialog', { name: t('agreements:title') })
    .getByRole('button', { name: t('agreements:later') })
    .click();
  await expect(page.getByRole('alert').filter({ hasText: t('errors:agreements.terms_not_accepted') })).toBeVisible();
  await expect(pitch).toHaveValue('I film small harbours at dawn and would love to tell this one.');
  expect(sent).toHaveLength(1);
});
