import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTx, type StaffActor } from '../../../../server/context.ts';
import { pending } from '../../../../server/features/approvals/service.ts';
import { close as closeCase, list as listCases } from '../../../../server/features/cases/service.ts';
import { ensureFloat } from '../../../../server/features/payments/float.ts';
import { checkMoney } from '../../../../server/features/money-check/checker.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import { confirmSuspense, proposeSuspense } from '../../../../server/features/payments/suspense/suspense-decisions.ts';
import { cancel } from '../../../../server/features/escrow/refund/cancel.ts';
import { refund } from '../../../../server/features/escrow/refund/refund.ts';
import { durationMs } from '../../../../server/core/clock.ts';
import { appendEvent } from '../../../../server/features/escrow/timeline/events.ts';
import { lockedMilestone, milestoneMove } from '../../../../server/features/escrow/milestone/moves.ts';
import { holdForPayment } from '../../../../server/features/escrow/milestone/holds.ts';
import { TEST_CLOCKS } from '../../../support/deal-terms.ts';
import { createStaff, prove } from '../../../support/people.ts';
import { dealActs } from '../escrow/deal-acts.ts';
import { createMoneyWorld, openDeal, payAtProvider, type MoneyWorld, type TestDeal } from '../escrow/deal-kit.ts';
import type { Currency } from '../../../../server/core/money.ts';
import type { AccountCode } from '../../../../server/features/ledger/rules.ts';

let world: MoneyWorld;
const { seen } = dealActs(() => world);
let first: StaffActor;
let second: StaffActor;

beforeAll(async () => {
  world = await createMoneyWorld('suspense');
  await ensureFloat(world.system(), 'KWD', 1_000_000);
  first = await createStaff(world, 'finance');
  second = await createStaff(world, 'super');
  await prove(world, first);
  await prove(world, second);
});
afterAll(() => world.close());

const RECEIVED = 42_400;
const account = async (code: AccountCode, scope = '', currency: Currency = 'EUR') =>
  (
    await world.owner
      .selectFrom('ledger_accounts')
      .select('balance')
      .where('code', '=', code)
      .where('scope', '=', scope)
      .where('currency', '=', currency)
      .executeTakeFirst()
  )?.balance ?? 0;
const rowOf = (deal: TestDeal) =>
  world.owner
    .selectFrom('milestones')
    .select(['state', 'holds', 'deadline_at'])
    .where('id', '=', deal.milestoneId)
    .executeTakeFirstOrThrow();
const paymentOf = (deal: TestDeal) =>
  world.owner
    .selectFrom('payments')
    .selectAll()
    .where('milestone_id', '=', deal.milestoneId)
    .orderBy('attempt', 'desc')
    .executeTakeFirstOrThrow();
const caseOf = async (deal: TestDeal, state: 'open' | 'closed' = 'open') =>
  (await listCases(world.as(first), { state, kind: 'suspense', limit: 100 })).items.find(
    (c) => c.milestoneId === deal.milestoneId,
  );
const kinds = async (deal: TestDeal) =>
  (
    await world.owner
      .selectFrom('escrow_events')
      .select('type')
      .where('milestone_id', '=', deal.milestoneId)
      .orderBy('seq')
      .execute()
  ).map((e) => e.type);

async function booksAgree(...expected: string[]): Promise<void> {
  const provider = new Map(
    (await world.integrations.payments.balance()).map((b) => [b.currency, b.available + b.pending]),
  );
  for (const [currency, total] of provider)
    expect(`${currency} ${await account('PSP_BAL', '', currency)}`).toBe(`${currency} ${total}`);
  await world.owner
    .updateTable('workflow_outbox')
    .set({ dispatched_at: new Date() })
    .where('dispatched_at', 'is', null)
    .execute();
  const breaches = await checkMoney(world.worker, { booksUrl: `${world.sandbox.url}/_sandbox/books` });
  expect([...new Set(breaches.map((b) => b.invariant))].filter((name) => !expected.includes(name))).toEqual([]);
}

const claimedFor = (deal: TestDeal, amount: number) =>
  world.owner
    .updateTable('operations')
    .set({ amount })
    .where('milestone_id', '=', deal.milestoneId)
    .where('kind', '=', 'checkout')
    .execute();

/** The brand was quoted `more` than the provider then took. */
async function suspended(more: number): Promise<TestDeal> {
  const deal = await openDeal(world);
  await payAtProvider(world, deal);
  await world.owner
    .updateTable('quotes')
    .set({ price: 40_000 + more, total: RECEIVED + more })
    .where('milestone_id', '=', deal.milestoneId)
    .execute();
  await world.owner
    .updateTable('payments')
    .set({ price: 40_000 + more, total: RECEIVED + more })
    .where('milestone_id', '=', deal.milestoneId)
    .execute();
  await claimedFor(deal, RECEIVED + more);
  expect(await confirmFunding(world.system(), deal)).toMatch(/^held: /);
  return deal;
}
const propose = async (deal: TestDeal, decision: 'return' | 'accept') =>
  proposeSuspense(world.as(first), { paymentId: (await paymentOf(deal)).id, decision, note: 'checked with the brand' });
