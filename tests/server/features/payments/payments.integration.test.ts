import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { steppedClock } from '../../../../server/core/clock.ts';
import { newId } from '../../../../server/core/ids.ts';
import { dealFor } from '../../../../server/features/escrow/deals/deal.ts';
import { checkMoney } from '../../../../server/features/money-check/checker.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import { payoutOverview } from '../../../../server/features/payouts/service.ts';
import { documentsOfDeal } from '../../../../server/features/documents/service.ts';
import {
  incoming,
  listPayments,
  milestoneMoney,
  paymentSummary,
} from '../../../../server/features/payments/overview.ts';
import { cancelPayment, status } from '../../../../server/features/payments/checkout/status.ts';
import { pay } from '../../../../server/features/payments/checkout/pay.ts';
import { quote } from '../../../../server/features/payments/checkout/quote.ts';
import { createOrg, member } from '../../../support/people.ts';
import { codeOf } from '../../../support/refused.ts';
import {
  createMoneyWorld,
  deliver,
  milestone,
  openDeal,
  payAtProvider,
  type MoneyWorld,
  type TestDeal,
} from '../escrow/deal-kit.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld('payments');
});
afterAll(() => world.close());

const asBrand = (deal: TestDeal) => world.as(deal.brand);
const paymentsOf = (deal: TestDeal) =>
  world.owner
    .selectFrom('payments')
    .selectAll()
    .where('milestone_id', '=', deal.milestoneId)
    .orderBy('attempt')
    .execute();
const books = async (opId: string) =>
  (await world.command<{ by_op_id: Record<string, { object: string }[]> }>(`books?op_id=${encodeURIComponent(opId)}`))
    .by_op_id[opId] ?? [];
const settle = () => world.owner.updateTable('workflow_outbox').set({ dispatched_at: new Date() }).execute();

describe('the quote', () => {
  test('is what is charged, is made once, and is readable by its brand alone', async () => {
    const deal = await openDeal(world);
    const first = await quote(asBrand(deal), deal);
    expect(first).toMatchObject({
      price: 40_000,
      fee: 2_000,
      feeBps: 500,
      tax: 400,
      taxBps: 2_000,
      taxCountry: 'FR',
      total: 42_400,
    });
    expect((await quote(asBrand(deal), deal)).id).toBe(first.id);
    const stranger = await createOrg(world, 'brand', 'Bask');
    expect(await codeOf(quote(world.as(stranger), deal))).toBe('not_found');
    expect(await codeOf(quote(asBrand(deal), { milestoneId: newId() }))).toBe('not_found');
    expect(await codeOf(pay(world.as(stranger), { milestoneId: deal.milestoneId, quoteId: first.id }))).toBe(
      'not_found',
    );
  });

  test('requires the billing country first, expires, and binds to the tax it was made with', async () => {
    const deal = await openDeal(world);
    const { id: quoteId } = await quote(asBrand(deal), deal);
    await world.owner
      .updateTable('billing_profiles')
      .set({ country: 'ES' })
      .where('org_id', '=', deal.brand.orgId)
      .execute();
    expect(await codeOf(pay(asBrand(deal), { milestoneId: deal.milestoneId, quoteId }))).toBe('payment.quote_changed');
    const clock = steppedClock(new Date(Date.now() + 30 * 60_000));
    expect(await codeOf(pay(world.as(deal.brand, { clock }), { milestoneId: deal.milestoneId, quoteId }))).toBe(
      'payment.quote_expired',
    );
    await world.owner.deleteFrom('billing_profiles').where('org_id', '=', deal.brand.orgId).execute();
    expect(await codeOf(quote(asBrand(deal), deal))).toBe('billing.incomplete');
  });

  test.each([
    ['JPY', 45_001],
    ['KWD', 123_450],
  ] as const)('in %s every line is an amount the provider takes', async (currency, amount) => {
    const deal = await openDeal(world, { currency, amounts: [amount] });
    const lines = await quote(asBrand(deal), deal);
    const step = currency === 'KWD' ? 10 : 1;
    expect([lines.fee % step, lines.tax % step, lines.price + lines.fee + lines.tax - lines.total]).toEqual([0, 0, 0]);
    expect(await codeOf(pay(asBrand(deal), { milestoneId: deal.milestoneId, quoteId: lines.id }))).toBe(
      'money.no_float',
    );
  });
});

