import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../../server/core/ids.ts';
import type { Currency } from '../../../../server/core/money.ts';
import type { AccountCode } from '../../../../server/features/ledger/rules.ts';
import { cancel } from '../../../../server/features/escrow/refund/cancel.ts';
import { refund } from '../../../../server/features/escrow/refund/refund.ts';
import { dealFor } from '../../../../server/features/escrow/deals/deal.ts';
import { documentsOfDeal } from '../../../../server/features/documents/service.ts';
import { approve } from '../../../../server/features/escrow/review/service.ts';
import { escrowSnapshot } from '../../../../server/features/escrow/timers/snapshot.ts';
import { release } from '../../../../server/features/escrow/release/release.ts';
import { checkMoney } from '../../../../server/features/money-check/checker.ts';
import { announce } from '../../../../server/features/disputes/announce.ts';
import { open as openDispute } from '../../../../server/features/disputes/opening.ts';
import { refundNetted } from '../../../../server/features/payments/card-disputes/netting.ts';
import { pay } from '../../../../server/features/payments/checkout/pay.ts';
import { quote } from '../../../../server/features/payments/checkout/quote.ts';
import { ensureFloat } from '../../../../server/features/payments/float.ts';
import { cancelPayment, status } from '../../../../server/features/payments/checkout/status.ts';
import { payDebts } from '../../../../server/features/payments/debts/pay.ts';
import { brandDebts } from '../../../../server/features/payments/debts/view.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import { submitEvidence } from '../../../../server/features/payments/evidence/evidence.ts';
import { milestoneMoney, toFund } from '../../../../server/features/payments/overview.ts';
import { confirmSuspense, proposeSuspense } from '../../../../server/features/payments/suspense/suspense-decisions.ts';
import {
  confirmParked,
  parkedMoney,
  proposeParked,
  settleParked,
} from '../../../../server/features/payments/suspense/parked-money.ts';
import { applyProviderEvents, openWebhookInbox, type WebhookInbox } from '../../../support/webhook-inbox.ts';
import { createStaff, prove } from '../../../support/people.ts';
import { eventually } from '../../../support/worker.ts';
import { codeOf } from '../../../support/refused.ts';
import {
  connectPayee,
  createMoneyWorld,
  deliver,
  milestone,
  openDeal,
  payAtProvider,
  type MoneyWorld,
  type TestDeal,
} from '../escrow/deal-kit.ts';

let inbox: WebhookInbox;
let world: MoneyWorld;
beforeAll(async () => {
  inbox = await openWebhookInbox();
  world = await createMoneyWorld('joint', { webhookTarget: inbox.url });
  await ensureFloat(world.system(), 'USD', 1_000_000);
  inbox.serve(world);
});
afterAll(async () => {
  await world.close();
  await inbox.close();
});

const stateOf = async (id: string) => (await milestone(world, id)).state;
const holdsOf = async (ids: readonly string[]) =>
  (await world.owner.selectFrom('milestones').select(['id', 'holds']).where('id', 'in', ids).execute())
    .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map((row) => row.holds.join());
const balance = async (code: AccountCode, scope: string, currency: Currency = 'EUR') =>
  (
    await world.owner
      .selectFrom('ledger_accounts')
      .select('balance')
      .where('code', '=', code)
      .where('scope', '=', scope)
      .where('currency', '=', currency)
      .executeTakeFirst()
  )?.balance ?? 0;
const chargeOf = async (milestoneId: string) =>
  (
    await world.owner
      .selectFrom('payments')
      .select('charge_id')
      .where('milestone_id', '=', milestoneId)
      .where('charge_id', 'is not', null)
      .executeTakeFirstOrThrow()
  ).charge_id!;

/** The provider and the books agree object by object and line by line. */
async function booksAgree(...expected: string[]): Promise<void> {
  await world.owner
    .updateTable('workflow_outbox')
    .set({ dispatched_at: new Date() })
    .where('dispatched_at', 'is', null)
    .execute();
  const breaches = await checkMoney(world.worker, {
    booksUrl: `${world.sandbox.url}/_sandbox/books`,
    provider: world.integrations.payments,
  });
  expect(breaches.filter((breach) => !expected.includes(breach.invariant))).toEqual([]);
}
const applyEvents = (): Promise<void> => applyProviderEvents(world);

