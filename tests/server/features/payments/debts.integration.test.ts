import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTx, type OrgActor } from '../../../../server/context.ts';
import { steppedClock } from '../../../../server/core/clock.ts';
import { newId } from '../../../../server/core/ids.ts';
import type { Currency, Money } from '../../../../server/core/money.ts';
import { confirmDebtPayment } from '../../../../server/features/payments/debts/confirm.ts';
import { openDebt } from '../../../../server/features/payments/debts/debts.ts';
import { payDebts } from '../../../../server/features/payments/debts/pay.ts';
import { debtsCsv } from '../../../../server/features/payments/debts/export.ts';
import { endedPages } from '../../../../server/features/payments/debts/queries.ts';
import { brandDebts } from '../../../../server/features/payments/debts/view.ts';
import { sweepWebhooks } from '../../../../server/features/payments/webhooks/sweep.ts';
import { takeIn } from '../../../../server/features/payments/webhooks/webhooks.ts';
import { settleConverted } from '../../../../server/features/payments/debts/receipt.ts';
import { checkDeletion, requestDeletion } from '../../../../server/features/privacy/deletion.ts';
import { openCase } from '../../../../server/features/cases/service.ts';
import { parkedSettled, type AccountCode } from '../../../../server/features/ledger/rules.ts';
import { postAll } from '../../../../server/features/ledger/service.ts';
import { createOrg, prove } from '../../../support/people.ts';
import { createMoneyWorld, type MoneyWorld } from '../escrow/deal-kit.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld('debts');
});
afterAll(() => world.close());

/** What the brand owes of as many refunds that were made by hand. */
const owe = (brand: OrgActor, count: number, { amount, currency }: { amount: number; currency: Currency }) =>
  withTx(world.system(), async (tx) => {
    for (let n = 0; n < count; n += 1) {
      const { id: caseId } = await openCase(tx, {
        kind: 'provider_refund',
        key: newId(),
        orgId: brand.orgId,
        amount,
        currency,
      });
      await openDebt(tx, {
        brandOrg: brand.orgId,
        contractId: null,
        milestoneId: null,
        currency,
        amount,
        of: { caseId },
      });
      await postAll(tx, [
        { ...parkedSettled(currency, -amount, { to: 'brand_owes', brandOrg: brand.orgId }), opId: `parked:${caseId}` },
      ]);
    }
  });
const sessionOf = async (paymentId: string): Promise<string | null> =>
  (
    await world.owner
      .selectFrom('debt_payments')
      .select('session_id')
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow()
  ).session_id;
const payPage = async (paymentId: string, how: { card: string } | { iban: string }): Promise<unknown> =>
  world.command(`pay/${await sessionOf(paymentId)}`, how);
async function payWith(how: { card: string } | { iban: string }, brand: OrgActor, owed: Money): Promise<string> {
  const { paymentId } = await payDebts(world.as(brand), owed);
  await payPage(paymentId, how);
  return paymentId;
}
async function payAll(brand: OrgActor, owed: Money): Promise<string> {
  const paymentId = await payWith({ card: '4242424242424242' }, brand, owed);
  expect(await confirmDebtPayment(world.system(), paymentId)).toBe(true);
  return paymentId;
}
const account = async (code: AccountCode, currency: Currency) =>
  (
    await world.owner
      .selectFrom('ledger_accounts')
      .select('balance')
      .where('code', '=', code)
      .where('scope', '=', '')
      .where('currency', '=', currency)
      .executeTakeFirst()
  )?.balance ?? 0;

test('what is shown as owed is what a payment covers, however many debts it comes from', async () => {
  const brand = await createOrg(world, 'brand', 'Many debts');
  await owe(brand, 230, { amount: 100, currency: 'EUR' });
  const { items, totals } = await brandDebts(world.as(brand));
  expect([items.length, totals]).toEqual([
    230,
    [{ currency: 'EUR', amount: 23_000, payable: true, payment: null, until: null }],
  ]);
  await payAll(brand, { amount: totals[0]!.amount, currency: 'EUR' });
  expect((await brandDebts(world.as(brand))).items).toEqual([]);
}, 60_000);