const confirm = (who: StaffActor, id: string) => confirmSuspense(world.as(who), { proposalId: id });

describe('money that is not what was quoted', () => {
  test('shortens no time to fund and moves no other clock when it arrives after its payment was given up', async () => {
    const DAY = 86_400_000;
    const deal = await openDeal(world, { amounts: [40_000, 20_000] });
    const [waits, delivered] = deal.milestoneIds as [string, string];
    const inDays = (n: number) => new Date(Date.now() + n * DAY);
    const place = (id: string, set: { state?: 'delivered'; deadline_at: Date; funding_deadline_at?: Date }) =>
      world.owner.updateTable('milestones').set(set).where('id', '=', id).execute();
    const deadlineOf = async (id: string) =>
      (await world.owner.selectFrom('milestones').select('deadline_at').where('id', '=', id).executeTakeFirstOrThrow())
        .deadline_at;
    const [late, review] = [inDays(20), inDays(3)];
    await place(waits, { deadline_at: late, funding_deadline_at: late });
    await place(delivered, { state: 'delivered', deadline_at: review });
    await withTx(world.system(), async (tx) => {
      for (const id of [waits, delivered]) await holdForPayment(tx, id, inDays(8));
    });
    expect([await deadlineOf(waits), await deadlineOf(delivered)]).toEqual([late, review]);
    // The books are those of a deal without a payment.
    await world.owner
      .updateTable('milestones')
      .set({ state: 'awaiting_funding', holds: [], deadline_at: late, funding_deadline_at: late })
      .where('contract_id', '=', deal.contractId)
      .execute();
  });

  test('that goes back after its payment was given up leaves the brand the time to pay that the contract gives', async () => {
    const deal = await suspended(1_000);
    const soon = new Date(Date.now() + 60_000);
    await withTx(world.system(), async (tx) => {
      const { contractId, milestoneId } = deal;
      const times = { deadline_at: soon, funding_deadline_at: soon };
      await milestoneMove(tx, await lockedMilestone(tx, milestoneId), 'abandonPayment', times);
      await appendEvent(tx, { contractId, milestoneId, type: 'payment_expired', data: {} });
    });
    await confirm(second, (await propose(deal, 'return')).id);
    expect(await confirmFunding(world.system(), deal)).toBe('the suspended payment went back');
    const { state, deadline_at } = await rowOf(deal);
    expect([state, deadline_at! > new Date(Date.now() + durationMs(TEST_CLOCKS.funding) - 60_000)]).toEqual([
      'awaiting_funding',
      true,
    ]);
    await booksAgree();
  });

  test('goes back by the decision of two staff members, and the brand can pay again', async () => {
    const deal = await suspended(1_000);
    expect(await caseOf(deal)).toMatchObject({
      amount: RECEIVED,
      currency: 'EUR',
      details: { quoted: RECEIVED + 1_000, received: RECEIVED },
    });
    expect(await account('SUSPENSE')).toBe(RECEIVED);
    const payment = await paymentOf(deal);
    const notices = async () =>
      (
        await world.owner
          .selectFrom('notices')
          .select('kind')
          .where('org_id', '=', deal.brand.orgId)
          .where('kind', 'in', ['payment_suspended', 'payment_returned'])
          .orderBy('created_at')
          .execute()
      ).map(({ kind }) => kind);
    const toFinance = () =>
      world.owner
        .selectFrom('mails')
        .select('op_id')
        .where('op_id', '=', `payment_parked:${payment.id}:${first.userId}`)
        .execute();
    expect(await confirmFunding(world.system(), deal), 'read again').toMatch(/^held: /);
    expect([await notices(), (await toFinance()).length], 'the brand and finance know, once').toEqual([
      ['payment_suspended'],
      1,
    ]);
    const { id: caseId } = (await caseOf(deal))!;
    await expect(
      closeCase(world.as(first), { caseId, note: 'nothing was wrong' }),
      'alone, one would leave the money in suspense',
    ).rejects.toMatchObject({ code: 'case.money_parked' });
    const { id } = await propose(deal, 'return');
    expect(
      (await pending(world.as(second), { limit: 100 })).items.find((one) => one.id === id),
      'who confirms can open the case',
    ).toMatchObject({ caseId });
    await expect(confirm(first, id)).rejects.toMatchObject({ code: 'approval.same_person' });
    const kin = await createStaff(world, 'finance');
    await prove(world, kin);
    await world.owner
      .insertInto('org_members')
      .values({ org_id: deal.brand.orgId, user_id: kin.userId, role: 'viewer' })
      .execute();
    await expect(confirm(kin, id), 'a member of a side').rejects.toMatchObject({ code: 'payment.related' });
    expect(await confirmFunding(world.system(), deal)).toMatch(/^held: /);
    const confirmed = await Promise.allSettled([confirm(second, id), confirm(second, id)]);
    expect(confirmed.map((c) => c.status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(propose(deal, 'accept')).rejects.toMatchObject({ code: 'state.already_decided' });

    // The answer of the provider is lost on the way; what it did is found, not done twice.
    await world.command('faults', { match: { path: '/v1/refunds', method: 'POST' }, kind: 'timeout_after', times: 1 });
    await confirmFunding(world.system(), deal).catch(() => null);
    expect(await confirmFunding(world.system(), deal)).toBe('the suspended payment went back');
    expect(await confirmFunding(world.system(), deal)).toBe('no payment under way');
    expect(await rowOf(deal)).toMatchObject({ state: 'awaiting_funding', holds: [] });
    expect(await paymentOf(deal)).toMatchObject({ state: 'failed' });
    expect(await account('SUSPENSE')).toBe(0);
    expect(await caseOf(deal)).toBeUndefined();
    expect(await caseOf(deal, 'closed')).toMatchObject({ outcome: 'returned' });
    expect(await kinds(deal)).toEqual(expect.arrayContaining(['payment_suspended', 'payment_returned']));
    await booksAgree();

    await payAtProvider(world, deal);
    expect(await confirmFunding(world.system(), deal)).toBe('funded');
    await booksAgree();
  });

  test('counts as the payment by the decision of two staff members, as what arrived: nothing of the float is added, and a refund returns no more', async () => {
    const deal = await openDeal(world);
    await payAtProvider(world, deal);
    // Taken short: the page was made for less than was quoted.
    for (const table of ['quotes', 'payments'] as const)
      await world.owner
        .updateTable(table)
        .set({ fee: 3_000, total: 43_400 })
        .where('milestone_id', '=', deal.milestoneId)
        .execute();
    await claimedFor(deal, 43_400);
    expect(await confirmFunding(world.system(), deal)).toMatch(/^held: /);
    const { id } = await propose(deal, 'accept');
    await confirm(second, id);
    const before = [await account('FX_RESULT'), await account('FLOAT_EQUITY')];
    expect(await confirmFunding(world.system(), deal)).toBe('funded');
    expect(await confirmFunding(world.system(), deal)).toBe('no payment under way');
    expect(await rowOf(deal)).toMatchObject({ state: 'funded', holds: [] });
    expect([await account('SUSPENSE'), await account('ESCROW_HELD', deal.milestoneId)]).toEqual([0, 40_000]);
    expect([await account('FX_RESULT'), await account('FLOAT_EQUITY')]).toEqual(before);
    expect(await paymentOf(deal)).toMatchObject({ price: 40_000, fee: 2_000, tax: 400, total: RECEIVED });
    expect(await caseOf(deal, 'closed')).toMatchObject({ outcome: 'accepted' });
    await booksAgree();

    await cancel(world.as(deal.creator), { ...(await seen(deal)), reason: '' });
    expect(await refund(world.system(), deal)).toBe('refunded');
    const documents = await world.owner
      .selectFrom('documents')
      .select(['kind', 'amount'])
      .where('milestone_id', '=', deal.milestoneId)
      .orderBy('issued_at')
      .execute();
    expect(Object.fromEntries(documents.map(({ kind, amount }) => [kind, amount]))).toEqual({
      receipt: RECEIVED,
      fee_invoice: 2_400,
      credit_note: RECEIVED,
    });
    await booksAgree();
  });

  test('that is more than was quoted cannot be accepted, only returned', async () => {
    const deal = await openDeal(world);
    await payAtProvider(world, deal);
    for (const table of ['quotes', 'payments'] as const)
      await world.owner
        .updateTable(table)
        .set({ price: 39_000, total: 41_400 })
        .where('milestone_id', '=', deal.milestoneId)
        .execute();
    await claimedFor(deal, 41_400);
    expect(await confirmFunding(world.system(), deal)).toMatch(/^held: /);
    await expect(propose(deal, 'accept')).rejects.toMatchObject({ code: 'suspense.not_acceptable' });
    const { id } = await propose(deal, 'return');
    await confirm(second, id);
    expect(await confirmFunding(world.system(), deal)).toBe('the suspended payment went back');
    await booksAgree();
  });

  test('whose return the provider refuses stays a case, for another decision', async () => {
    const deal = await suspended(1_000);
    const { id } = await propose(deal, 'return');
    await confirm(second, id);
    await world.command('faults', {
      match: { path: '/v1/refunds', method: 'POST' },
      kind: 'error',
      status: 400,
      error: { type: 'invalid_request_error', code: 'charge_already_refunded', message: 'refused' },
      times: 1,
    });
    expect(await confirmFunding(world.system(), deal)).toMatch(/could not be carried out/);
    expect(await caseOf(deal)).toMatchObject({ state: 'open', details: { failed: 'charge_already_refunded' } });
    const again = await propose(deal, 'return');
    await confirm(second, again.id);
    expect(await confirmFunding(world.system(), deal)).toBe('the suspended payment went back');
    await booksAgree();
  });

  test('whose return the provider refuses is marked as paid by bank by two staff members, with the reference, and only then', async () => {
    const deal = await suspended(1_000);
    const byBank = async () =>
      proposeSuspense(world.as(first), {
        paymentId: (await paymentOf(deal)).id,
        decision: 'paid_by_bank',
        reference: 'SEPA 4711',
        note: 'the charge cannot be refunded',
      });
    await expect(byBank(), 'it may still go back the way it came').rejects.toMatchObject({
      code: 'suspense.return_first',
    });
    await confirm(second, (await propose(deal, 'return')).id);
    await world.command('faults', {
      match: { path: '/v1/refunds', method: 'POST' },
      kind: 'error',
      status: 400,
      error: { type: 'invalid_request_error', code: 'charge_not_refundable', message: 'refused' },
      times: 1,
    });
    expect(await confirmFunding(world.system(), deal)).toMatch(/could not be carried out/);
    const { id } = await byBank();
    await expect(confirm(first, id)).rejects.toMatchObject({ code: 'approval.same_person' });
    await confirm(second, id);
    const before = await account('BANK');
    expect(await confirmFunding(world.system(), deal)).toBe('the suspended payment was paid by bank');
    expect(await confirmFunding(world.system(), deal)).toBe('no payment under way');
    expect([await account('SUSPENSE'), (await account('BANK')) - before]).toEqual([0, -RECEIVED]);
    expect(await rowOf(deal)).toMatchObject({ state: 'awaiting_funding', holds: [] });
    expect(await paymentOf(deal)).toMatchObject({ state: 'failed' });
    expect(await caseOf(deal, 'closed')).toMatchObject({ outcome: 'paid_by_bank' });
    const notices = await world.owner
      .selectFrom('notices')
      .select(['kind', 'data'])
      .where('org_id', '=', deal.brand.orgId)
      .where('kind', 'in', ['payment_returned', 'money_sent_by_bank'])
      .execute();
    expect(notices).toMatchObject([
      { kind: 'money_sent_by_bank', data: { amountMinor: RECEIVED, currency: 'EUR', number: 'SEPA 4711' } },
    ]);
    await booksAgree();
    await payAtProvider(world, deal);
    expect(await confirmFunding(world.system(), deal)).toBe('funded');
    await booksAgree();
  });
});

describe('a payment that settles in another currency', () => {
  test("is parked in the currency that arrived, its fee too, and is never booked as the deal's; returned, the rate's difference is the platform's", async () => {
    await world.command('settlement', { currency: 'kwd', settles_in: 'eur', rate: 3 });
    const deal = await openDeal(world, { currency: 'KWD', amounts: [10_000] });
    const fees = { EUR: await account('PSP_FEE'), KWD: await account('PSP_FEE', '', 'KWD') };
    await payAtProvider(world, deal);
    expect(await confirmFunding(world.system(), deal)).toBe('held: 10600 KWD received, 10600 KWD quoted');
    expect(await rowOf(deal)).toMatchObject({ state: 'funding', holds: ['recon_drift'] });
    expect(await caseOf(deal)).toMatchObject({
      amount: 10_600,
      currency: 'KWD',
      details: { settled: 3_180, settled_currency: 'EUR' },
    });
    expect([
      await account('SUSPENSE'),
      await account('SUSPENSE', '', 'KWD'),
      await account('ESCROW_HELD', deal.milestoneId, 'KWD'),
    ]).toEqual([3_180, 0, 0]);
    expect([(await account('PSP_FEE')) - fees.EUR, (await account('PSP_FEE', '', 'KWD')) - fees.KWD]).toEqual([73, 0]);
    await booksAgree('ledger.suspense-is-empty', 'platform.claims-are-settled');
    await expect(propose(deal, 'accept')).rejects.toMatchObject({ code: 'suspense.not_acceptable' });
    const { id } = await propose(deal, 'return');
    await confirm(second, id);
    expect(await confirmFunding(world.system(), deal)).toBe('the suspended payment went back');
    expect(await account('SUSPENSE')).toBe(0);
    await booksAgree();
    await world.command('settlement', { currency: 'kwd', settles_in: null });
    await payAtProvider(world, deal);
    expect(await confirmFunding(world.system(), deal)).toBe('funded');
    await booksAgree();
  });
});