/** Two milestones of one contract and one of another, of the same brand; amounts that divide badly. */
async function twoDeals(): Promise<{ one: TestDeal; other: TestDeal; ids: [string, string, string] }> {
  const one = await openDeal(world, { amounts: [30_001, 20_003], commissionBps: 1_500 });
  const other = await openDeal(world, { brand: one.brand, amounts: [10_007] });
  return { one, other, ids: [one.milestoneIds[0]!, one.milestoneIds[1]!, other.milestoneId] };
}

test('three milestones of two contracts are one quote, one page and one charge, with a posting and shares for each', async () => {
  const { one, other, ids } = await twoDeals();
  const [first, ...also] = ids;
  const brand = world.as(one.brand);
  expect((await toFund(brand, {})).map((row) => row.milestoneId).toSorted()).toEqual([...ids].toSorted());
  expect((await toFund(brand, { contractIds: [other.contractId] })).map((row) => row.total)).toEqual([10_607]);
  const bill = await quote(brand, { milestoneId: first, also });
  expect(bill).toMatchObject({ price: 60_011, feeBps: 500, total: bill.price + bill.fee + bill.tax });
  expect(bill.lines.map((line) => line.milestoneId)).toEqual(ids);
  expect(bill.lines.reduce((sum, line) => sum + line.total, 0)).toBe(bill.total);
  expect((await quote(brand, { milestoneId: first, also })).id, 'asked again').toBe(bill.id);
  expect((await quote(brand, { milestoneId: first, also: [also[0]!] })).id, 'of others').not.toBe(bill.id);

  const requestKey = newId();
  const input = { milestoneId: first, also, quoteId: bill.id };
  const clicks = await Promise.all(
    [requestKey, requestKey, newId()].map((key) => pay(world.as(one.brand, { requestKey: key }), input)),
  );
  expect(new Set(clicks.map((click) => click.url)).size, 'a double click opens one page').toBe(1);
  expect(await Promise.all(ids.map(stateOf))).toEqual(['funding', 'funding', 'funding']);
  const alone = await quote(brand, { milestoneId: first });
  expect(
    await codeOf(pay(brand, { milestoneId: first, quoteId: alone.id })),
    'a part of it is not paid beside it',
  ).toBe('payment.in_progress');

  const { session_id } = await world.owner
    .selectFrom('payments')
    .select('session_id')
    .where('id', '=', clicks[0]!.paymentId)
    .executeTakeFirstOrThrow();
  await world.command(`pay/${session_id}`, { card: '4242424242424242' });
  expect(await confirmFunding(world.system(), { milestoneId: ids[2] }), 'by any of its workflows').toBe('funded');
  expect(await confirmFunding(world.system(), { milestoneId: ids[0] })).toBe('no payment under way');
  expect(await Promise.all(ids.map(stateOf))).toEqual(['funded', 'funded', 'funded']);
  const postings = await world.owner
    .selectFrom('ledger_tx')
    .select(['milestone_id', 'provider_ref'])
    .where('kind', '=', 'funded')
    .where('milestone_id', 'in', ids)
    .execute();
  expect([postings.length, new Set(postings.map((p) => p.provider_ref)).size]).toEqual([3, 1]);
  const paid = await world.owner
    .selectFrom('payments')
    .select(['charge_id', 'provider_fee'])
    .where('milestone_id', 'in', ids)
    .execute();
  expect(new Set(paid.map((p) => p.charge_id)).size).toBe(1);
  expect(
    paid.reduce((sum, p) => sum + p.provider_fee!, 0),
    'shares of the fee',
  ).toBe(Math.round(bill.total * 0.015) + 25);

  const shown = await status(brand, clicks[0]!);
  expect(shown).toMatchObject({ state: 'paid', total: bill.total });
  expect(shown.lines.map((line) => line.total)).toEqual(expect.arrayContaining(bill.lines.map((line) => line.total)));
  const documents = await Promise.all(
    [one, other].map((deal) => documentsOfDeal(brand, { contractId: deal.contractId })),
  );
  const receipts = documents.map((list) => list.filter((doc) => doc.kind === 'receipt'));
  expect(
    receipts.map((list) => list.length),
    'one receipt, found from each deal',
  ).toEqual([1, 1]);
  expect(receipts[0]![0]).toMatchObject({ id: receipts[1]![0]!.id, amount: bill.total });
  expect(receipts[0]![0]!.alsoOf.toSorted()).toEqual([...ids].toSorted());
  const money = await milestoneMoney(brand, { milestoneId: ids[2] });
  expect(money).toMatchObject({ paymentId: clicks[0]!.paymentId, balances: { held: 10_007 } });
  expect(money.together).toHaveLength(3);
  expect(
    (await milestoneMoney(world.as(other.creator), { milestoneId: ids[2] })).together,
    'of the brand alone',
  ).toEqual([]);
  await booksAgree();

  // The one is refunded by its share, the others go on to their payees from the same charge.
  const version = async (id: string) => ({ milestoneId: id, version: (await milestone(world, id)).version });
  await cancel(world.as(one.creator), { ...(await version(ids[1])), reason: '' });
  expect(await refund(world.system(), { milestoneId: ids[1] })).toBe('refunded');
  const back = await world.owner
    .selectFrom('refunds')
    .select('amount')
    .where('milestone_id', '=', ids[1])
    .executeTakeFirstOrThrow();
  expect(back.amount).toBe(bill.lines[1]!.total);
  expect(await Promise.all(ids.map(stateOf))).toEqual(['funded', 'refunded', 'funded']);
  const note = (await documentsOfDeal(brand, { contractId: one.contractId })).find((d) => d.kind === 'credit_note');
  const { data } = await world.owner
    .selectFrom('documents')
    .select('data')
    .where('id', '=', note!.id)
    .executeTakeFirstOrThrow();
  expect((data as { corrects: string }).corrects, 'the joint receipt and its own fee invoice').toContain(
    receipts[0]![0]!.number,
  );
  await deliver(world, other);
  await approve(world.as(one.brand), await version(ids[2]));
  expect(await release(world.system(), { milestoneId: ids[2] })).toBe('released');
  await booksAgree();

  // A dispute of what is left of the charge holds each milestone by its share, also after its release.
  const dispute = (await world.command<{ id: string }>('disputes', { charge: await chargeOf(ids[0]) })).id;
  await applyEvents();
  const shares = await world.owner
    .selectFrom('card_disputes')
    .select(['id', 'milestone_id', 'amount', 'withdrawn', 'set_aside'])
    .where('charge_id', '=', await chargeOf(ids[0]))
    .orderBy('id')
    .execute();
  const [left, right] = [bill.lines[0]!.total, bill.lines[2]!.total];
  expect(shares).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ milestone_id: ids[0], amount: left, withdrawn: left, set_aside: true }),
      expect.objectContaining({ milestone_id: ids[2], amount: right, withdrawn: right, set_aside: false }),
    ]),
  );
  expect([shares.length, shares[0]!.id, shares[1]!.id]).toEqual([2, dispute, `${dispute}:2`]);
  expect(await holdsOf(ids)).toEqual(['card_dispute', '', 'card_dispute']);
  expect([await balance('ESCROW_DISPUTED', ids[0]), await balance('CARD_DISPUTE_HOLD', shares[0]!.id)]).toEqual([
    30_001,
    shares[0]!.withdrawn,
  ]);
  await booksAgree();
  const pack = await world.owner
    .selectFrom('evidence_packs')
    .select(['id', 'dispute_id'])
    .where('dispute_id', 'like', `${dispute}%`)
    .execute();
  expect(
    pack.map((one) => one.dispute_id),
    'one answer for the whole dispute',
  ).toEqual([dispute]);
  expect(await submitEvidence(world.system(), { id: pack[0]!.id })).toBe('submitted');
  await world.command(`disputes/${dispute}`, { outcome: 'won' });
  await applyEvents();
  expect(await holdsOf(ids)).toEqual(['', '', '']);
  expect([await balance('ESCROW_HELD', ids[0]), await balance('CARD_DISPUTE_HOLD', shares[1]!.id)]).toEqual([
    30_001, 0,
  ]);
  await booksAgree();
});