test('a payment that is converted on its way pays no debt: what arrived is parked in its own currency, and the brand is notified', async () => {
  const brand = await createOrg(world, 'brand', 'Converted');
  await owe(brand, 1, { amount: 10_600, currency: 'KWD' });
  const before = {
    parked: await account('SUSPENSE', 'EUR'),
    ofDebt: await account('SUSPENSE', 'KWD'),
    fees: await account('PSP_FEE', 'EUR'),
    feesOfDebt: await account('PSP_FEE', 'KWD'),
  };
  await world.command('settlement', { currency: 'kwd', settles_in: 'eur', rate: 3 });
  const paymentId = await payAll(brand, { amount: 10_600, currency: 'KWD' });
  await world.command('settlement', { currency: 'kwd', settles_in: null });
  expect((await brandDebts(world.as(brand))).totals, 'it owes as before').toEqual([
    { currency: 'KWD', amount: 10_600, payable: true, payment: null, until: null },
  ]);
  expect((await account('SUSPENSE', 'EUR')) - before.parked).toBe(3_180);
  expect((await account('PSP_FEE', 'EUR')) - before.fees, 'the fee as the provider took it').toBe(73);
  expect((await account('PSP_FEE', 'KWD')) - before.feesOfDebt).toBe(0);
  expect(await account('SUSPENSE', 'KWD')).toBe(before.ofDebt);
  const ofBrand = (table: 'documents' | 'notices') =>
    world.owner.selectFrom(table).select('kind').where('org_id', '=', brand.orgId).execute();
  expect(await ofBrand('notices')).toEqual([{ kind: 'debt_converted' }]);
  expect(await ofBrand('documents'), 'no receipt, since nothing was paid').toEqual([]);
  const found = await world.owner
    .selectFrom('cases')
    .select(['amount', 'currency', 'details'])
    .where('kind', '=', 'unknown_money_event')
    .where('org_id', '=', brand.orgId)
    .execute();
  expect(found).toMatchObject([
    { amount: 3_180, currency: 'EUR', details: { debtPayment: paymentId, converted: true } },
  ]);
  // Confirmed once more by its webhook, nothing is booked twice.
  expect(await confirmDebtPayment(world.system(), paymentId)).toBe(true);
  expect((await account('SUSPENSE', 'EUR')) - before.parked).toBe(3_180);
  await payAll(brand, { amount: 10_600, currency: 'KWD' });
  expect((await brandDebts(world.as(brand))).items, 'paid in its own currency').toEqual([]);
}, 60_000);

test('what a brand owes is a CSV too, its own debts alone, in the reader’s language, to who may see money', async () => {
  const brand = await createOrg(world, 'brand', 'Keeps books');
  await owe(brand, 2, { amount: 12_345, currency: 'EUR' });
  await owe(await createOrg(world, 'brand', 'Owes as well'), 1, { amount: 999, currency: 'EUR' });
  const { stream, name } = await debtsCsv(world.as(brand), { locale: 'fr' });
  const [header, ...lines] = parse(await text(stream), { bom: true }) as string[][];
  expect(name).toBe('sponsio-debts.csv');
  expect(header).toEqual(['Date', 'Collaboration', 'Étape', 'Motif', 'Montant', 'Dû', 'Devise']);
  const date = new Date((await brandDebts(world.as(brand))).items[0]!.openedAt).toISOString().slice(0, 10);
  // With no mark of direction, which a spreadsheet would keep in the cell.
  const why = expect.stringMatching(new RegExp(`^[^\\p{Cf}]*${date}[^\\p{Cf}]*$`, 'u')) as unknown;
  expect(lines).toEqual(Array.from({ length: 2 }, () => [date, '', '', why, '123.45', '123.45', 'EUR']));
  await expect(debtsCsv(world.as({ ...brand, role: 'reviewer' }), { locale: 'fr' })).rejects.toMatchObject({
    code: 'auth.not_allowed',
  });
});

test('what two staff members decide about a converted payment is a second notice to its brand, which owes as before', async () => {
  const brand = await createOrg(world, 'brand', 'Converted and decided');
  const unused = { brandOrg: brand.orgId, paymentId: newId(), amount: 3_180, currency: 'EUR' as const };
  for (const decision of ['paid_by_bank', 'platform', 'platform'] as const)
    await withTx(world.system(), (tx) => settleConverted(tx, unused, { decision, reference: 'SEPA 78' }));
  const notices = await world.owner
    .selectFrom('notices')
    .select(['kind', 'data'])
    .where('org_id', '=', brand.orgId)
    .orderBy('kind')
    .execute();
  expect(notices).toMatchObject([
    { kind: 'debt_converted_kept', data: { amountMinor: 3_180, currency: 'EUR' } },
    { kind: 'debt_converted_sent', data: { amountMinor: 3_180, currency: 'EUR', number: 'SEPA 78' } },
  ]);
});

