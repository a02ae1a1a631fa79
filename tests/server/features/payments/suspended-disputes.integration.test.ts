import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StaffActor } from '../../../../server/context.ts';
import { list as listCases } from '../../../../server/features/cases/service.ts';
import type { CaseDto, CaseKind } from '../../../../server/features/cases/schema.ts';
import type { AccountCode } from '../../../../server/features/ledger/rules.ts';
import { checkMoney } from '../../../../server/features/money-check/checker.ts';
import { refundNetted } from '../../../../server/features/payments/card-disputes/netting.ts';
import { pay } from '../../../../server/features/payments/checkout/pay.ts';
import { quote } from '../../../../server/features/payments/checkout/quote.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import {
  confirmParked,
  proposeParked,
  settleParked,
} from '../../../../server/features/payments/suspense/parked-money.ts';
import { confirmSuspense, proposeSuspense } from '../../../../server/features/payments/suspense/suspense-decisions.ts';
import { sweepWebhooks } from '../../../../server/features/payments/webhooks/sweep.ts';
import { createStaff, prove } from '../../../support/people.ts';
import { applyProviderEvents, openWebhookInbox, type WebhookInbox } from '../../../support/webhook-inbox.ts';
import { createMoneyWorld, openDeal, payAtProvider, type MoneyWorld, type TestDeal } from '../escrow/deal-kit.ts';

/*
 * A card's bank disputes a payment that does not fund its milestone: one that is in suspense, came too late or went back. It
 * touches what that charge brought, and no money of another payment.
 */

const HELD = 40_000;
const TOTAL = 42_400;
let inbox: WebhookInbox;
let world: MoneyWorld;
let first: StaffActor;
let second: StaffActor;

beforeAll(async () => {
  inbox = await openWebhookInbox();
  world = await createMoneyWorld('suspended_disputes', { webhookTarget: inbox.url });
  inbox.serve(world);
  first = await createStaff(world, 'finance');
  second = await createStaff(world, 'super');
  await prove(world, first);
  await prove(world, second);
});
afterAll(async () => {
  await world.close();
  await inbox.close();
});

/** Every event has arrived and been seen to, as the worker's sweep does. */
const applyEvents = (): Promise<void> => applyProviderEvents(world);
const cases = async (kind: CaseKind, deal: TestDeal, state: 'open' | 'closed' = 'open'): Promise<CaseDto[]> =>
  (await listCases(world.as(first), { state, kind, limit: 100 })).items.filter(
    (c) => c.milestoneId === deal.milestoneId,
  );
const rowOf = (deal: TestDeal) =>
  world.owner
    .selectFrom('milestones')
    .select(['state', 'holds', 'charged_back_at'])
    .where('id', '=', deal.milestoneId)
    .executeTakeFirstOrThrow();
const account = async (code: AccountCode, scope = '') =>
  (
    await world.owner
      .selectFrom('ledger_accounts')
      .select('balance')
      .where('code', '=', code)
      .where('scope', '=', scope)
      .where('currency', '=', 'EUR')
      .executeTakeFirst()
  )?.balance ?? 0;
const noticesOf = async (orgId: string) =>
  (await world.owner.selectFrom('notices').select('kind').where('org_id', '=', orgId).execute()).map((n) => n.kind);

async function booksAgree(...expected: string[]): Promise<void> {
  for (const { currency, available, pending } of await world.integrations.payments.balance())
    if (currency === 'EUR') expect(await account('PSP_BAL')).toBe(available + pending);
  await world.owner
    .updateTable('workflow_outbox')
    .set({ dispatched_at: new Date() })
    .where('dispatched_at', 'is', null)
    .execute();
  const breaches = await checkMoney(world.worker, { booksUrl: `${world.sandbox.url}/_sandbox/books` });
  const found = breaches.filter(({ invariant }) => !expected.includes(invariant));
  expect(found.map(({ invariant, detail }) => `${invariant}: ${detail}`)).toEqual([]);
}
/** Money that waits for a decision, whose payment is still open with the provider. */
const WAITS = ['ledger.suspense-is-empty', 'platform.claims-are-settled'];
/** A payment that was given up by hand has no event. */
const BY_HAND = 'deal.events-replay';