test('a joint page that is closed or refused leaves every milestone payable; what cannot be paid together is refused', async () => {
  const { one, ids } = await twoDeals();
  const brand = world.as(one.brand);
  const together = { milestoneId: ids[0], also: [ids[1], ids[2]] };
  const bill = await quote(brand, together);
  const { paymentId } = await pay(brand, { ...together, quoteId: bill.id });
  expect((await cancelPayment(brand, { paymentId })).lines.map((line) => line.state)).toEqual([
    'expired',
    'expired',
    'expired',
  ]);
  expect(await Promise.all(ids.map(stateOf))).toEqual(['awaiting_funding', 'awaiting_funding', 'awaiting_funding']);

  const pounds = await openDeal(world, { brand: one.brand, currency: 'GBP', amounts: [9_000] });
  expect(await codeOf(quote(brand, { milestoneId: ids[0], also: [pounds.milestoneId] }))).toBe(
    'payment.joint_currency',
  );
  const foreign = await openDeal(world);
  expect(await codeOf(quote(brand, { milestoneId: ids[0], also: [foreign.milestoneId] }))).toBe('not_found');
  const large = await openDeal(world, { brand: one.brand, amounts: [60_000_000, 60_000_000] });
  expect(await codeOf(quote(brand, { milestoneId: large.milestoneIds[0]!, also: [large.milestoneIds[1]!] }))).toBe(
    'payment.joint_too_large',
  );
  const dear = await openDeal(world, { brand: one.brand, amounts: [90_000_000], feeBps: 1000 });
  expect(await codeOf(quote(brand, { milestoneId: dear.milestoneId })), 'alone, with its fee and tax').toBe(
    'terms.charge_too_large',
  );
  await payAtProvider(world, one, { milestoneId: ids[1] });
  expect(await confirmFunding(world.system(), { milestoneId: ids[1] })).toBe('funded');
  expect(await codeOf(pay(world.as(one.brand), { ...together, quoteId: bill.id })), 'one was funded meanwhile').toBe(
    'payment.line_refused',
  );
  await booksAgree();
});