test('an account whose brand owes money is not deleted until that is paid, and its owner reads how much it is', async () => {
  const brand = await createOrg(world, 'brand', 'Owes and goes');
  await prove(world, brand);
  await owe(brand, 2, { amount: 5_300, currency: 'EUR' });
  const { code } = await requestDeletion(world.as(brand));
  const { id } = await world.owner
    .selectFrom('deletion_requests')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  const blockers = async () =>
    (
      await world.owner
        .selectFrom('deletion_requests')
        .select('blockers')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).blockers;
  expect(await checkDeletion(world.system(), { id })).toEqual({ state: 'blocked' });
  expect(await blockers()).toEqual([{ kind: 'owed', count: 2, amounts: [{ amount: 10_600, currency: 'EUR' }] }]);
  await payAll(brand, { amount: 10_600, currency: 'EUR' });
  expect(await checkDeletion(world.system(), { id })).toEqual({ state: 'planned' });
  expect(await blockers()).toEqual([]);
}, 30_000);

test('of more payments than are read at once, those whose pages ended first are read first', async () => {
  const brand = await createOrg(world, 'brand', 'Ended pages');
  const begin = async (currency: Currency, endedMinutesAgo: number) => {
    await owe(brand, 1, { amount: 10_600, currency });
    const { paymentId } = await payDebts(world.as(brand), { amount: 10_600, currency });
    const at = new Date(Date.now() - endedMinutesAgo * 60_000);
    await world.owner.updateTable('debt_payments').set({ expires_at: at }).where('id', '=', paymentId).execute();
    return paymentId;
  };
  const later = await begin('EUR', 10);
  const first = await begin('GBP', 20);
  expect(await endedPages(world.worker, new Date(), 1)).toEqual([first]);
  expect(await endedPages(world.worker, new Date())).toEqual([first, later]);
});

test('a bank debit of a debt is shown as processed by the bank, from when its page is completed, and is not paid twice meanwhile', async () => {
  const brand = await createOrg(world, 'brand', 'Slow debit');
  const owed: Money = { amount: 10_600, currency: 'EUR' };
  await owe(brand, 1, owed);
  const { paymentId } = await payDebts(world.as(brand), owed);
  const shown = async () =>
    (await brandDebts(world.as(brand))).totals.map(({ payment, until }) => ({ payment, until }));
  expect(await shown()).toEqual([{ payment: 'open', until: null }]);
  await payPage(paymentId, { iban: 'AT611904300234573201' });
  const page = await world.integrations.payments.retrieveCheckout((await sessionOf(paymentId))!);
  const event = { id: `evt_${newId()}`, type: 'payment_intent.processing', created: new Date() };
  await takeIn(world.system(), {
    ...event,
    objectId: page.paymentIntentId!,
    objectType: 'payment_intent',
    balanceTransactionId: null,
    metadata: { debt_payment_id: paymentId },
  });
  await sweepWebhooks(world.system());
  const [now] = await shown();
  expect(now!.payment).toBe('processing');
  expect(now!.until!.getTime() - Date.now()).toBeGreaterThan(7 * 86_400_000);
  const { state } = await world.owner
    .selectFrom('psp_events')
    .select('state')
    .where('id', '=', event.id)
    .executeTakeFirstOrThrow();
  expect(state, 'it is read once').toBe('applied');
  await expect(payDebts(world.as(brand), owed)).rejects.toMatchObject({ code: 'payment.debt_processing' });
});

// Last: the provider's clock moves.
test('a bank debit that is refused ends its payment: the brand is notified once, owes as before, and may pay again', async () => {
  const brand = await createOrg(world, 'brand', 'Refused debit');
  const owed: Money = { amount: 10_600, currency: 'EUR' };
  await owe(brand, 1, owed);
  const paymentId = await payWith({ iban: 'AT861904300235473202' }, brand, owed);
  const shown = async () => (await brandDebts(world.as(brand))).totals.map(({ payment }) => payment);
  const notices = () =>
    world.owner
      .selectFrom('notices')
      .select(['data', 'roles'])
      .where('org_id', '=', brand.orgId)
      .where('kind', '=', 'debt_payment_failed')
      .execute();
  expect(await confirmDebtPayment(world.system(), paymentId)).toBe(false);
  expect([await shown(), await notices()]).toEqual([['processing'], []]);
  await world.command('clock', { advance_seconds: 4 * 86_400 });
  for (const time of ['read', 'read again']) {
    expect(await confirmDebtPayment(world.system(), paymentId), time).toBe(true);
    expect(await shown(), time).toEqual(['refused']);
    expect(await notices(), time).toEqual([
      { data: { amountMinor: 10_600, currency: 'EUR' }, roles: ['owner', 'admin', 'finance'] },
    ]);
  }
  const clock = steppedClock(new Date(Date.now() + 4 * 86_400_000));
  const { paymentId: again } = await payDebts(world.as(brand, { clock }), owed);
  expect(again).not.toBe(paymentId);
  expect(await shown(), 'of the last payment').toEqual(['open']);
});
