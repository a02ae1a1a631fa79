import { expect, type Page, test } from '@playwright/test';
import { act, ask, payByCard, signedIn } from './support/deal.ts';
import { patient } from './support/patient.ts';
import { patternOf, textsOf } from './support/texts.ts';

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

const BUYER = { email: 'dana@trailhead.example', name: 'Dana Whitfield' };
const SELLERS = { sofia: 'Sofia Conti', romain: 'Romain Faure' };

test('two packages go through the cart into two escrows', async ({ browser }) => {
  test.setTimeout(patient(120_000));
  const t = textsOf('ar');
  const like = patternOf('ar');
  const page = await signedIn(browser, BUYER.email, 'ar');
  const sellers: { seller: Page; name: string }[] = [];
  for (const [key, name] of Object.entries(SELLERS)) {
    const seller = await signedIn(browser, `${key}@${key}.example`, 'en');
    sellers.push({ seller, name });
    const { items } = await ask<{ items: { id: string }[] }>(seller, 'packages.mine');
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
  const read = () => ask<Order>(page, 'packages.order', { orderId: orderPath.split('/').at(-1) });

  // The creators accept and both sides sign.
  for (const [i, line] of (await read()).lines.entries()) {
    const { seller, name } = sellers[i]!;
    const { versions } = await ask<Offer>(seller, 'offers.get', { offerId: line.offerId });
    await act(seller, 'offers.accept', { offerId: line.offerId, n: 1, termsHash: versions[0]!.termsHash });
    const { contractId } = await ask<Offer>(seller, 'offers.get', { offerId: line.offerId });
    for (const [signer, typedName] of [
      [seller, name],
      [page, BUYER.name],
    ] as const) {
      const { documentHash } = await ask<{ documentHash: string }>(signer, 'contracts.get', { contractId });
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
    const deal = await ask<Deal>(page, 'escrow.deal', { contractId });
    expect(deal.milestones.map(({ state }) => state)).toEqual(['funded']);
    expect(deal.balances.held).toBe(deal.total);
    held += deal.balances.held;
    paid += deal.paid.total;
  }
  const payment = new URL(page.url()).searchParams.get('payment');
  const shown = await ask<Paid>(page, 'payments.status', { paymentId: payment });
  expect([shown.lines.length, shown.price, shown.total]).toEqual([2, held, paid]);
  expect(total.replace(/\D/gu, ''), 'the button named what was paid').toBe(String(paid));

  // The page of one milestone's money names the other one.
  await page.goto(`/payments/${shown.lines[0]!.milestoneId}`);
  await expect(page.getByRole('heading', { name: t('payments:together.paidWith') })).toBeVisible();
  await expect(page.getByRole('link', { name: shown.lines[1]!.milestoneTitle })).toBeVisible();
  await page.goto(orderPath);
  await expect(page.getByText(t('packages:order.state.funded'), { exact: true })).toHaveCount(2);
  await expect(page.getByText(t('packages:order.nothingToPay'))).toBeVisible();
  for (const { seller } of sellers) await seller.context().close();
  await page.context().close();
});