test('money for a milestone that ended meanwhile goes back by its share, and the others are funded', async () => {
  const { one, other, ids } = await twoDeals();
  const page = await payAtProvider(world, one, { milestoneId: ids[2], also: [ids[0]] });
  // Given up, though the payer was faster; the first line's milestone is then ended by its creator.
  const lines = (await status(world.as(one.brand), page)).lines.map((line) => line.milestoneId);
  await world.owner.updateTable('payments').set({ state: 'expired' }).where('milestone_id', 'in', lines).execute();
  await world.owner.updateTable('milestones').set({ state: 'awaiting_funding' }).where('id', 'in', lines).execute();
  await cancel(world.as(other.creator), {
    milestoneId: ids[2],
    version: (await milestone(world, ids[2])).version,
    reason: '',
  });
  expect(await stateOf(ids[2])).toBe('void');
  const bill = { milestoneId: ids[0], also: [ids[2]] };
  expect(await codeOf(quote(world.as(one.brand), bill)), 'nothing new is made with it').toBe('payment.line_refused');
  await applyEvents();
  await eventually('the webhook of the payment', async () => {
    const { n } = await world.owner
      .selectFrom('psp_events')
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .where('milestone_id', '=', ids[2])
      .where('type', '=', 'payment_intent.succeeded')
      .executeTakeFirstOrThrow();
    return Number(n) === 1;
  });
  expect(await confirmFunding(world.system(), { milestoneId: ids[0] })).toMatch(/^paid too late: /);
  expect(await Promise.all([ids[0], ids[2]].map(stateOf))).toEqual(['funded', 'void']);
  const [back] = await world.owner
    .selectFrom('refunds')
    .select(['amount', 'reason', 'state'])
    .where('milestone_id', '=', ids[2])
    .execute();
  expect(back).toEqual({ amount: 10_607, reason: 'late_payment', state: 'done' });
  expect((await dealFor(world.as(one.brand), { contractId: one.contractId })).balances).toMatchObject({
    held: 30_001,
  });
  // Its page was given up by hand here, without an event.
  await booksAgree('deal.events-replay');
});