describe('paying', () => {
  test('twenty clicks at once are one payment, one page, one charge', async () => {
    const deal = await openDeal(world);
    const { id: quoteId } = await quote(asBrand(deal), deal);
    const requestKey = newId();
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        pay(world.as(deal.brand, { requestKey }), { milestoneId: deal.milestoneId, quoteId }),
      ),
    );
    const urls = new Set(answers.flatMap((a) => (a.status === 'fulfilled' ? [a.value.url] : [])));
    expect(urls.size).toBe(1);
    expect(
      answers.filter((a) => a.status === 'rejected').map((a) => String((a as PromiseRejectedResult).reason)),
    ).toEqual([]);
    const [payment, ...others] = await paymentsOf(deal);
    expect(others).toEqual([]);
    expect(await books(payment!.op_id)).toHaveLength(1);
    expect((await milestone(world, deal.milestoneId)).state).toBe('funding');
  });

  test("a colleague learns who is paying and may go on or give it up; the payer's other tab gets the same page", async () => {
    const deal = await openDeal(world);
    const theo = await member(world, deal.brand, 'finance', 'Théo');
    const { id: quoteId } = await quote(asBrand(deal), deal);
    const own = await pay(asBrand(deal), { milestoneId: deal.milestoneId, quoteId });
    expect(await pay(asBrand(deal), { milestoneId: deal.milestoneId, quoteId })).toEqual(own);
    await expect(pay(world.as(theo), { milestoneId: deal.milestoneId, quoteId })).rejects.toMatchObject({
      code: 'payment.in_progress',
      data: { who: 'Café Lumen', url: own.url, paymentId: own.paymentId },
    });
    expect((await cancelPayment(world.as(theo), { paymentId: own.paymentId })).state).toBe('expired');
    const again = await pay(world.as(theo), { milestoneId: deal.milestoneId, quoteId });
    expect(again.paymentId).not.toBe(own.paymentId);
    expect((await paymentsOf(deal)).map((p) => [p.attempt, p.state])).toEqual([
      [1, 'expired'],
      [2, 'open'],
    ]);
  });

  test('two members at the same moment: one pays, the other is refused', async () => {
    const deal = await openDeal(world);
    const theo = await member(world, deal.brand, 'finance', 'Théo');
    const { id: quoteId } = await quote(asBrand(deal), deal);
    const codes = await Promise.all(
      [asBrand(deal), world.as(theo)].map((ctx) => codeOf(pay(ctx, { milestoneId: deal.milestoneId, quoteId }))),
    );
    expect(codes.toSorted()).toEqual(['done', 'payment.in_progress']);
  });

  test('roles without the right and unverified mailboxes cannot pay; foreign payments are not there', async () => {
    const deal = await openDeal(world);
    const reviewer = await member(world, deal.brand, 'reviewer', 'Inès');
    const { id: quoteId } = await quote(asBrand(deal), deal);
    const input = { milestoneId: deal.milestoneId, quoteId };
    expect(await codeOf(pay(world.as(reviewer), input))).toBe('auth.not_allowed');
    expect(await codeOf(pay(world.as({ ...deal.brand, emailVerified: false }), input))).toBe('auth.mailbox_unverified');
    const { paymentId } = await pay(asBrand(deal), input);
    const stranger = await createOrg(world, 'brand', 'Bask');
    for (const act of [status, cancelPayment]) {
      expect(await codeOf(act(world.as(stranger), { paymentId }))).toBe('payment.not_found');
      expect(await codeOf(act(asBrand(deal), { paymentId: newId() }))).toBe('payment.not_found');
    }
  });

  test('a deal whose creator is on hold cannot be funded: the button shows why, the page does not open, and it can be paid once the hold is lifted', async () => {
    const deal = await openDeal(world);
    const { id: quoteId } = await quote(asBrand(deal), deal);
    const hold = (at: Date | null) =>
      world.owner.updateTable('orgs').set({ suspended_at: at }).where('id', '=', deal.creator.orgId).execute();
    await hold(new Date());
    expect((await dealFor(asBrand(deal), deal)).milestones[0]!.can.fund).toBe('org.other_on_hold');
    expect(await codeOf(pay(asBrand(deal), { milestoneId: deal.milestoneId, quoteId }))).toBe('org.other_on_hold');
    expect(await paymentsOf(deal)).toEqual([]);
    await hold(null);
    expect(await codeOf(pay(asBrand(deal), { milestoneId: deal.milestoneId, quoteId }))).toBe('done');
  });

  test('a declined card leaves the page open with its reason; another card goes through', async () => {
    const deal = await openDeal(world);
    await expect(payAtProvider(world, deal, { card: '4000000000000002' })).resolves.toBeDefined();
    const [payment] = await paymentsOf(deal);
    const page = await world.integrations.payments.retrieveCheckout(payment!.session_id!);
    await world.owner
      .insertInto('psp_events')
      .values({
        id: newId(),
        type: 'payment_intent.payment_failed',
        object_id: page.paymentIntentId!,
        milestone_id: deal.milestoneId,
        payload: JSON.stringify({ metadata: page.metadata }),
        received_at: new Date(),
      })
      .execute();
    expect(await confirmFunding(world.system(), deal)).toContain('not paid yet, last refusal: ');
    const entries = await world.owner
      .selectFrom('psp_events')
      .select('state')
      .where('milestone_id', '=', deal.milestoneId)
      .where('type', '=', 'payment_intent.payment_failed')
      .execute();
    expect(
      entries.map((e) => e.state),
      'read, while the page is still open',
    ).toEqual(['applied']);
    expect(await status(asBrand(deal), { paymentId: payment!.id })).toMatchObject({
      state: 'open',
      url: payment!.session_url,
      failureCode: expect.stringContaining('decline') as unknown,
    });
    await world.command(`pay/${payment!.session_id}`, { card: '4242424242424242' });
    expect((await status(asBrand(deal), { paymentId: payment!.id })).state).toBe('processing');
    expect(await confirmFunding(world.system(), deal)).toBe('funded');
    expect(await status(asBrand(deal), { paymentId: payment!.id })).toMatchObject({
      state: 'paid',
      milestoneState: 'funded',
      cardLast4: '4242',
      receipt: { id: expect.any(String) as unknown, number: expect.stringMatching(/^R-\d{4}-\d{6}$/) as unknown },
    });
  });

  test('paid while it is being cancelled: the payment wins', async () => {
    const deal = await openDeal(world);
    const { paymentId } = await payAtProvider(world, deal);
    expect((await cancelPayment(asBrand(deal), { paymentId })).state).toBe('processing');
    expect(await confirmFunding(world.system(), deal)).toBe('funded');
  });

  test("an abandoned page: closed at its end by the provider's word, and the milestone can be paid again", async () => {
    const clock = steppedClock(new Date());
    const deal = await openDeal(world, { clock });
    const { id: quoteId } = await quote(world.as(deal.brand, { clock }), deal);
    await pay(world.as(deal.brand, { clock }), { milestoneId: deal.milestoneId, quoteId });
    expect(await confirmFunding(world.system(clock), deal)).toBe('not paid yet');
    clock.advance(36 * 60_000);
    expect(await confirmFunding(world.system(clock), deal)).toBe('the payment was abandoned');
    expect((await milestone(world, deal.milestoneId)).state).toBe('awaiting_funding');
    const [payment] = await paymentsOf(deal);
    expect((await world.integrations.payments.retrieveCheckout(payment!.session_id!)).status).toBe('expired');
  });
});