/** More was quoted than the page takes. */
async function quotedMore(paymentId: string, more = 1_000): Promise<void> {
  const { quote_id: quoteId, op_id: opId } = await world.owner
    .updateTable('payments')
    .set((eb) => ({ fee: eb('fee', '+', more), total: eb('total', '+', more) }))
    .where('id', '=', paymentId)
    .returning(['quote_id', 'op_id'])
    .executeTakeFirstOrThrow();
  await world.owner
    .updateTable('quotes')
    .set((eb) => ({ fee: eb('fee', '+', more), total: eb('total', '+', more) }))
    .where('id', '=', quoteId)
    .execute();
  await world.owner
    .updateTable('operations')
    .set((eb) => ({ amount: eb('amount', '+', more) }))
    .where('op_id', '=', opId)
    .execute();
}
const chargeOf = async (paymentId: string): Promise<string> => {
  const { session_id: page } = await world.owner
    .selectFrom('payments')
    .select('session_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  const { paymentIntentId } = await world.integrations.payments.retrieveCheckout(page!);
  return (await world.integrations.payments.retrievePayment(paymentIntentId!)).chargeId!;
};
const disputed = async (paymentId: string, more: { amount?: number } = {}): Promise<string> =>
  (await world.command<{ id: string }>('disputes', { charge: await chargeOf(paymentId), ...more })).id;
const ruled = (dispute: string, outcome: 'won' | 'lost') => world.command(`disputes/${dispute}`, { outcome });

async function decide(paymentId: string, decision: 'return' | 'accept'): Promise<void> {
  const { id: proposalId } = await proposeSuspense(world.as(first), { paymentId, decision, note: 'checked' });
  await confirmSuspense(world.as(second), { proposalId });
}

/** Two staff members have sent it to the brand by bank. */
async function byBank(caseId: string): Promise<void> {
  const decision = { decision: 'paid_by_bank', reference: 'SEPA 7' } as const;
  const { id: proposalId } = await proposeParked(world.as(first), { caseId, note: 'sent to the brand', ...decision });
  await confirmParked(world.as(second), { proposalId });
  await sweepWebhooks(world.system());
}

async function suspended(): Promise<{ deal: TestDeal; paymentId: string }> {
  const deal = await openDeal(world);
  const { paymentId } = await payAtProvider(world, deal);
  await quotedMore(paymentId);
  expect(await confirmFunding(world.system(), deal)).toMatch(/^held: /);
  return { deal, paymentId };
}

/** A page that was given up, which its payer still has open; answers how it is paid. */
async function givenUp(deal: TestDeal): Promise<{ paymentId: string; payIt: () => Promise<unknown> }> {
  const { milestoneId } = deal;
  const brand = world.as(deal.brand);
  const bill = await quote(brand, { milestoneId });
  const { paymentId } = await pay(brand, { milestoneId, quoteId: bill.id });
  const { session_id: page } = await world.owner
    .selectFrom('payments')
    .select('session_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  await world.owner.updateTable('payments').set({ state: 'expired' }).where('id', '=', paymentId).execute();
  // The next page has a quote of its own.
  await world.owner.updateTable('quotes').set({ expires_at: new Date() }).where('id', '=', bill.id).execute();
  await world.owner
    .updateTable('milestones')
    .set({ state: 'awaiting_funding' })
    .where('id', '=', milestoneId)
    .execute();
  return { paymentId, payIt: () => world.command(`pay/${page}`, { card: '4242424242424242' }) };
}

test('a dispute of a suspended payment takes its money out of suspense and leaves alone what another payment funds; won, it waits for a decision again', async () => {
  const before = await account('SUSPENSE');
  const deal = await openDeal(world);
  const one = await givenUp(deal);
  const { paymentId } = await payAtProvider(world, deal);
  await quotedMore(paymentId);
  expect(await confirmFunding(world.system(), deal)).toMatch(/^held: /);
  await one.payIt();
  await applyEvents();
  expect(await confirmFunding(world.system(), deal)).toMatch(/^funded/);
  expect([await rowOf(deal), await account('SUSPENSE')]).toMatchObject([
    { state: 'funded', holds: [] },
    before + TOTAL,
  ]);

  const dispute = await disputed(paymentId);
  await applyEvents();
  const untouched = async () => {
    expect(await rowOf(deal)).toEqual({ state: 'funded', holds: [], charged_back_at: null });
    expect([
      await account('ESCROW_HELD', deal.milestoneId),
      await account('ESCROW_DISPUTED', deal.milestoneId),
      await account('CARD_DISPUTE_HOLD', dispute),
    ]).toEqual([HELD, 0, 0]);
  };
  await untouched();
  expect(await account('SUSPENSE')).toBe(before);
  expect(await cases('suspense', deal)).toMatchObject([{ details: { bank_dispute: 'open' } }]);
  expect(await cases('card_dispute', deal)).toMatchObject([{ amount: TOTAL, details: { bank_dispute: 'open' } }]);
  expect((await noticesOf(deal.creator.orgId)).filter((kind) => kind.includes('dispute'))).toEqual([]);
  expect(await noticesOf(deal.brand.orgId)).toContain('payment_disputed');
  await expect(decide(paymentId, 'accept')).rejects.toMatchObject({ code: 'suspense.disputed' });
  await decide(paymentId, 'return');
  expect(await confirmFunding(world.system(), deal), 'the provider would refuse it').toBe('held: card_dispute');
  await booksAgree(BY_HAND, ...WAITS);

  await ruled(dispute, 'won');
  await applyEvents();
  await untouched();
  expect(await account('SUSPENSE')).toBe(before + TOTAL);
  expect(await cases('suspense', deal)).toMatchObject([{ details: { bank_dispute: 'won' } }]);
  expect(await cases('card_dispute', deal, 'closed')).toMatchObject([{ outcome: 'won' }]);
  await booksAgree(BY_HAND, ...WAITS);
  expect(await confirmFunding(world.system(), deal)).toBe('the suspended payment went back');
  await untouched();
  expect(await account('SUSPENSE')).toBe(before);
  await booksAgree(BY_HAND);
});

test('a dispute of a suspended payment that is lost ends it, nothing is owed, and the brand can pay again; what its bank gives back later has two staff members decide', async () => {
  const before = await account('SUSPENSE');
  const { deal, paymentId } = await suspended();
  await decide(paymentId, 'return');
  const dispute = await disputed(paymentId);
  await applyEvents();
  expect(await rowOf(deal)).toMatchObject({ state: 'funding', holds: ['recon_drift'] });
  await ruled(dispute, 'lost');
  await applyEvents();
  expect(await rowOf(deal)).toEqual({ state: 'awaiting_funding', holds: [], charged_back_at: null });
  expect([
    await account('SUSPENSE'),
    await account('CARD_DISPUTE_HOLD', dispute),
    await account('BRAND_RECEIVABLE', deal.brand.orgId),
  ]).toEqual([before, 0, 0]);
  expect(await cases('suspense', deal, 'closed')).toMatchObject([{ outcome: 'returned' }]);
  expect(await cases('card_dispute', deal, 'closed')).toMatchObject([
    { outcome: 'returned', details: { bank_dispute: 'lost' } },
  ]);
  expect(await noticesOf(deal.brand.orgId)).toContain('payment_returned');
  expect(await confirmFunding(world.system(), deal), 'the decided return ended with it').toBe('no payment under way');
  await booksAgree();

  await payAtProvider(world, deal);
  expect(await confirmFunding(world.system(), deal)).toBe('funded');
  await ruled(dispute, 'won');
  await applyEvents();
  expect(await rowOf(deal)).toEqual({ state: 'funded', holds: [], charged_back_at: null });
  expect(await account('SUSPENSE')).toBe(before + TOTAL);
  const [found] = await cases('unknown_money_event', deal);
  expect(found).toMatchObject({ orgId: deal.brand.orgId });
  await booksAgree('ledger.suspense-is-empty');
  await byBank(found!.id);
  expect(await account('SUSPENSE')).toBe(before);
  await booksAgree();
});

test('a dispute of a part of a suspended payment that is lost leaves the rest for two staff members, who send it by bank', async () => {
  const before = await account('SUSPENSE');
  const { deal, paymentId } = await suspended();
  const dispute = await disputed(paymentId, { amount: 12_000 });
  await applyEvents();
  expect(await account('SUSPENSE')).toBe(before + TOTAL - 12_000);
  await ruled(dispute, 'lost');
  await applyEvents();
  expect(await rowOf(deal)).toEqual({ state: 'awaiting_funding', holds: [], charged_back_at: null });
  expect(await cases('suspense', deal)).toEqual([]);
  const [rest] = await cases('unknown_money_event', deal);
  expect(rest).toMatchObject({ amount: TOTAL - 12_000, orgId: deal.brand.orgId });
  await booksAgree('ledger.suspense-is-empty');
  await byBank(rest!.id);
  expect([await account('SUSPENSE'), await account('BRAND_RECEIVABLE', deal.brand.orgId)]).toEqual([before, 0]);
  await booksAgree();
});

test('a dispute of suspended money that is read after its acceptance was decided keeps that from being carried out; won, it can be accepted, and is then a dispute of the milestone', async () => {
  const before = await account('SUSPENSE');
  const { deal, paymentId } = await suspended();
  await decide(paymentId, 'accept');
  const dispute = await disputed(paymentId);
  await applyEvents();
  expect(await confirmFunding(world.system(), deal)).toBe('the decision could not be carried out: disputed');
  await ruled(dispute, 'won');
  await applyEvents();
  expect(await account('SUSPENSE')).toBe(before + TOTAL);
  await decide(paymentId, 'accept');
  expect(await confirmFunding(world.system(), deal)).toBe('funded');
  expect(await account('SUSPENSE')).toBe(before);
  await booksAgree();
  await ruled(dispute, 'lost');
  await applyEvents();
  expect(await rowOf(deal)).toMatchObject({ state: 'refunding' });
  expect([await account('SUSPENSE'), await account('CARD_DISPUTE_HOLD', dispute)]).toEqual([before, TOTAL]);
  await booksAgree();
  // The bank returned all that was paid: nothing is left to refund, though more had been quoted.
  await refundNetted(world.system(), deal);
  expect(await rowOf(deal)).toMatchObject({ state: 'refunded' });
  expect(await account('CARD_DISPUTE_HOLD', dispute)).toBe(0);
  await booksAgree();
});

/** Two staff members mark it as paid by bank, after the provider has refused its return. */
async function refusedReturn(deal: TestDeal, paymentId: string): Promise<void> {
  await decide(paymentId, 'return');
  await world.command('faults', {
    match: { path: '/v1/refunds', method: 'POST' },
    kind: 'error',
    status: 400,
    error: { type: 'invalid_request_error', code: 'charge_not_refundable', message: 'refused' },
    times: 1,
  });
  expect(await confirmFunding(world.system(), deal)).toMatch(/could not be carried out/);
}
const payByBank = async (paymentId: string): Promise<void> => {
  const { id: proposalId } = await proposeSuspense(world.as(first), {
    paymentId,
    decision: 'paid_by_bank',
    reference: 'SEPA 4711',
    note: 'checked',
  });
  await confirmSuspense(world.as(second), { proposalId });
};

test('suspended money that a bank has taken back is not paid by bank, also while the dispute is not read yet; what a bank takes after it was paid by bank is parked', async () => {
  const unread = await suspended();
  await refusedReturn(unread.deal, unread.paymentId);
  const lost = await disputed(unread.paymentId);
  await expect(payByBank(unread.paymentId)).rejects.toMatchObject({ code: 'suspense.disputed' });
  await applyEvents();
  await expect(payByBank(unread.paymentId)).rejects.toMatchObject({ code: 'suspense.disputed' });
  await ruled(lost, 'lost');
  await applyEvents();

  const decidedBefore = await suspended();
  await refusedReturn(decidedBefore.deal, decidedBefore.paymentId);
  await payByBank(decidedBefore.paymentId);
  await ruled(await disputed(decidedBefore.paymentId), 'won');
  expect(await confirmFunding(world.system(), decidedBefore.deal), 'its dispute is not read yet').toBe(
    'the decision could not be carried out: disputed',
  );
  await applyEvents();
  await payByBank(decidedBefore.paymentId);
  expect(await confirmFunding(world.system(), decidedBefore.deal)).toBe('the suspended payment was paid by bank');
  await booksAgree();

  const { deal, paymentId } = await suspended();
  await refusedReturn(deal, paymentId);
  await payByBank(paymentId);
  expect(await confirmFunding(world.system(), deal)).toBe('the suspended payment was paid by bank');
  const before = await account('SUSPENSE');
  const dispute = await disputed(paymentId);
  await applyEvents();
  expect(await rowOf(deal)).toEqual({ state: 'awaiting_funding', holds: [], charged_back_at: null });
  expect([await account('CARD_DISPUTE_HOLD', dispute), (await account('SUSPENSE')) < before]).toEqual([0, true]);
  const { id: caseId } = await world.owner
    .selectFrom('cases')
    .select('id')
    .where('key', '=', `${dispute}:after`)
    .executeTakeFirstOrThrow();
  await booksAgree(...WAITS);
  const { id: proposalId } = await proposeParked(world.as(first), {
    caseId,
    decision: 'brand_owes',
    note: 'paid twice',
  });
  await confirmParked(world.as(second), { proposalId });
  await settleParked(world.system());
  expect([await account('BRAND_RECEIVABLE', deal.brand.orgId), await account('SUSPENSE')]).toEqual([TOTAL, before]);
  await booksAgree();
});

test('a dispute of a payment that came too late leaves alone what another payment funds; lost, it is set off against the refund that it kept from being made', async () => {
  const deal = await openDeal(world);
  const late = await givenUp(deal);
  await payAtProvider(world, deal);
  expect(await confirmFunding(world.system(), deal)).toBe('funded');
  await late.payIt();
  const dispute = await disputed(late.paymentId);
  await applyEvents();
  await confirmFunding(world.system(), deal).catch(() => null);
  await applyEvents();
  const untouched = async () => {
    expect(await rowOf(deal)).toEqual({ state: 'funded', holds: [], charged_back_at: null });
    expect([
      await account('ESCROW_HELD', deal.milestoneId),
      await account('ESCROW_DISPUTED', deal.milestoneId),
    ]).toEqual([HELD, 0]);
  };
  await untouched();
  expect(await account('CARD_DISPUTE_HOLD', dispute)).toBe(TOTAL);
  await booksAgree(BY_HAND);
  await ruled(dispute, 'lost');
  await applyEvents();
  await refundNetted(world.system(), deal);
  await untouched();
  expect([
    await account('CARD_DISPUTE_HOLD', dispute),
    await account('BRAND_RECEIVABLE', deal.brand.orgId),
    await account('REFUND_PAYABLE', late.paymentId),
  ]).toEqual([0, 0, 0]);
  await booksAgree(BY_HAND);
});

test('a milestone with two payments that are not as quoted is held until the last of them is decided', async () => {
  const before = await account('SUSPENSE');
  const deal = await openDeal(world);
  const earlier = await givenUp(deal);
  await quotedMore(earlier.paymentId, 500);
  const { paymentId } = await payAtProvider(world, deal);
  await quotedMore(paymentId);
  expect(await confirmFunding(world.system(), deal)).toMatch(/^held: /);
  await earlier.payIt();
  await applyEvents();
  await confirmFunding(world.system(), deal);
  expect([await rowOf(deal), await account('SUSPENSE')]).toMatchObject([{ holds: ['recon_drift'] }, before + TOTAL]);

  await decide(paymentId, 'return');
  expect(await confirmFunding(world.system(), deal)).toMatch(/^the suspended payment went back.*held: /);
  expect(await rowOf(deal)).toMatchObject({ state: 'awaiting_funding', holds: ['recon_drift'] });
  expect(await account('SUSPENSE')).toBe(before + TOTAL);
  expect(await cases('suspense', deal)).toMatchObject([{ paymentId: earlier.paymentId }]);
  await booksAgree(BY_HAND, ...WAITS);

  await decide(earlier.paymentId, 'return');
  expect(await confirmFunding(world.system(), deal)).toBe('the suspended payment went back');
  expect(await rowOf(deal)).toMatchObject({ state: 'awaiting_funding', holds: [] });
  expect(await account('SUSPENSE')).toBe(before);
  await booksAgree(BY_HAND);
});