test('joint money that is not what was quoted is held for all, and accepted by two staff members for each by its share', async () => {
  const { one, other, ids } = await twoDeals();
  const { paymentId } = await payAtProvider(world, one, { milestoneId: ids[0], also: [ids[2]] });
  // Taken short: the page was made for less than was quoted.
  for (const table of ['quotes', 'payments'] as const)
    await world.owner
      .updateTable(table)
      .set((eb) => ({ fee: eb('fee', '+', 5), tax: eb('tax', '+', 1), total: eb('total', '+', 6) }))
      .where('milestone_id', '=', ids[2])
      .execute();
  await world.owner
    .updateTable('operations')
    .set((eb) => ({ amount: eb('amount', '+', 6) }))
    .where('milestone_id', '=', ids[0])
    .where('kind', '=', 'checkout')
    .execute();
  expect(await confirmFunding(world.system(), { milestoneId: ids[2] })).toMatch(/^held: /);
  expect(await holdsOf([ids[0], ids[2]])).toEqual(['recon_drift', 'recon_drift']);
  const [first, second] = [await createStaff(world, 'finance'), await createStaff(world, 'finance')];
  for (const staff of [first, second]) await prove(world, staff);
  const { id } = await proposeSuspense(world.as(first), { paymentId, decision: 'accept', note: 'checked' });
  await confirmSuspense(world.as(second), { proposalId: id });
  expect(await confirmFunding(world.system(), { milestoneId: ids[0] })).toBe('funded');
  expect(await Promise.all([ids[0], ids[2]].map(stateOf))).toEqual(['funded', 'funded']);
  expect(await holdsOf([ids[0], ids[2]])).toEqual(['', '']);
  expect([await balance('ESCROW_HELD', ids[0]), await balance('ESCROW_HELD', ids[2])]).toEqual([30_001, 10_007]);
  expect(await balance('SUSPENSE', '')).toBe(0);
  const charged = await world.owner
    .selectFrom('payments')
    .select(['fee', 'tax', 'total', 'payment_intent_id'])
    .where('milestone_id', 'in', [ids[0], ids[2]])
    .orderBy('price', 'desc')
    .execute();
  expect(charged.map(({ fee, tax, total }) => [fee, tax, total])).toEqual([
    [1_497, 299, 31_797],
    [503, 101, 10_611],
  ]);
  await booksAgree('deal.events-replay');

  // Each refund takes its line of what arrived; together they are the charge, which the provider refunds whole.
  for (const [milestoneId, creator] of [[ids[0], one.creator] as const, [ids[2], other.creator] as const]) {
    const { version } = await milestone(world, milestoneId);
    await cancel(world.as(creator), { milestoneId, version, reason: '' });
    expect(await refund(world.system(), { milestoneId })).toBe('refunded');
  }
  const { refunded, amountReceived } = await world.integrations.payments.retrievePayment(
    charged[0]!.payment_intent_id!,
  );
  expect([refunded, amountReceived]).toEqual([42_408, 42_408]);
  await booksAgree('deal.events-replay');
});