describe('the provider gives no answer', () => {
  const faults = [
    'timeout_before',
    'timeout_after',
    'reset_before',
    'reset_after',
    '500_before',
    '500_after',
    '429',
    '409',
  ] as const;
  test.each(faults)('opening the page meets %s: the same click again opens one page', async (kind) => {
    const deal = await openDeal(world);
    const { id: quoteId } = await quote(asBrand(deal), deal);
    const requestKey = newId();
    await world.command('faults', {
      match: { method: 'POST', path: '/v1/checkout/sessions' },
      kind,
      times: 2,
      delay_ms: 2_500,
    });
    const click = () => pay(world.as(deal.brand, { requestKey }), { milestoneId: deal.milestoneId, quoteId });
    let answer = await codeOf(click());
    for (let n = 0; n < 5 && answer !== 'done'; n += 1) {
      expect(answer).toBe('payment.provider_unavailable');
      answer = await codeOf(click());
    }
    expect(answer).toBe('done');
    await fetch(`${world.sandbox.url}/_sandbox/faults`, {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
    });
    const [payment] = await paymentsOf(deal);
    expect(payment?.state).toBe('open');
    expect(await books(payment!.op_id)).toHaveLength(1);
    await world.command(`pay/${payment!.session_id}`, { card: '4242424242424242' });
    expect(await confirmFunding(world.system(), deal)).toBe('funded');
  });
});

