import { expect, test, type Locator, type Page } from '@playwright/test';
import { callApi, signInDemo } from '../../scripts/lib/demo-session.ts';
import { replayed, signedIn } from './support/deal.ts';
import { patient } from './support/patient.ts';
import { payOut } from './support/pay-out.ts';
import { proveIdentity, proveStaffIfAsked } from './support/prove.ts';
import { patternOf, textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const payments = process.env['E2E_PAYMENTS_URL'] ?? 'http://127.0.0.1:12111';

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

  // The bank takes it, sooner than the minute of the demo; its owner reads so on the open page.
  interface Payouts {
    payouts: { id: string; state: string; amount: number }[];
  }
  const sent = async () => (await callApi<Payouts>(context, url, 'payouts.overview')).payouts;
  const newest = async () => (await sent())[0];
  await expect.poll(async () => (await newest())?.state, { timeout: patient(20_000) }).not.toBe('returned');
  const { id } = (await newest())!;
  await page.goto(`/payouts/${id}`);
  const ofPayout = `${payments}/_sandbox/books?op_id=${encodeURIComponent(`po:${id}`)}`;
  const atBank = async () => {
    const { by_op_id } = (await (await context.request.get(ofPayout)).json()) as {
      by_op_id: Record<string, { id: string; object: string }[]>;
    };
    return Object.values(by_op_id)
      .flat()
      .find(({ object }) => object === 'payout')?.id;
  };
  await expect.poll(atBank, { timeout: patient(20_000) }).toMatch(/^po_/u);
  const taken = await context.request.post(`${payments}/_sandbox/payouts/${await atBank()}`, {
    data: { outcome: 'arrived' },
  });
  expect(taken.ok(), await taken.text()).toBe(true);
  await expect(page.getByText(t('payouts:payoutState.paid'), { exact: true }).first()).toBeVisible({
    timeout: patient(45_000),
  });
  const [paid, returned] = await sent();
  expect([paid?.state, returned?.state, paid?.amount]).toEqual(['paid', 'returned', returned?.amount]);
  // The bank's refusal changed nothing of the deal that had earned the money.
  const { items } = await callApi<{ items: { contractId: string; title: string }[] }>(context, url, 'escrow.list', {
    limit: 100,
  });
  const { contractId } = items.find(({ title }) => title === 'Brunch and oolong')!;
  await replayed(page, 'en', contractId, { held: 0, released: 21_000, disputed: 0, refunded: 0 });
});

test('a ruling that keeps money is appealed: who took it does not decide anew, two others do, and the creator reads it', async ({
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
  const rulings = creator.getByRole('region', { name: t('payments:ruling.title') });
  const ruling = rulings.filter({ hasText: like('payments:ruling.until') });
  await expect(ruling.getByText(/Our bank transfer of £60\.00 came back/u)).toBeVisible();
  await ruling.getByRole('textbox', { name: t('payments:ruling.why') }).fill(why);
  await ruling.getByRole('button', { name: t('payments:ruling.appeal') }).click();
  await expect(creator.getByText(like('payments:ruling.appealed'))).toBeVisible();
  await expect(creator.getByText(why)).toBeVisible();

  async function operator(email: string): Promise<Page> {
    const context = await browser.newContext({ baseURL: url });
    const page = await visitor(context);
    await signInDemo(context, url, 'staff', email);
    await page.goto('/admin-dashboard');
    return page;
  }
  /** Proposes to keep the money; answers the dialog. */
  async function propose(staff: Page, note: string): Promise<Locator> {
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
    const choice = dialog.getByRole('group', { name: t('platform:case.suspense.choice') });
    const byBank = choice.getByRole('radio', { name: t('platform:parked.paid_by_bank') });
    const reference = dialog.getByRole('textbox', { name: t('platform:refund.reference') });
    const reason = dialog.getByRole('textbox', { name: t('platform:case.suspense.note') });
    await expect(byBank).toBeChecked();
    await reference.fill('SEPA 2026-11-20 Ivan');
    await reason.fill(note);
    // What was typed stays while another way is looked at, by the keyboard too.
    await byBank.press('ArrowDown');
    await expect(choice.getByRole('radio', { name: t('platform:parked.platform') })).toBeChecked();
    await expect(dialog.getByText(t('platform:parked.rulingFinal'))).toBeVisible();
    await expect(reference).toBeHidden();
    await expect(reason).toHaveValue(note);
    await byBank.check();
    await expect(reference).toHaveValue('SEPA 2026-11-20 Ivan');
    await expect(reason).toHaveValue(note);
    await dialog.getByText(t('platform:parked.platform'), { exact: true }).click();
    await dialog.getByRole('button', { name: t('platform:case.suspense.submit') }).click();
    const refused = dialog.getByText(t('errors:payment.ruled_before'));
    await proveStaffIfAsked(staff, t, async () => (await dialog.count()) === 0 || (await refused.isVisible()));
    return dialog;
  }
  const nora = await operator('nora@sponsio.example');
  const refused = await propose(nora, 'As before: paid twice.');
  await expect(refused.getByText(t('errors:payment.ruled_before'))).toBeVisible();
  // The reason stands where it was refused, and not beside another way.
  await refused.getByRole('radio', { name: t('platform:parked.paid_by_bank') }).check();
  await expect(refused.getByText(t('errors:payment.ruled_before'))).toBeHidden();
  await expect(refused.getByRole('textbox', { name: t('platform:case.suspense.note') })).not.toBeEmpty();

  const note = 'Both transfers are on the statement of your bank: one on Tuesday, one on Friday.';
  const diego = await operator('diego@sponsio.example');
  await expect(await propose(diego, note)).toBeHidden();
  const emil = await operator('emil@sponsio.example');
  const proposal = emil.getByRole('row').filter({ hasText: note });
  await proposal.getByRole('button', { name: t('platform:approval.confirm') }).click();
  await proveStaffIfAsked(emil, t, async () => (await proposal.count()) === 0);
  await expect(proposal).toBeHidden();

  await creator.reload();
  const final = rulings.filter({ hasText: note });
  await expect(final.getByText(t('payments:ruling.final'))).toBeVisible();
  await expect(final.getByText(t('payments:ruling.correction'))).toBeVisible({ timeout: patient(20_000) });
  await Promise.all([creator, nora, diego, emil].map((page) => page.context().close()));
});