test('joint money that came otherwise than quoted, after its milestones were funded by other payments, holds none of them and goes back', async () => {
  const { one, ids } = await twoDeals();
  const [first, second] = ids;
  const brand = () => world.as(one.brand);
  const bill = await quote(brand(), { milestoneId: first, also: [second] });
  const { paymentId } = await pay(brand(), { milestoneId: first, also: [second], quoteId: bill.id });
  const { session_id: page } = await world.owner
    .selectFrom('payments')
    .select('session_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  // Given up while its page could not be found, so that it stays open.
  await world.owner
    .updateTable('payments')
    .set({ state: 'expired' })
    .where('milestone_id', 'in', [first, second])
    .execute();
  await world.owner
    .updateTable('milestones')
    .set({ state: 'awaiting_funding' })
    .where('id', 'in', [first, second])
    .execute();
  for (const milestoneId of [first, second]) {
    await payAtProvider(world, one, { milestoneId });
    expect(await confirmFunding(world.system(), { milestoneId })).toBe('funded');
  }
  const disputed = await chargeOf(second);
  await world.command('settlement', { currency: 'eur', settles_in: 'usd', rate: 1.1 });
  await world.command(`pay/${page}`, { card: '4242424242424242' });
  await world.command('settlement', { currency: 'eur', settles_in: null });
  const { id: dispute } = await world.command<{ id: string }>('disputes', { charge: disputed });
  await applyEvents();
  expect(await confirmFunding(world.system(), { milestoneId: first })).toBe(
    `held: ${bill.total} EUR received, ${bill.total} EUR quoted`,
  );
  expect(await holdsOf([first, second]), 'of its own payment alone').toEqual(['', 'card_dispute']);
  expect(await balance('SUSPENSE', '', 'USD')).toBe(Math.round(bill.total * 1.1));

  const [proposer, judge] = [await createStaff(world, 'finance'), await createStaff(world, 'finance')];
  for (const staff of [proposer, judge]) await prove(world, staff);
  const { id } = await proposeSuspense(world.as(proposer), { paymentId, decision: 'return', note: 'paid twice' });
  await confirmSuspense(world.as(judge), { proposalId: id });
  const { steps } = await escrowSnapshot(world.system(), { milestoneId: first });
  expect(
    steps.filter(({ act }) => act === 'confirmFunding'),
    'carried out also where its signal could not',
  ).toHaveLength(1);
  expect(await confirmFunding(world.system(), { milestoneId: first })).toBe('the suspended payment went back');
  expect(await Promise.all([first, second].map(stateOf))).toEqual(['funded', 'funded']);
  expect(await holdsOf([first, second])).toEqual(['', 'card_dispute']);
  expect(await balance('SUSPENSE', '', 'USD')).toBe(0);
  await world.command(`disputes/${dispute}`, { outcome: 'won' });
  await applyEvents();
  expect(await holdsOf([first, second])).toEqual(['', '']);
  await booksAgree('deal.events-replay');
});

test('a milestone that is held for a suspended payment is held no more once another payment funds it', async () => {
  const deal = await openDeal(world);
  const { milestoneId } = deal;
  const brand = () => world.as(deal.brand);
  const bill = await quote(brand(), { milestoneId });
  const { paymentId } = await pay(brand(), { milestoneId, quoteId: bill.id });
  const { session_id: page } = await world.owner
    .selectFrom('payments')
    .select('session_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  await world.owner.updateTable('payments').set({ state: 'expired' }).where('id', '=', paymentId).execute();
  await world.owner
    .updateTable('milestones')
    .set({ state: 'awaiting_funding' })
    .where('id', '=', milestoneId)
    .execute();
  await world.command('settlement', { currency: 'eur', settles_in: 'usd', rate: 1.1 });
  const { paymentId: other } = await payAtProvider(world, deal);
  await world.command('settlement', { currency: 'eur', settles_in: null });
  expect(await confirmFunding(world.system(), deal)).toMatch(/^held: /);
  expect(await holdsOf([milestoneId])).toEqual(['recon_drift']);
  await world.command(`pay/${page}`, { card: '4242424242424242' });
  await applyEvents();
  expect(await confirmFunding(world.system(), deal)).toBe('funded');
  expect([await stateOf(milestoneId), await holdsOf([milestoneId])]).toEqual(['funded', ['']]);
  const [proposer, judge] = [await createStaff(world, 'finance'), await createStaff(world, 'finance')];
  for (const staff of [proposer, judge]) await prove(world, staff);
  const { id } = await proposeSuspense(world.as(proposer), {
    paymentId: other,
    decision: 'return',
    note: 'paid twice',
  });
  await confirmSuspense(world.as(judge), { proposalId: id });
  expect(await confirmFunding(world.system(), deal)).toBe('the suspended payment went back');
  expect([await stateOf(milestoneId), await balance('SUSPENSE', '', 'USD')]).toEqual(['funded', 0]);
  await booksAgree('deal.events-replay');
});

test('a warning about a joint charge holds each of its milestones, with a case for each', async () => {
  const { one, ids } = await twoDeals();
  await payAtProvider(world, one, { milestoneId: ids[0], also: [ids[2]], card: '4000000000005423' });
  expect(await confirmFunding(world.system(), { milestoneId: ids[0] })).toBe('funded');
  await applyEvents();
  expect(await holdsOf([ids[0], ids[2]])).toEqual(['fraud_warning', 'fraud_warning']);
  const cases = await world.owner
    .selectFrom('cases')
    .select(['milestone_id', 'amount'])
    .where('kind', '=', 'fraud_warning')
    .where('milestone_id', 'in', ids)
    .execute();
  expect(cases.map((found) => found.amount).toSorted((a, b) => a! - b!)).toEqual([10_607, 31_801]);
  await booksAgree('deal.events-replay');
});

test('a refund of a joint charge made by hand is a case for each milestone, with its share of the money', async () => {
  const { one, ids } = await twoDeals();
  await payAtProvider(world, one, { milestoneId: ids[0], also: [ids[2]] });
  expect(await confirmFunding(world.system(), { milestoneId: ids[0] })).toBe('funded');
  await world.command('refunds', { charge: await chargeOf(ids[0]), amount: 10_001 });
  await applyEvents();
  expect(await holdsOf([ids[0], ids[2]])).toEqual(['provider_refund', 'provider_refund']);
  const cases = await world.owner
    .selectFrom('cases')
    .select(['id', 'amount'])
    .where('kind', '=', 'provider_refund')
    .where('milestone_id', 'in', [ids[0], ids[2]])
    .execute();
  const [clerk, judge] = [await createStaff(world, 'finance'), await createStaff(world, 'finance')];
  for (const staff of [clerk, judge]) await prove(world, staff);
  const parked = [];
  for (const { id: caseId } of cases) {
    parked.push(await parkedMoney(world.as(clerk), { caseId }));
    const { id } = await proposeParked(world.as(clerk), { caseId, decision: 'brand_owes', note: 'made by hand' });
    await confirmParked(world.as(judge), { proposalId: id });
  }
  expect(parked.map(({ amount }) => -amount)).toEqual(cases.map(({ amount }) => amount));
  expect(parked.reduce((sum, { amount }) => sum + amount, 0)).toBe(-10_001);
  await settleParked(world.system());
  expect(await balance('SUSPENSE', '')).toBe(0);
  // Each workflow is signalled, and its step towards the release lifts the hold: no case about it is open.
  for (const milestoneId of [ids[0], ids[2]])
    expect(await release(world.system(), { milestoneId })).toBe('nothing to release: funded');
  expect(await holdsOf([ids[0], ids[2]])).toEqual(['', '']);
  await booksAgree('deal.events-replay');
});

test('a dispute about a part of one milestone of a joint payment releases its rest and leaves the others alone', async () => {
  const { one, ids } = await twoDeals();
  const [first, ...also] = ids;
  const brand = () => world.as(one.brand);
  const bill = await quote(brand(), { milestoneId: first, also });
  const { paymentId } = await pay(brand(), { milestoneId: first, also, quoteId: bill.id });
  const { session_id } = await world.owner
    .selectFrom('payments')
    .select('session_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  await world.command(`pay/${session_id}`, { card: '4242424242424242' });
  await confirmFunding(world.system(), { milestoneId: first });
  const { version } = await milestone(world, first);
  const room = await openDispute(brand(), {
    milestoneId: first,
    version,
    amount: 10_000,
    reason: 'late',
    text: 'One of the three stories came late.',
  });
  await announce(world.system(), { disputeId: room.dispute!.id });
  expect(await Promise.all(ids.map(stateOf))).toEqual(['disputed', 'funded', 'funded']);
  expect((await dealFor(brand(), one)).milestones.map((m) => m.balances)).toMatchObject([
    { held: 0, released: 20_001, disputed: 10_000 },
    { held: 20_003, released: 0, disputed: 0 },
  ]);
  await booksAgree('deal.events-replay');
});

test('a joint charge of which the paid debt of one milestone was refunded does not pay the creator of another: the balance does', async () => {
  const { one, ids } = await twoDeals();
  const [first, second] = ids;
  const brand = () => world.as(one.brand);
  await payAtProvider(world, one, { milestoneId: first, also: [second] });
  expect(await confirmFunding(world.system(), { milestoneId: first })).toBe('funded');
  await deliver(world, one);
  await approve(brand(), { milestoneId: first, version: (await milestone(world, first)).version });
  await connectPayee(world, one.agency!);
  expect(await release(world.system(), { milestoneId: first })).toBe('released');
  await deliver(world, one, { milestoneId: second });

  const { id: dispute } = await world.command<{ id: string }>('disputes', {
    charge: await chargeOf(first),
    reason: 'product_not_received',
  });
  await applyEvents();
  await world.command(`disputes/${dispute}`, { outcome: 'lost' });
  await applyEvents();
  const [owed, ...more] = (await brandDebts(brand())).items;
  expect([owed?.milestone, more], 'the other one is still to be judged').toEqual(['Reel 1', []]);
  const { paymentId } = await payDebts(brand(), { currency: 'EUR', amount: owed!.amount });
  const { session_id } = await world.owner
    .selectFrom('debt_payments')
    .select('session_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  await world.command(`pay/${session_id}`, { card: '4242424242424242' });
  await applyEvents();
  await world.command(`disputes/${dispute}`, { outcome: 'won' });
  await applyEvents();
  await refundNetted(world.system(), { milestoneId: first });
  const refunds = await world.owner
    .selectFrom('refunds')
    .select(['milestone_id', 'reason', 'state'])
    .where('brand_org', '=', one.brand.orgId)
    .execute();
  expect(refunds).toEqual([{ milestone_id: first, reason: 'debt_repaid', state: 'done' }]);

  await approve(brand(), { milestoneId: second, version: (await milestone(world, second)).version });
  expect(await release(world.system(), { milestoneId: second })).toBe('released');
  await booksAgree('deal.events-replay');
});

test('a joint bank debit funds all once the bank has paid; a lost dispute about it is owed by the brand for each by its share', async () => {
  const { one, ids } = await twoDeals();
  await payAtProvider(world, one, { milestoneId: ids[0], also: [ids[2]], iban: 'AT611904300234573201' });
  expect(await confirmFunding(world.system(), { milestoneId: ids[2] })).toBe('the bank is processing the payment');
  expect(await Promise.all([ids[0], ids[2]].map(stateOf))).toEqual(['funding', 'funding']);
  // The last test: pages cannot be opened for a past that the provider has left.
  await world.command('clock', { advance_seconds: 3 * 86_400 + 60 });
  expect(await confirmFunding(world.system(), { milestoneId: ids[2] })).toBe('funded');
  expect(await Promise.all([ids[0], ids[2]].map(stateOf))).toEqual(['funded', 'funded']);

  const dispute = (await world.command<{ id: string }>('disputes', { charge: await chargeOf(ids[0]) })).id;
  await applyEvents();
  await world.command(`disputes/${dispute}`, { outcome: 'lost' });
  await applyEvents();
  const shares = await world.owner
    .selectFrom('card_disputes')
    .select(['state', 'amount'])
    .where('payment_id', 'in', (eb) =>
      eb.selectFrom('payments').select('id').where('milestone_id', 'in', [ids[0], ids[2]]),
    )
    .orderBy('id')
    .execute();
  expect(shares.map(({ state }) => state)).toEqual(['lost', 'lost']);
  expect(shares.reduce((sum, { amount }) => sum + amount, 0)).toBe(42_408);
  await booksAgree('deal.events-replay');
});