test('another amount than was quoted is parked and held for a person, and the books still add up', async () => {
  const deal = await openDeal(world);
  await payAtProvider(world, deal);
  await world.owner
    .updateTable('payments')
    .set({ price: 41_000, total: 43_400 })
    .where('milestone_id', '=', deal.milestoneId)
    .execute();
  expect(await confirmFunding(world.system(), deal)).toBe('held: 42400 EUR received, 43400 EUR quoted');
  await confirmFunding(world.system(), deal);
  const row = await world.owner
    .selectFrom('milestones')
    .select(['state', 'holds'])
    .where('id', '=', deal.milestoneId)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ state: 'funding', holds: ['recon_drift'] });
  const found = (
    await checkMoney(world.worker, {
      booksUrl: `${world.sandbox.url}/_sandbox/books`,
      provider: world.integrations.payments,
    })
  ).map((b) => b.invariant);
  expect(found).toEqual(
    expect.arrayContaining(['ledger.suspense-is-empty', 'platform.claims-are-settled', 'deal.charged-is-quoted']),
  );
  expect(found).not.toContain('provider.balance');
  await world.owner
    .updateTable('payments')
    .set({ price: 40_000, total: 42_400, state: 'failed' })
    .where('milestone_id', '=', deal.milestoneId)
    .execute();
});

test("lists and sums are the ledger's, each side sees its own", async () => {
  const deal = await openDeal(world, { amounts: [30_000, 20_000] });
  await payAtProvider(world, deal);
  await confirmFunding(world.system(), deal);
  await deliver(world, deal);
  const [sum] = await paymentSummary(asBrand(deal));
  expect(sum).toMatchObject({
    currency: 'EUR',
    balances: { funded: 30_000, held: 30_000 },
    toApprove: 30_000,
    fees: { paid: 1_500, deferred: 1_500, earned: 0, returned: 0 },
    tax: 300,
  });
  const all = await listPayments(asBrand(deal), { state: 'all', limit: 1 });
  expect(all.items).toHaveLength(1);
  const next = await listPayments(asBrand(deal), { state: 'all', limit: 25, after: all.next! });
  expect([...all.items, ...next.items].map((r) => [r.milestoneTitle, r.state, r.fee]).toSorted()).toEqual([
    ['Reel 1', 'delivered', 1_500],
    ['Reel 2', 'awaiting_funding', 1_000],
  ]);
  expect((await listPayments(asBrand(deal), { state: 'to_approve', limit: 25, q: 'maya' })).items).toHaveLength(1);
  expect(await codeOf(listPayments(asBrand(deal), { state: 'all', limit: 25, after: 'nonsense' }))).toBe(
    'input.invalid',
  );
  expect(
    await codeOf(
      listPayments(asBrand(deal), { state: 'all', limit: 25, after: `${new Date().toISOString()}_${'-'.repeat(36)}` }),
    ),
  ).toBe('input.invalid');
  const [row] = (await listPayments(world.as(deal.creator), { state: 'held', limit: 25 })).items;
  expect(row).toMatchObject({
    amount: 30_000,
    fee: 0,
    tax: 0,
    nextEvent: 'auto_approve',
    counterpart: { orgId: deal.brand.orgId },
  });
  expect(await incoming(world.as(deal.creator))).toEqual([
    { currency: 'EUR', secured: 0, inReview: 30_000, clearing: 0, available: 0, onTheWay: 0, paid: 0, onHold: 0 },
  ]);
  const year = new Date().getUTCFullYear();
  expect(
    (await documentsOfDeal(asBrand(deal), { contractId: deal.contractId })).map((d) => [
      d.kind,
      d.number.replace(/\d{6}$/, '#'),
      d.amount,
    ]),
  ).toEqual([
    ['fee_invoice', `F-${year}-#`, 1_800],
    ['receipt', `R-${year}-#`, 31_800],
  ]);
  expect(await documentsOfDeal(world.as(deal.creator), { contractId: deal.contractId })).toEqual([]);
  await settle();
});

