import { type BrowserContext, expect, test } from '@playwright/test';
import { serialize } from '../../server/core/wire.ts';
import { callApi, signInDemo } from '../../scripts/lib/demo-session.ts';
import { payByCard } from './support/deal.ts';
import { patient } from './support/patient.ts';
import { patternOf, textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';

interface Offer {
  versions: { n: number; termsHash: string }[];
  contractId: string | null;
}
interface Order {
  lines: { creator: { name: string }; offerId: string; contractId: string | null; state: string }[];
}

interface Deal {
  total: number;
  milestones: { state: string }[];
  balances: { held: number };
  paid: { total: number };
}
interface Paid {
  price: number;
  total: number;
  lines: { milestoneId: string; milestoneTitle: string }[];
}

async function act(context: BrowserContext, path: string, input: object): Promise<void> {
  const answer = await context.request.post(`${url}/api/trpc/${path}`, {
    data: serialize(input),
    headers: { origin: new URL(url).origin },
  });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
}

const BUYER = { email: 'dana@trailhead.example', name: 'Dana Whitfield' };
const SELLERS = { sofia: 'Sofia Conti', romain: 'Romain Faure' };

test('two packages go through the cart into two escrows', async ({ browser, context }) => {
  test.setTimeout(patient(120_000));
  const t = textsOf('ar');
  const like = patternOf('ar');
  const page = await visitor(context, { 'sponsio.lang': 'ar' });
  await signInDemo(context, url, 'brand', BUYER.email);
  const sellers: { context: BrowserContext; name: string }[] = [];
  for (const [key, name] of Object.entries(SELLERS)) {
    const seller = await browser.newContext({ baseURL: url });
    sellers.push({ context: seller, name });
    await signInDemo(seller, url, 'creator', `${key}@${key}.example`);
    const { items } = await callApi<{ items: { id: string }[] }>(seller, url, 'packages.mine');
    await page.goto(`/marketplace/${items[0]!.id}`);
    await page.getByRole('button', { name: t('packages:page.add'), exact: true }).click();
    await expect(page.getByRole('button', { name: t('packages:page.inCart') })).toBeVisible();
  }

  await page.goto('/marketplace/cart');
  await expect(page.getByText(t('packages:cart.line.total'))).toBeVisible();
  await page.getByRole('button', { name: t('packages:cart.send', { n: 2 }) }).click();
  await expect(page).toHaveURL(/\/marketplace\/orders\//u);
  await expect(page.getByText(t('packages:order.state.sent'), { exact: true })).toHaveCount(2);
  const orderPath = new URL(page.url()).pathname;
  const read = () => callApi<Order>(context, url, 'packages.order', { orderId: orderPath.split('/').at(-1) });

  // The creators accept and both sides sign.
  for (const [i, line] of (await read()).lines.entries()) {
    const { context: seller, name } = sellers[i]!;
    const { versions } = await callApi<Offer>(seller, url, 'offers.get', { offerId: line.offerId });
    await act(seller, 'offers.accept', { offerId: line.offerId, n: 1, termsHash: versions[0]!.termsHash });
    const { contractId } = await callApi<Offer>(seller, url, 'offers.get', { offerId: line.offerId });
    for (const [signer, typedName] of [
      [seller, name],
      [context, BUYER.name],
    ] as const) {
      const { documentHash } = await callApi<{ documentHash: string }>(signer, url, 'contracts.get', { contractId });
      await act(signer, 'contracts.sign', { contractId, documentHash, typedName });
    }
  }

  // One quote, one page and one payment; one escrow for each contract.
  await page.goto(orderPath);
  const fund = page.getByRole('button', { name: like('money:fund.button') });
  await expect(fund, 'each by itself, and both together').toHaveCount(3, { timeout: patient(20_000) });
  await page
    .getByRole('complementary')
    .getByRole('button', { name: like('money:fund.button') })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(2);
  const button = dialog.getByRole('button', { name: like('money:fund.button') });
  await expect(dialog.getByText(t('payments:line.total'))).toBeVisible();
  const total = (await button.textContent()) ?? '';
  await button.click();
  await payByCard(page, 'ar');
  await expect(page.getByText(t('payments:result.fundedTogether'))).toBeVisible();

  // Both are funded to the cent.
  const { lines } = await read();
  const contracts = lines.map(({ contractId }) => contractId);
  let [held, paid] = [0, 0];
  for (const contractId of contracts) {
    const deal = await callApi<Deal>(context, url, 'escrow.deal', { contractId });
    expect(deal.milestones.map(({ state }) => state)).toEqual(['funded']);
    expect(deal.balances.held).toBe(deal.total);
    held += deal.balances.held;
    paid += deal.paid.total;
  }
  const payment = new URL(page.url()).searchParams.get('payment');
  const shown = await callApi<Paid>(context, url, 'payments.status', { paymentId: payment });
  expect([shown.lines.length, shown.price, shown.total]).toEqual([2, held, paid]);
  expect(total.replace(/\D/gu, ''), 'the button named what was paid').toBe(String(paid));

  // The page of one milestone's money names the other one.
  await page.goto(`/payments/${shown.lines[0]!.milestoneId}`);
  await expect(page.getByRole('heading', { name: t('payments:together.paidWith') })).toBeVisible();
  await expect(page.getByRole('link', { name: shown.lines[1]!.milestoneTitle })).toBeVisible();
  await page.goto(orderPath);
  await expect(page.getByText(t('packages:order.state.funded'), { exact: true })).toHaveCount(2);
  await expect(page.getByText(t('packages:order.nothingToPay'))).toBeVisible();
  for (const seller of sellers) await seller.context.close();
});