test('an agency reads the money of a milestone while it represents the creator; afterwards its commission alone', async () => {
  const deal = await openDeal(world, { commissionBps: 1_500 });
  const agency = world.as(deal.agency!);
  await payAtProvider(world, deal);
  await confirmFunding(world.system(), deal);
  const commission = async () => (await payoutOverview(agency)).earnings.map(({ amount }) => amount);
  expect(await milestoneMoney(agency, deal)).toMatchObject({ amount: 6_000, state: 'funded' });
  expect((await listPayments(agency, { state: 'all', limit: 25 })).items).toHaveLength(1);
  expect(await commission()).toEqual([6_000]);
  await world.owner
    .updateTable('representations')
    .set({ state: 'ended', valid_to: new Date(), ended_by: 'creator' })
    .where('agency_org', '=', deal.agency!.orgId)
    .execute();
  expect(await codeOf(milestoneMoney(agency, deal))).toBe('not_found');
  expect((await listPayments(agency, { state: 'all', limit: 25 })).items).toEqual([]);
  expect(await commission()).toEqual([6_000]);
});

test('an agency sees its commission alone: what is coming, where it stands, and how it is paid', async () => {
  const deal = await openDeal(world, { commissionBps: 1_500 });
  await payAtProvider(world, deal);
  await confirmFunding(world.system(), deal);
  const agency = world.as(deal.agency!);
  const { name } = await world.owner
    .selectFrom('orgs')
    .select('name')
    .where('id', '=', deal.creator.orgId)
    .executeTakeFirstOrThrow();
  expect(await incoming(agency)).toEqual([
    { currency: 'EUR', secured: 6_000, inReview: 0, clearing: 0, available: 0, onTheWay: 0, paid: 0, onHold: 0 },
  ]);
  expect((await listPayments(agency, { state: 'all', limit: 10 })).items).toMatchObject([
    { amount: 6_000, fee: 0, tax: 0, counterpart: { orgId: deal.brand.orgId } },
  ]);
  expect(await payoutOverview(agency)).toMatchObject({
    account: { state: 'none' },
    earnings: [{ amount: 6_000, bucket: 'held', creatorName: name }],
    perCurrency: [{ currency: 'EUR', held: 6_000 }],
  });
  expect((await payoutOverview(world.as(deal.creator))).earnings).toMatchObject([{ creatorName: null }]);
  expect(await documentsOfDeal(agency, { contractId: deal.contractId })).toEqual([]);
  await settle();
});

// Last: the provider's clock moves, and pages opened by ours would have ended already.
describe('bank debits take days', () => {
  test('row 3b: one succeeds, one is refused; nothing is booked before', async () => {
    const [good, bad] = [await openDeal(world), await openDeal(world)];
    await payAtProvider(world, good, { iban: 'AT611904300234573201' });
    await payAtProvider(world, bad, { iban: 'AT861904300235473202' });
    for (const deal of [good, bad]) {
      expect(await confirmFunding(world.system(), deal)).toBe('the bank is processing the payment');
      expect((await milestone(world, deal.milestoneId)).state).toBe('funding');
      expect((await paymentsOf(deal)).map((p) => p.state)).toEqual(['processing']);
      expect(
        await world.owner.selectFrom('ledger_tx').select('id').where('milestone_id', '=', deal.milestoneId).execute(),
      ).toEqual([]);
    }
    await world.command('clock', { advance_seconds: 4 * 86_400 });
    expect(await confirmFunding(world.system(), good)).toBe('funded');
    expect(await confirmFunding(world.system(), bad)).toContain('the payment failed');
    expect((await milestone(world, bad.milestoneId)).state).toBe('awaiting_funding');
  });
});
