import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StaffActor } from '../../../../server/context.ts';
import { steppedClock, type Clock } from '../../../../server/core/clock.ts';
import { list as listCases, close as closeCase } from '../../../../server/features/cases/service.ts';
import type { CaseDto, CaseKind } from '../../../../server/features/cases/schema.ts';
import { refund } from '../../../../server/features/escrow/refund/refund.ts';
import { dealFor } from '../../../../server/features/escrow/deals/deal.ts';
import { acceptCancel, proposeCancel } from '../../../../server/features/escrow/cancel/requests.ts';
import { releasePart } from '../../../../server/features/escrow/release/parts.ts';
import { release } from '../../../../server/features/escrow/release/release.ts';
import { approve, requestChanges } from '../../../../server/features/escrow/review/service.ts';
import { announce } from '../../../../server/features/disputes/announce.ts';
import { concede } from '../../../../server/features/disputes/acts.ts';
import { open } from '../../../../server/features/disputes/opening.ts';
import { close, execute } from '../../../../server/features/disputes/phases.ts';
import { cancel } from '../../../../server/features/escrow/refund/cancel.ts';
import { autoApprove, endGrace, markOverdue } from '../../../../server/features/escrow/timers/deadlines.ts';
import { checkMoney } from '../../../../server/features/money-check/checker.ts';
import {
  confirmParked,
  parkedMoney,
  proposeParked,
} from '../../../../server/features/payments/suspense/parked-money.ts';
import { releaseCovered } from '../../../../server/features/payments/card-disputes/guarantee.ts';
import { sha256Hex } from '../../../../server/core/canonical.ts';
import { documentPdf } from '../../../../server/features/documents/pdf.ts';
import { documentsOfDeal, listDocuments, verifiedDocument } from '../../../../server/features/documents/service.ts';
import { saveTaxProfile } from '../../../../server/features/tax-profiles/service.ts';
import { appealRuling, rulings } from '../../../../server/features/payments/suspense/rulings.ts';
import { payDebts } from '../../../../server/features/payments/debts/pay.ts';
import { brandDebts, listDebts } from '../../../../server/features/payments/debts/view.ts';
import { confirmWriteOff, proposeWriteOff } from '../../../../server/features/payments/debts/write-off.ts';
import { refundNetted } from '../../../../server/features/payments/card-disputes/netting.ts';
import { disputeInTheWay } from '../../../../server/features/payments/checkout/fundable.ts';
import { pay } from '../../../../server/features/payments/checkout/pay.ts';
import { quote } from '../../../../server/features/payments/checkout/quote.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import { escrowSnapshot } from '../../../../server/features/escrow/timers/snapshot.ts';
import { surplusOf } from '../../../../server/features/ledger/service.ts';
import { held as heldPayments } from '../../../../server/features/operators/held.ts';
import { ensureFloat } from '../../../../server/features/payments/float.ts';
import { holdMilestone } from '../../../../server/features/escrow/milestone/staff-hold.ts';
import { confirmBankRefund, decideRefund, proposeBankRefund } from '../../../../server/features/operations/service.ts';
import { advancePayout } from '../../../../server/features/payouts/delivery.ts';
import { listEarnings, payOut, payoutOverview } from '../../../../server/features/payouts/service.ts';
import { missedEvents } from '../../../../server/features/payments/webhooks/missed.ts';
import { sweepWebhooks } from '../../../../server/features/payments/webhooks/sweep.ts';
import { pdfLines } from '../../../support/pdf-lines.ts';
import { createStaff, member, prove } from '../../../support/people.ts';
import { services } from '../../../support/services.ts';
import { stripeReads, type StripeReads } from '../../../support/stripe-reads.ts';
import { applyProviderEvents, openWebhookInbox, type WebhookInbox } from '../../../support/webhook-inbox.ts';
import { eventually } from '../../../support/worker.ts';
import { dealActs } from '../escrow/deal-acts.ts';
import {
  createMoneyWorld,
  deliver,
  milestone,
  openDeal,
  payAtProvider,
  type DealOptions,
  type MoneyWorld,
  type TestDeal,
} from '../escrow/deal-kit.ts';
import type { Currency } from '../../../../server/core/money.ts';
import type { AccountCode } from '../../../../server/features/ledger/rules.ts';

let inbox: WebhookInbox;
let world: MoneyWorld;
let reads: StripeReads;
let staff: StaffActor;

beforeAll(async () => {
  inbox = await openWebhookInbox();
  world = await createMoneyWorld('card_disputes', { webhookTarget: inbox.url });
  reads = stripeReads({ secretKey: services().secrets.STRIPE_SECRET_KEY, apiBase: world.sandbox.url });
  inbox.serve(world);
  staff = await createStaff(world, 'finance');
  await prove(world, staff);
});
afterAll(async () => {
  await world.close();
  await inbox.close();
});

const DAY = 24 * 3_600_000;
const HELD = 40_000;
const TOTAL = 42_400;

/** Every event has arrived and been seen to, as the worker's sweep does. */
const applyEvents = (): Promise<void> => applyProviderEvents(world);
const events = (type: string) =>
  world.owner
    .selectFrom('psp_events')
    .select(['id', 'state', 'reason', 'object_id'])
    .where('type', '=', type)
    .orderBy('received_at')
    .execute();
const chargeOf = async (deal: TestDeal) =>
  (
    await world.owner
      .selectFrom('payments')
      .select('charge_id')
      .where('milestone_id', '=', deal.milestoneId)
      .where('charge_id', 'is not', null)
      .executeTakeFirstOrThrow()
  ).charge_id!;
const rowOf = (deal: TestDeal) =>
  world.owner
    .selectFrom('milestones')
    .select(['state', 'holds', 'version', 'deadline_at', 'hold_expires_at', 'clock_stopped_at'])
    .where('id', '=', deal.milestoneId)
    .executeTakeFirstOrThrow();
const { seen } = dealActs(() => world);
const cases = async (kind: CaseKind, deal: TestDeal, state: 'open' | 'closed' = 'open'): Promise<CaseDto[]> =>
  (await listCases(world.as(staff), { state, kind, limit: 100 })).items.filter(
    (c) => c.milestoneId === deal.milestoneId,
  );
const noticesOf = async (deal: TestDeal) =>
  (
    await world.owner
      .selectFrom('notices')
      .select(['kind', 'org_id'])
      .where('org_id', 'in', [deal.brand.orgId, deal.creator.orgId])
      .execute()
  ).map((n) => `${n.kind} ${n.org_id === deal.brand.orgId ? 'brand' : 'creator'}`);
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
const openDispute = async (deal: TestDeal, more: object = {}) =>
  (await world.command<{ id: string }>('disputes', { charge: await chargeOf(deal), ...more })).id;
/** Made in the provider's account beside the program: no call of ours is behind it. */
async function byHand<T>(path: string, params: Record<string, string>): Promise<T> {
  const answer = await fetch(`${world.sandbox.url}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${services().secrets.STRIPE_SECRET_KEY}` },
    body: new URLSearchParams(params),
  });
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as T;
}
const decide = (dispute: string, outcome: 'won' | 'lost') => world.command(`disputes/${dispute}`, { outcome });

/** The provider's balance and our mirror of it are equal to the minor unit, and no invariant but the named ones is broken. */
async function booksAgree(...expected: string[]): Promise<void> {
  const provider = new Map(
    (await world.integrations.payments.balance()).map((b) => [b.currency, b.available + b.pending]),
  );
  for (const [currency, total] of provider)
    expect(`${currency} ${await account('PSP_BAL', '', currency)}`).toBe(`${currency} ${total}`);
  // No dispatcher runs here.
  await world.owner
    .updateTable('workflow_outbox')
    .set({ dispatched_at: new Date() })
    .where('dispatched_at', 'is', null)
    .execute();
  const breaches = await checkMoney(world.worker, { booksUrl: `${world.sandbox.url}/_sandbox/books` });
  expect([...new Set(breaches.map((b) => b.invariant))].filter((name) => !expected.includes(name))).toEqual([]);
}

async function fundedDeal(options: DealOptions & { card?: string } = {}): Promise<TestDeal> {
  const deal = await openDeal(world, options);
  await payAtProvider(world, deal, {
    ...(options.card ? { card: options.card } : {}),
    ...(options.clock ? { clock: options.clock } : {}),
  });
  expect(await confirmFunding(world.system(options.clock), deal)).toBe('funded');
  return deal;
}

describe('a card dispute', () => {
  test('sets the money aside and is shown to operators; nothing is refunded while it is open; won, all goes on by itself', async () => {
    const deal = await fundedDeal();
    const [fees, balance] = [await account('DISPUTE_FEE'), await account('PSP_BAL')];
    const dispute = await openDispute(deal, { reason: 'product_not_received' });
    await applyEvents();
    expect(await events('charge.dispute.created')).toMatchObject([{ state: 'applied' }]);
    expect(await events('charge.dispute.funds_withdrawn')).toMatchObject([{ state: 'applied' }]);
    expect(await rowOf(deal)).toMatchObject({ state: 'funded', holds: ['card_dispute'] });
    expect([
      await account('CARD_DISPUTE_HOLD', dispute),
      await account('ESCROW_DISPUTED', deal.milestoneId),
      await account('ESCROW_HELD', deal.milestoneId),
    ]).toEqual([TOTAL, HELD, 0]);
    expect([(await account('DISPUTE_FEE')) - fees, (await account('PSP_BAL')) - balance]).toEqual([
      2_000,
      -TOTAL - 2_000,
    ]);
    await booksAgree();
    const [found] = await cases('card_dispute', deal);
    expect(found).toMatchObject({
      amount: TOTAL,
      currency: 'EUR',
      brandName: 'Café Lumen',
      creatorName: 'Maya Laurent',
      details: { reason: 'product_not_received', status: 'needs_response' },
    });
    expect(found!.dueAt!.getTime()).toBeGreaterThan(Date.now() + 7 * DAY);
    expect(await noticesOf(deal)).toEqual(
      expect.arrayContaining(['payment_disputed brand', 'milestone_disputed creator']),
    );

    await expect(cancel(world.as(deal.creator), { ...(await seen(deal)), reason: '' })).rejects.toMatchObject({
      code: 'escrow.on_hold',
    });
    await expect(cancel(world.as(deal.brand), { ...(await seen(deal)), reason: '' })).rejects.toMatchObject({
      code: 'escrow.on_hold',
    });
    await deliver(world, deal);
    await booksAgree();

    await decide(dispute, 'won');
    await applyEvents();
    expect(await rowOf(deal)).toMatchObject({ state: 'delivered', holds: [] });
    expect([
      await account('CARD_DISPUTE_HOLD', dispute),
      await account('ESCROW_DISPUTED', deal.milestoneId),
      await account('ESCROW_HELD', deal.milestoneId),
    ]).toEqual([0, 0, HELD]);
    expect(await cases('card_dispute', deal)).toEqual([]);
    expect(await cases('card_dispute', deal, 'closed')).toMatchObject([{ outcome: 'won' }]);
    expect(await noticesOf(deal)).toEqual(expect.arrayContaining(['dispute_won brand', 'dispute_won creator']));
    const signals = await world.owner
      .selectFrom('workflow_outbox')
      .select('name')
      .where('workflow_id', '=', `escrow/${deal.milestoneId}`)
      .where('kind', '=', 'signal')
      .execute();
    expect(JSON.stringify(signals)).toContain('rowMoved');
    await approve(world.as(deal.brand), await seen(deal));
    expect(await releaseCovered(world.system(), deal)).toBe('released');
    await booksAgree();
  });

  test('row 15: of work that is approved: the creator is paid out of the float at once, and the brand owes it once it is lost', async () => {
    const deal = await fundedDeal();
    await deliver(world, deal);
    await approve(world.as(deal.brand), await seen(deal));
    const dispute = await openDispute(deal);
    await applyEvents();
    expect(await rowOf(deal)).toMatchObject({ state: 'approved', holds: ['card_dispute'] });
    expect(await account('ESCROW_DISPUTED', deal.milestoneId)).toBe(HELD);
    expect(await noticesOf(deal), 'each side reads what it means').toEqual(
      expect.arrayContaining(['approved_payment_disputed brand', 'approved_work_disputed creator']),
    );
    const [shown] = (await dealFor(world.as(deal.creator), deal)).milestones;
    expect(shown?.atZero, 'the deal promises its release').toBe('release');
    await booksAgree();
    expect(await release(world.system(), deal), 'not without the float').toBe('held: card_dispute');
    const own = await surplusOf(world.system(), 'EUR');
    expect(await releaseCovered(world.system(), deal)).toBe('released');
    expect(own - (await surplusOf(world.system(), 'EUR')), 'what the bank took, less the fee that is earned').toBe(
      TOTAL - 2_000,
    );
    const { balances, timeline } = await dealFor(world.as(deal.creator), deal);
    expect(balances).toMatchObject({ held: 0, disputed: 0, released: HELD });
    expect(timeline.map(({ type }) => type)).toContain('paid_despite_dispute');
    expect((await payoutOverview(world.as(deal.creator))).perCurrency).toMatchObject([{ available: HELD, onHold: 0 }]);
    await applyEvents();
    await booksAgree();
    await decide(dispute, 'lost');
    await applyEvents();
    expect([await account('CARD_DISPUTE_HOLD', dispute), await account('BRAND_RECEIVABLE', deal.brand.orgId)]).toEqual([
      0,
      TOTAL,
    ]);
    await booksAgree();
    // The bank gives it back all the same.
    await decide(dispute, 'won');
    await applyEvents();
    expect([await account('CARD_DISPUTE_HOLD', dispute), await account('BRAND_RECEIVABLE', deal.brand.orgId)]).toEqual([
      0, 0,
    ]);
    expect(await rowOf(deal)).toMatchObject({ state: 'released', holds: [] });
    expect((await dealFor(world.as(deal.brand), deal)).milestones[0]!.owes).toBeNull();
    await booksAgree();
  });

  test('for suspected fraud keeps approved work from being paid until a staff member has looked', async () => {
    const deal = await fundedDeal();
    await deliver(world, deal);
    await approve(world.as(deal.brand), await seen(deal));
    const dispute = await openDispute(deal, { reason: 'fraudulent' });
    await applyEvents();
    const kinds = await noticesOf(deal);
    expect(kinds, 'nobody delivers approved work').toContain('approved_work_suspected creator');
    expect(kinds).not.toContain('milestone_disputed creator');
    expect(await releaseCovered(world.system(), deal)).toBe('held: card_dispute, fraud_warning');
    await decide(dispute, 'lost');
    await applyEvents();
    expect(await releaseCovered(world.system(), deal)).toBe('held: fraud_warning');
    await booksAgree();
    const [suspected] = await cases('fraud_warning', deal);
    await closeCase(world.as(staff), { caseId: suspected!.id, note: 'the holder made the payment' });
    expect(await releaseCovered(world.system(), deal)).toBe('released');
    expect(await account('BRAND_RECEIVABLE', deal.brand.orgId), 'lost before it was paid').toBe(TOTAL);
    await booksAgree();

    const cleared = await fundedDeal();
    const other = await openDispute(cleared, { reason: 'fraudulent' });
    await applyEvents();
    expect(await rowOf(cleared)).toMatchObject({ holds: ['card_dispute', 'fraud_warning'] });
    await decide(other, 'won');
    await applyEvents();
    expect(await rowOf(cleared)).toMatchObject({ state: 'funded', holds: [] });
    expect(await cases('fraud_warning', cleared)).toEqual([]);
  });

  test('for fraud that two unrelated staff members confirm: what is held goes back to where it came from, by a ruling that the creator reads and may appeal', async () => {
    const judges = await Promise.all([1, 2, 3, 4].map(() => createStaff(world, 'finance')));
    for (const judge of judges) await prove(world, judge);
    const [first, second, third, fourth] = judges as [StaffActor, StaffActor, StaffActor, StaffActor];
    const approved = async (): Promise<TestDeal> => {
      const deal = await fundedDeal();
      await deliver(world, deal);
      await approve(world.as(deal.brand), await seen(deal));
      return deal;
    };
    const deal = await approved();
    const dispute = await openDispute(deal, { reason: 'fraudulent' });
    await applyEvents();
    const [suspected] = await cases('fraud_warning', deal);
    const ruling = { caseId: suspected!.id, decision: 'fraud' as const, note: 'The card was stolen.' };
    expect(await parkedMoney(world.as(first), ruling)).toMatchObject({ amount: HELD, ways: ['fraud'], rules: true });
    await world.owner
      .insertInto('org_members')
      .values({ org_id: deal.brand.orgId, user_id: fourth.userId, role: 'viewer' })
      .execute();
    await expect(proposeParked(world.as(fourth), ruling)).rejects.toMatchObject({ code: 'payment.related' });
    const { id: proposalId } = await proposeParked(world.as(first), ruling);
    await expect(confirmParked(world.as(first), { proposalId })).rejects.toMatchObject({
      code: 'approval.same_person',
    });
    await expect(confirmParked(world.as(fourth), { proposalId })).rejects.toMatchObject({ code: 'payment.related' });
    await confirmParked(world.as(second), { proposalId });
    await sweepWebhooks(world.system());
    expect(await rowOf(deal), 'not before it is final').toMatchObject({ holds: ['card_dispute', 'fraud_warning'] });
    await expect(closeCase(world.as(staff), { caseId: ruling.caseId, note: 'hm' })).rejects.toMatchObject({
      code: 'case.ruled',
    });
    const creator = world.as(deal.creator);
    const [ruled] = await rulings(creator, deal);
    expect(ruled).toMatchObject({ about: 'fraud', amount: HELD, text: 'The card was stolen.', mayAppeal: true });
    await appealRuling(creator, { rulingId: ruled!.id, text: 'The brand is my client of years.' });
    await expect(proposeParked(world.as(second), ruling)).rejects.toMatchObject({ code: 'payment.ruled_before' });
    await world.owner.deleteFrom('org_members').where('user_id', '=', fourth.userId).execute();
    const { id: anew } = await proposeParked(world.as(third), ruling);
    await confirmParked(world.as(fourth), { proposalId: anew });
    for (const time of ['final', 'again']) {
      await sweepWebhooks(world.system());
      expect(await rowOf(deal), time).toMatchObject({ state: 'refunding', holds: ['card_dispute'] });
    }
    await booksAgree();
    expect(await releaseCovered(world.system(), deal), 'nothing is paid any more').toBe('refunding');
    expect(await refundNetted(world.system(), deal), 'the bank may have it').toBe('held: card_dispute');
    await decide(dispute, 'lost');
    await applyEvents();
    expect(await refundNetted(world.system(), deal)).toBe('refunded');
    expect(await account('BRAND_RECEIVABLE', deal.brand.orgId), 'its bank returned it').toBe(0);
    expect((await dealFor(creator, deal)).balances).toMatchObject({
      held: 0,
      disputed: 0,
      released: 0,
      refunded: HELD,
    });
    expect(await noticesOf(deal)).toEqual(
      expect.arrayContaining(['fraud_ruled creator', 'fraud_final creator', 'payment_fraudulent brand']),
    );
    expect((await cases('fraud_warning', deal, 'closed')).map(({ outcome }) => outcome)).toEqual(['fraud']);
    await booksAgree();

    // A warning alone, and no appeal: refunded to the card once its time is over.
    const warned = await approved();
    await world.command(`warnings/${await chargeOf(warned)}`, {});
    await applyEvents();
    const [warning] = await cases('fraud_warning', warned);
    const { id } = await proposeParked(world.as(first), { ...ruling, caseId: warning!.id });
    await confirmParked(world.as(second), { proposalId: id });
    const later = steppedClock(new Date(Date.now() + 15 * DAY));
    await sweepWebhooks(world.system(later));
    await expect(appealRuling(world.as(warned.creator), { rulingId: id, text: 'Too late.' })).rejects.toMatchObject({
      code: 'payment.appeal_over',
    });
    expect(await refundNetted(world.system(later), warned)).toBe('refunded');
    const made = await world.owner
      .selectFrom('refunds')
      .select(['amount', 'reason', 'state'])
      .where('milestone_id', '=', warned.milestoneId)
      .execute();
    expect(made).toEqual([{ amount: TOTAL, reason: 'fraud', state: 'done' }]);
    await booksAgree();
  });

  test('while the float is too low: the release waits, both sides and finance are notified, other money is not touched, and a top-up ends it', async () => {
    await ensureFloat(world.system(), 'CAD', 5_000);
    const deal = await fundedDeal({ currency: 'CAD' });
    await deliver(world, deal);
    await approve(world.as(deal.brand), await seen(deal));
    await openDispute(deal);
    await applyEvents();
    const before = await account('PSP_BAL', '', 'CAD');
    for (const time of ['first', 'again'])
      expect(await releaseCovered(world.system(), deal), time).toBe('held: float_short');
    expect(await account('PSP_BAL', '', 'CAD'), 'nothing was paid').toBe(before);
    expect(await rowOf(deal)).toMatchObject({ state: 'approved', holds: ['card_dispute', 'float_short'] });
    const waits = (await noticesOf(deal)).filter((one) => one.startsWith('release_waits'));
    expect(waits.toSorted(), 'once').toEqual(['release_waits brand', 'release_waits creator']);
    expect(await cases('float_short', deal)).toMatchObject([{ amount: HELD, currency: 'CAD' }]);
    const mails = await world.owner
      .selectFrom('mails')
      .select(['to_address', 'data'])
      .where('template', '=', 'float_short')
      .execute();
    expect(mails.map((mail) => JSON.stringify(mail.data)).join()).toContain('CAD');
    const steps = (await escrowSnapshot(world.system(), deal)).steps.filter(({ act }) => act === 'release');
    expect(steps, 'tried again by itself').toMatchObject([{ label: 'held' }]);
    expect((await heldPayments(world.as(staff), { limit: 100 })).items).toContainEqual(
      expect.objectContaining({ id: deal.milestoneId, holds: ['card_dispute', 'float_short'] }),
    );
    await booksAgree();
    await ensureFloat(world.system(), 'CAD', 60_000);
    const woken = await world.owner
      .selectFrom('workflow_outbox')
      .select('payload')
      .where('workflow_id', '=', `escrow/${deal.milestoneId}`)
      .execute();
    expect(JSON.stringify(woken)).toContain('hold_cleared');
    expect(await releaseCovered(world.system(), deal)).toBe('released');
    expect(await rowOf(deal)).toMatchObject({ holds: ['card_dispute'] });
    expect(await cases('float_short', deal, 'closed')).toMatchObject([{ outcome: 'covered' }]);
    await booksAgree();
  });

  test('while the balance does not cover a refund: it waits there unbooked, and is booked with its line once it was taken', async () => {
    await ensureFloat(world.system(), 'GBP', 2_500);
    const disputed = await fundedDeal({ currency: 'GBP' });
    const deal = await fundedDeal({ currency: 'GBP' });
    await openDispute(disputed);
    await applyEvents();
    await cancel(world.as(deal.creator), { ...(await seen(deal)), reason: '' });
    for (const time of ['first', 'again'])
      expect(await refund(world.system(), deal), time).toBe('refund under way: pending');
    const op = `refund:${deal.milestoneId}:1`;
    expect(await account('REFUND_IN_FLIGHT', op, 'GBP')).toBe(TOTAL);
    await booksAgree('ledger.clients-are-covered', 'ledger.refund-of-everything');
    await ensureFloat(world.system(), 'GBP', 60_000);
    await applyEvents();
    expect(await refund(world.system(), deal)).toBe('refunded');
    expect(await account('REFUND_IN_FLIGHT', op, 'GBP')).toBe(0);
    const booked = await world.owner
      .selectFrom('ledger_tx')
      .select('provider_ref')
      .where('op_id', '=', `${op}:a1:sent`)
      .executeTakeFirstOrThrow();
    const made = await world.integrations.payments.findRefund(op, await chargeOf(deal));
    expect(booked.provider_ref).toBe(made!.balanceTransactionId);
    await booksAgree();
  });

  test('keeps its brand from new payments, and no other brand, until the bank has decided', async () => {
    const deal = await fundedDeal();
    const next = await openDeal(world, { brand: deal.brand, amounts: [40_000, 20_000] });
    const other = await openDeal(world);
    for (const [outcome, milestoneId] of [
      ['won', next.milestoneIds[0]!],
      ['lost', next.milestoneIds[1]!],
    ] as const) {
      const disputed = outcome === 'won' ? deal : await fundedDeal({ brand: deal.brand });
      const { id: quoteId } = await quote(world.as(deal.brand), { milestoneId });
      const dispute = await openDispute(disputed);
      await applyEvents();
      const refused = { code: 'payment.card_dispute_open', data: { milestone: 'Reel 1', title: 'Autumn menu' } };
      await expect(quote(world.as(deal.brand), { milestoneId })).rejects.toMatchObject(refused);
      await expect(pay(world.as(deal.brand), { milestoneId, quoteId }), 'with an older quote').rejects.toMatchObject(
        refused,
      );
      expect(await disputeInTheWay(world.as(deal.brand))).toMatchObject({
        milestoneId: disputed.milestoneId,
        contractId: disputed.contractId,
        amount: TOTAL,
      });
      expect(await disputeInTheWay(world.as(other.brand))).toBeNull();
      expect((await quote(world.as(other.brand), { milestoneId: other.milestoneId })).total).toBe(TOTAL);
      await decide(dispute, outcome);
      await applyEvents();
      expect(await disputeInTheWay(world.as(deal.brand))).toBeNull();
      await payAtProvider(world, next, { milestoneId });
      expect(await confirmFunding(world.system(), { milestoneId }), outcome).toBe('funded');
    }
    await booksAgree();
  });

  test('row 16: that is lost about work without a verdict to wait for ends the milestone: the bank has refunded the brand, once, and nothing is owed', async () => {
    const deal = await fundedDeal();
    const [receivable, feeDeferred] = [
      await account('BRAND_RECEIVABLE', deal.brand.orgId),
      await account('FEE_DEFERRED'),
    ];
    const dispute = await openDispute(deal, { reason: 'fraudulent' });
    await applyEvents();
    await decide(dispute, 'lost');
    await applyEvents();
    expect(await rowOf(deal)).toMatchObject({ state: 'refunding', holds: [] });
    await expect(cancel(world.as(deal.creator), { ...(await seen(deal)), reason: '' })).rejects.toMatchObject({
      code: 'state.wrong',
    });
    expect(await noticesOf(deal)).toEqual(
      expect.arrayContaining(['payment_charged_back brand', 'milestone_charged_back creator']),
    );
    await booksAgree();
    const [step] = (await escrowSnapshot(world.system(), deal)).steps;
    expect(step, 'its workflow settles it').toMatchObject({ act: 'refund' });
    expect(await refund(world.system(), deal), 'not without the bank').toBe('held: charged back');
    for (const time of ['first', 'again']) expect(await refundNetted(world.system(), deal), time).toBe('refunded');
    expect(await rowOf(deal)).toMatchObject({ state: 'refunded', holds: [] });
    expect(await account('CARD_DISPUTE_HOLD', dispute)).toBe(0);
    expect(await account('ESCROW_DISPUTED', deal.milestoneId)).toBe(0);
    expect(await account('FEE_DEFERRED', deal.milestoneId)).toBe(0);
    expect([await account('BRAND_RECEIVABLE', deal.brand.orgId), await account('FEE_DEFERRED')]).toEqual([
      receivable,
      feeDeferred,
    ]);
    const { balances, timeline, milestones, state } = await dealFor(world.as(deal.brand), deal);
    expect([state, milestones[0]!.refundReason, milestones[0]!.owes]).toEqual(['cancelled', 'charged_back', null]);
    expect(balances).toMatchObject({ held: 0, disputed: 0, released: 0, refunded: HELD });
    expect(timeline.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['dispute_lost', 'charged_back', 'refunded']),
    );
    const documents = await documentsOfDeal(world.as(deal.brand), { contractId: deal.contractId });
    expect(documents.filter(({ kind }) => kind === 'credit_note')).toMatchObject([{ amount: TOTAL }]);
    expect(await cases('card_dispute', deal, 'closed')).toMatchObject([{ outcome: 'returned' }]);
    expect(await cases('fraud_warning', deal, 'closed')).toMatchObject([{ outcome: 'lost' }]);
    // The event of its payment may have come after the payment was confirmed, and is applied once it is five seconds old.
    await eventually('nothing that is open', async () => {
      await sweepWebhooks(world.system());
      return (await escrowSnapshot(world.system(), deal)).closed;
    });
    await booksAgree();

    // The bank gives the money back all the same: now the platform refunds it.
    await decide(dispute, 'won');
    await applyEvents();
    await booksAgree();
    expect(await refundNetted(world.system(), deal)).toBe('refunded');
    const refunds = await world.owner
      .selectFrom('refunds')
      .select(['amount', 'state'])
      .where('milestone_id', '=', deal.milestoneId)
      .execute();
    expect(refunds).toEqual([{ amount: TOTAL, state: 'done' }]);
    expect(await rowOf(deal)).toMatchObject({ state: 'refunded' });
    await booksAgree();

    // And takes it again: the brand has its money twice, and owes what its bank took.
    for (const time of ['again', 'once more']) {
      await decide(dispute, 'lost');
      await applyEvents();
      expect(await account('BRAND_RECEIVABLE', deal.brand.orgId), time).toBe(TOTAL);
      expect(await cases('card_dispute', deal), time).toHaveLength(1);
      await booksAgree();
      await decide(dispute, 'won');
      await applyEvents();
      expect(await account('BRAND_RECEIVABLE', deal.brand.orgId), time).toBe(0);
    }
    expect(await cases('card_dispute', deal, 'closed')).toHaveLength(3);
    await booksAgree();
  });

  test('row 16: that is lost about a part of it ends the milestone too: the rest is refunded, and what was released before is owed', async () => {
    const part = await fundedDeal();
    const small = await openDispute(part, { amount: 10_000, reason: 'product_not_received' });
    await applyEvents();
    await decide(small, 'lost');
    await applyEvents();
    expect(await refundNetted(world.system(), part)).toMatch(/refund/);
    const made = await world.owner
      .selectFrom('refunds')
      .select('amount')
      .where('milestone_id', '=', part.milestoneId)
      .execute();
    expect(made, 'what the bank did not return').toEqual([{ amount: TOTAL - 10_000 }]);
    expect(await account('CARD_DISPUTE_HOLD', small)).toBe(0);
    await booksAgree();

    const released = await fundedDeal();
    await releasePart(world.as(released.brand), { ...(await seen(released)), amount: 10_000 });
    await release(world.system(), released);
    const whole = await openDispute(released, { reason: 'product_not_received' });
    await applyEvents();
    await decide(whole, 'lost');
    await applyEvents();
    expect(await refundNetted(world.system(), released)).toMatch(/refunded/);
    expect(await account('BRAND_RECEIVABLE', released.brand.orgId), 'the part with its fee and tax').toBe(10_600);
    const { balances } = await dealFor(world.as(released.creator), released);
    expect(balances).toMatchObject({ held: 0, disputed: 0, released: 10_000, refunded: HELD - 10_000 });
    expect(await cases('card_dispute', released), 'until the debt is settled').toMatchObject([{ state: 'open' }]);
    await booksAgree();
  });

  test('row 16: what its bank gives back before the rest was refunded ends nothing: the refund that was decided ends the milestone', async () => {
    const deal = await fundedDeal();
    const rest = TOTAL - 10_000;
    const small = await openDispute(deal, { amount: 10_000, reason: 'product_not_received' });
    await applyEvents();
    await decide(small, 'lost');
    await applyEvents();
    // The provider refunds nothing of a charge that a bank has taken a part of.
    expect(await refundNetted(world.system(), deal)).toBe('refund under way: failed');
    await decide(small, 'won');
    await applyEvents();
    expect(await refundNetted(world.system(), deal)).toBe('refund under way: failed');
    const refunds = () =>
      world.owner
        .selectFrom('refunds')
        .select(['amount', 'state'])
        .where('milestone_id', '=', deal.milestoneId)
        .orderBy('amount')
        .execute();
    expect(await refunds(), 'what the bank gave back was refunded first').toEqual([
      { amount: 10_000, state: 'done' },
      { amount: rest, state: 'failed' },
    ]);
    expect(await rowOf(deal)).toMatchObject({ state: 'refunding' });
    await booksAgree();

    await decideRefund(world.as(staff), { opId: `refund:${deal.milestoneId}:1`, decision: 'send_again' });
    expect(await refundNetted(world.system(), deal)).toBe('refunded');
    const { timeline, state, balances } = await dealFor(world.as(deal.brand), deal);
    expect([timeline.at(-1)!.type, state]).toEqual(['refunded', 'cancelled']);
    expect(balances).toMatchObject({ held: 0, disputed: 0, released: 0, refunded: HELD });
    const notes = (await documentsOfDeal(world.as(deal.brand), deal)).filter(({ kind }) => kind === 'credit_note');
    expect(notes).toMatchObject([{ amount: TOTAL }]);
    await booksAgree();
  });

  test('row 16: that is lost about delivered work lets its review go on: approved it is paid, sent back and not revised it goes to the brand, which has it', async () => {
    const start = Date.now();
    const at = (days: number): Clock => steppedClock(new Date(start + days * DAY));
    const lostAfter = async (): Promise<TestDeal> => {
      const deal = await fundedDeal();
      await deliver(world, deal);
      const dispute = await openDispute(deal, { reason: 'product_not_received' });
      await applyEvents();
      await decide(dispute, 'lost');
      await applyEvents();
      expect(await rowOf(deal)).toMatchObject({ state: 'delivered', holds: [], clock_stopped_at: null });
      return deal;
    };
    const silent = await lostAfter();
    expect(await autoApprove(world.system(at(8)), silent)).toMatchObject({ outcome: 'done' });
    expect(await release(world.system(at(8)), silent), 'not without the float').toBe('held: card_dispute');
    expect(await releaseCovered(world.system(at(8)), silent)).toBe('released');
    expect(await account('BRAND_RECEIVABLE', silent.brand.orgId)).toBe(TOTAL);
    await booksAgree();

    const returned = await lostAfter();
    await requestChanges(world.as(returned.brand), { ...(await seen(returned)), reason: 'Too dark', label: true });
    expect(await rowOf(returned)).toMatchObject({ state: 'changes_requested', clock_stopped_at: null });
    await markOverdue(world.system(at(60)), returned);
    expect(await endGrace(world.system(at(90)), returned)).toMatchObject({ outcome: 'done' });
    expect(await refundNetted(world.system(at(90)), returned)).toBe('refunded');
    expect(await account('BRAND_RECEIVABLE', returned.brand.orgId)).toBe(0);
    expect(await rowOf(returned)).toMatchObject({ state: 'refunded' });
    await booksAgree();

    const agreed = await lostAfter();
    await proposeCancel(world.as(agreed.brand), {
      ...(await seen(agreed)),
      reason: 'The season is over',
      keeps: 15_000,
    });
    await acceptCancel(world.as(agreed.creator), await seen(agreed));
    expect(await refundNetted(world.system(), agreed)).toMatch(/released|refunded/);
    expect(await account('BRAND_RECEIVABLE', agreed.brand.orgId), 'its share with fee and tax').toBe(15_900);
    expect((await dealFor(world.as(agreed.creator), agreed)).balances).toMatchObject({ disputed: 0, released: 15_000 });
    await booksAgree();
  });

  test('row 16: that is lost while the sides dispute leaves the brand owing what its bank took, when the creator gets all of it', async () => {
    const deal = await fundedDeal();
    await deliver(world, deal);
    const room = await open(world.as(deal.creator), {
      ...(await seen(deal)),
      reason: 'no_answer',
      text: 'Nobody looks at the work.',
    });
    const sides = { disputeId: room.dispute?.id ?? '' };
    await announce(world.system(), sides);
    const dispute = await openDispute(deal, { reason: 'product_not_received' });
    await applyEvents();
    await decide(dispute, 'lost');
    await applyEvents();
    const { version } = await world.owner
      .selectFrom('disputes')
      .select('version')
      .where('id', '=', sides.disputeId)
      .executeTakeFirstOrThrow();
    await concede(world.as(deal.brand), { ...sides, version });
    await announce(world.system(), sides);
    expect(await execute(world.system(), sides)).toBe('settlement claimed');
    await refundNetted(world.system(), deal);
    expect(await close(world.system(), sides)).toBe('settled');
    expect(await account('CARD_DISPUTE_HOLD', dispute)).toBe(0);
    expect(await account('BRAND_RECEIVABLE', deal.brand.orgId)).toBe(TOTAL);
    expect((await dealFor(world.as(deal.creator), deal)).balances).toMatchObject({ disputed: 0, released: HELD });
    await booksAgree();
  });

  test('row 16: that is lost after a refund was decided leaves nothing to refund', async () => {
    const deal = await fundedDeal();
    await cancel(world.as(deal.creator), { ...(await seen(deal)), reason: '' });
    const dispute = await openDispute(deal);
    await applyEvents();
    expect(await refundNetted(world.system(), deal)).toBe('held: card_dispute');
    await decide(dispute, 'lost');
    await applyEvents();
    expect(await refundNetted(world.system(), deal)).toBe('refunded');
    expect(await account('BRAND_RECEIVABLE', deal.brand.orgId)).toBe(0);
    expect(await rowOf(deal)).toMatchObject({ state: 'refunded', holds: [] });
    await booksAgree();
  });

  test('that arrives with the payment is applied once that is booked', async () => {
    const deal = await openDeal(world);
    await payAtProvider(world, deal, { card: '4000000000000259' });
    await applyEvents();
    expect((await events('charge.dispute.created')).at(-1)).toMatchObject({ state: 'pending' });
    expect(await confirmFunding(world.system(), deal)).toBe('funded');
    await applyEvents();
    expect(await rowOf(deal), 'the bank suspects fraud').toMatchObject({
      state: 'funded',
      holds: ['card_dispute', 'fraud_warning'],
    });
    await booksAgree();
  });

  test('repeated, reordered and late events change nothing', async () => {
    const deal = await fundedDeal();
    await world.command('webhooks', { mode: 'drop' });
    const dispute = await openDispute(deal);
    await decide(dispute, 'won');
    await world.command('webhooks', { mode: 'normal' });
    const received = (await reads.listEvents({ since: new Date(Date.now() - 60_000) }))
      .filter((e) => e.objectId === dispute)
      .reverse();
    expect(received.map((e) => e.type)).toHaveLength(4);
    for (const event of received) await world.command(`events/${event.id}/resend`, { copies: 3 });
    await world.command('webhooks/flush', {});
    await Promise.all([sweepWebhooks(world.system()), sweepWebhooks(world.system()), sweepWebhooks(world.system())]);
    await applyEvents();
    expect(await rowOf(deal)).toMatchObject({ state: 'funded', holds: [] });
    expect([
      await account('CARD_DISPUTE_HOLD', dispute),
      await account('ESCROW_DISPUTED', deal.milestoneId),
      await account('ESCROW_HELD', deal.milestoneId),
    ]).toEqual([0, 0, HELD]);
    await booksAgree();
  });

  test('row 16: that arrives after the money was released is booked and a case; lost, the brand owes it', async () => {
    const deal = await fundedDeal();
    await deliver(world, deal);
    await approve(world.as(deal.brand), await seen(deal));
    expect(await release(world.system(), deal)).toBe('released');
    const dispute = await openDispute(deal);
    await applyEvents();
    expect(await rowOf(deal)).toMatchObject({ state: 'released', holds: ['card_dispute'] });
    expect([await account('CARD_DISPUTE_HOLD', dispute), await account('ESCROW_DISPUTED', deal.milestoneId)]).toEqual([
      TOTAL,
      0,
    ]);
    expect(await cases('card_dispute', deal)).toMatchObject([{ milestoneState: 'released' }]);
    await booksAgree();
    await decide(dispute, 'lost');
    await applyEvents();
    expect([await account('CARD_DISPUTE_HOLD', dispute), await account('BRAND_RECEIVABLE', deal.brand.orgId)]).toEqual([
      0,
      TOTAL,
    ]);
    const [owed, other] = await Promise.all(
      [deal.brand, deal.creator].map((reader) => dealFor(world.as(reader), { contractId: deal.contractId })),
    );
    expect(owed!.milestones[0]!.owes, "the brand's page says so").toEqual({ amount: TOTAL, currency: 'EUR' });
    expect(other!.milestones[0]!.owes, "the creator's does not").toBeNull();
    await booksAgree();
  });

  test('row 15: after a part was released sets aside the rest alone, and the part stays with the creator; won, the rest is held again', async () => {
    const deal = await fundedDeal();
    await releasePart(world.as(deal.brand), { ...(await seen(deal)), amount: 10_000 });
    await release(world.system(), deal);
    const balances = async () => (await dealFor(world.as(deal.creator), deal)).balances;
    expect(await balances()).toMatchObject({ held: HELD - 10_000, released: 10_000, disputed: 0 });
    const dispute = await openDispute(deal);
    await applyEvents();
    expect(await balances()).toMatchObject({ held: 0, released: 10_000, disputed: HELD - 10_000 });
    expect(await account('ESCROW_DISPUTED', deal.milestoneId)).toBe(HELD - 10_000);
    const sent = await world.owner
      .selectFrom('transfers')
      .select(['amount', 'state'])
      .where('milestone_id', '=', deal.milestoneId)
      .execute();
    expect(sent).toEqual([{ amount: 10_000, state: 'sent' }]);
    await booksAgree();
    await decide(dispute, 'won');
    await applyEvents();
    expect(await rowOf(deal)).toMatchObject({ state: 'funded', holds: [] });
    expect(await balances()).toMatchObject({ held: HELD - 10_000, released: 10_000, disputed: 0 });
    await booksAgree();
  });

  test('row 15: ends an open proposal to cancel, which could return nothing', async () => {
    const deal = await fundedDeal();
    await proposeCancel(world.as(deal.brand), { ...(await seen(deal)), reason: 'The season is over', keeps: 0 });
    await openDispute(deal);
    await applyEvents();
    expect(await rowOf(deal)).toMatchObject({ state: 'funded', holds: ['card_dispute'] });
    const { timeline, milestones } = await dealFor(world.as(deal.creator), deal);
    expect(timeline.map(({ type }) => type)).toEqual(expect.arrayContaining(['cancel_lapsed', 'payment_disputed']));
    expect(milestones[0]?.can.proposeCancel).toBe('escrow.on_hold');
    await booksAgree();
  });

  test('of a part takes that part, and its fee, from the balance', async () => {
    const deal = await fundedDeal();
    const dispute = await openDispute(deal, { amount: 10_000 });
    await applyEvents();
    expect([await account('CARD_DISPUTE_HOLD', dispute), await account('ESCROW_DISPUTED', deal.milestoneId)]).toEqual([
      10_000,
      HELD,
    ]);
    await booksAgree();
    await decide(dispute, 'won');
    await applyEvents();
    expect(await rowOf(deal)).toMatchObject({ holds: [] });
    await booksAgree();
  });

  test('of two parts sets the money aside once: what is lost is owed when the work is paid, not before', async () => {
    const deal = await fundedDeal();
    await deliver(world, deal);
    const [first, second] = [
      await openDispute(deal, { amount: 10_000, reason: 'product_not_received' }),
      await openDispute(deal, { amount: 20_000, reason: 'product_not_received' }),
    ];
    await applyEvents();
    const books = async () => [
      await account('CARD_DISPUTE_HOLD', first),
      await account('CARD_DISPUTE_HOLD', second),
      await account('ESCROW_DISPUTED', deal.milestoneId),
      await account('BRAND_RECEIVABLE', deal.brand.orgId),
    ];
    expect(await books()).toEqual([10_000, 20_000, HELD, 0]);
    await booksAgree();
    await decide(second, 'lost');
    await applyEvents();
    expect(await books(), 'the money is still there').toEqual([10_000, 20_000, HELD, 0]);
    await booksAgree();
    await decide(first, 'won');
    await applyEvents();
    expect(await books()).toEqual([0, 20_000, HELD, 0]);
    expect(await rowOf(deal)).toMatchObject({ state: 'delivered', holds: [] });
    await booksAgree();
    await approve(world.as(deal.brand), await seen(deal));
    expect(await releaseCovered(world.system(), deal)).toBe('released');
    expect(await books()).toEqual([0, 0, 0, 20_000]);
    await booksAgree();
  });

  test('that is only an inquiry holds the milestone and moves no money', async () => {
    const deal = await fundedDeal();
    const dispute = await openDispute(deal, { inquiry: true });
    await applyEvents();
    expect(await rowOf(deal)).toMatchObject({ holds: ['card_dispute'] });
    expect([await account('CARD_DISPUTE_HOLD', dispute), await account('ESCROW_HELD', deal.milestoneId)]).toEqual([
      0,
      HELD,
    ]);
    await booksAgree();
    await decide(dispute, 'won');
    await applyEvents();
    expect(await rowOf(deal)).toMatchObject({ holds: [] });
    await booksAgree();
  });

  test('stops the clocks that end in a refund, not those that protect the work; they go on with the time they had left', async () => {
    const start = new Date();
    const at = (days: number): Clock => steppedClock(new Date(start.getTime() + days * DAY));
    const deal = await fundedDeal({ dueIn: 2 * DAY });
    const before = await rowOf(deal);
    const dispute = await openDispute(deal);
    await applyEvents();
    const late = world.system(at(20));
    expect(await markOverdue(late, deal)).toMatchObject({
      outcome: 'not_due',
      summary: expect.stringMatching(/held, card_dispute/),
    });
    expect(await endGrace(late, deal)).toMatchObject({ outcome: 'not_due', summary: expect.stringMatching(/not due/) });
    // As if it had been opened twenty days ago.
    await world.owner
      .updateTable('milestones')
      .set({ clock_stopped_at: new Date(start.getTime() - 20 * DAY) })
      .where('id', '=', deal.milestoneId)
      .execute();
    await decide(dispute, 'won');
    await applyEvents();
    const after = await rowOf(deal);
    expect(after).toMatchObject({ state: 'funded', holds: [], clock_stopped_at: null });
    for (const clock of ['deadline_at', 'hold_expires_at'] as const)
      expect((after[clock]!.getTime() - before[clock]!.getTime()) / DAY).toBeCloseTo(20, 1);
    const reviewed = await fundedDeal();
    await deliver(world, reviewed);
    await openDispute(reviewed);
    await applyEvents();
    expect(await noticesOf(reviewed)).toContain('delivered_work_disputed creator');
    expect(await autoApprove(world.system(at(8)), reviewed)).toEqual({
      outcome: 'done',
      summary: 'approved automatically',
    });
    expect(await releaseCovered(world.system(at(8)), reviewed), 'the creator is paid').toBe('released');
    await booksAgree();
  });

  test('keeps a refund that was decided before it from being made, and operators from sending it again', async () => {
    const deal = await fundedDeal();
    await cancel(world.as(deal.creator), { ...(await seen(deal)), reason: '' });
    const dispute = await openDispute(deal);
    await applyEvents();
    expect(await refund(world.system(), deal)).toBe('held: card_dispute');
    expect(
      await world.owner.selectFrom('refunds').select('id').where('milestone_id', '=', deal.milestoneId).execute(),
    ).toEqual([]);
    await booksAgree('deal.state-fits-money');
    await decide(dispute, 'won');
    await applyEvents();
    expect(await refund(world.system(), deal)).toBe('refunded');
    await booksAgree();

    const refused = await fundedDeal();
    await cancel(world.as(refused.creator), { ...(await seen(refused)), reason: '' });
    // The provider has the dispute before we do.
    await world.command('webhooks', { mode: 'drop' });
    await openDispute(refused);
    expect(await refund(world.system(), refused)).toMatch(/failed/);
    await world.command('webhooks', { mode: 'normal' });
    await world.command('webhooks/flush', {});
    await applyEvents();
    const op = await world.owner
      .selectFrom('operations')
      .select('op_id')
      .where('milestone_id', '=', refused.milestoneId)
      .where('kind', '=', 'refund')
      .executeTakeFirstOrThrow();
    await expect(decideRefund(world.as(staff), { opId: op.op_id, decision: 'send_again' })).rejects.toMatchObject({
      code: 'escrow.on_hold',
    });
    await booksAgree('deal.state-fits-money');
  });

  test('of a charge that is not ours is parked and becomes a case', async () => {
    const before = await account('SUSPENSE');
    const { latest_charge } = await byHand<{ latest_charge: string }>('payment_intents', {
      amount: '5000',
      currency: 'eur',
      payment_method: 'pm_card_visa',
      confirm: 'true',
      'payment_method_types[]': 'card',
    });
    // Sent only to endpoints that subscribe to it.
    const sent = await reads.listEvents({ since: new Date(0), types: ['charge.succeeded'] });
    const arrival = sent.find(({ objectId }) => objectId === latest_charge)!;
    await world.command(`events/${arrival.id}/resend`, { signature: 'valid', copies: 1 });
    await applyEvents();
    expect((await account('SUSPENSE')) - before, 'the charge itself').toBe(5_000);
    await booksAgree('ledger.suspense-is-empty');
    await world.command('disputes', { charge: latest_charge });
    await applyEvents();
    expect(await account('SUSPENSE'), 'and its dispute').toBe(before);
    await booksAgree('ledger.suspense-is-empty');
  });
});

describe('a webhook that never arrives', () => {
  test('is found in the list of the provider: the dispute is booked once and its creator notified, also when it arrives after all', async () => {
    const deal = await fundedDeal();
    await applyEvents();
    await world.command('webhooks', { mode: 'drop' });
    const dispute = await openDispute(deal);
    await sweepWebhooks(world.system());
    expect((await rowOf(deal)).holds, 'nobody knows of it').toEqual([]);

    const readMissed = missedEvents(world.system());
    expect(await readMissed()).toBeGreaterThan(0);
    await sweepWebhooks(world.system());
    expect((await rowOf(deal)).holds).toEqual(['card_dispute']);
    expect(await account('CARD_DISPUTE_HOLD', dispute)).toBe(TOTAL);
    expect(await readMissed(), 'each is new once').toBe(0);

    // Not before: a webhook that has not been sent yet would arrive.
    await world.command('webhooks', { mode: 'normal' });
    await world.command('webhooks/flush', {});
    await applyEvents();
    expect(await account('CARD_DISPUTE_HOLD', dispute)).toBe(TOTAL);
    expect(await cases('card_dispute', deal)).toHaveLength(1);
    expect((await noticesOf(deal)).filter((kind) => kind === 'milestone_disputed creator')).toHaveLength(1);
    await booksAgree();
    await decide(dispute, 'won');
    await applyEvents();
    await booksAgree();
  });

  test('is found in the list of the provider: a payment that was given up, and made all the same, is booked', async () => {
    await applyEvents();
    await world.command('webhooks', { mode: 'drop' });
    const deal = await openDeal(world);
    const { paymentId } = await payAtProvider(world, deal);
    await world.owner.updateTable('payments').set({ state: 'expired' }).where('id', '=', paymentId).execute();
    await world.owner
      .updateTable('milestones')
      .set({ state: 'awaiting_funding' })
      .where('id', '=', deal.milestoneId)
      .execute();
    expect(await confirmFunding(world.system(), deal)).toBe('no payment under way');
    expect(await missedEvents(world.system())()).toBeGreaterThan(0);
    await sweepWebhooks(world.system());
    await confirmFunding(world.system(), deal);
    expect((await rowOf(deal)).state).toBe('funded');
    await world.command('webhooks', { mode: 'normal' });
    await world.command('webhooks/flush', {});
    await booksAgree();
  });

  test('one missed while no worker ran is found three days later, and each run goes on where the last one that ended began', async () => {
    const asked: Date[] = [];
    let fails = false;
    const clock = steppedClock(new Date('2026-11-27T08:00:00Z'));
    const ctx = world.system(clock);
    const readMissed = missedEvents({
      ...ctx,
      integrations: {
        ...ctx.integrations,
        payments: {
          ...ctx.integrations.payments,
          listEvents: async ({ from, types }) => {
            asked.push(from);
            expect(types.length).toBeLessThanOrEqual(20);
            if (fails) throw new Error('the provider is away');
            return [];
          },
        },
      },
    });
    await readMissed();
    clock.advance(3_600_000);
    fails = true;
    await expect(readMissed()).rejects.toThrow('away');
    clock.advance(3_600_000);
    fails = false;
    await readMissed();
    await readMissed();
    expect(asked.map((at) => at.toISOString())).toEqual([
      '2026-11-24T08:00:00.000Z',
      '2026-11-27T07:50:00.000Z',
      '2026-11-27T07:50:00.000Z',
      '2026-11-27T09:50:00.000Z',
    ]);
  });
});

describe('money that moved without a call of ours', () => {
  test('an early fraud warning holds the release until an operator has looked, and moves nothing', async () => {
    const deal = await fundedDeal({ card: '4000000000005423' });
    await applyEvents();
    expect(await rowOf(deal)).toMatchObject({ state: 'funded', holds: ['fraud_warning'] });
    expect(await noticesOf(deal)).toEqual(expect.arrayContaining(['payment_on_hold brand', 'payment_on_hold creator']));
    await deliver(world, deal);
    await approve(world.as(deal.brand), await seen(deal));
    expect(await release(world.system(), deal)).toBe('held: fraud_warning');
    await booksAgree();
    const [found] = await cases('fraud_warning', deal);
    await closeCase(world.as(staff), { caseId: found!.id, note: 'the brand confirmed the payment' });
    expect(await release(world.system(), deal)).toBe('released');
    expect(await rowOf(deal)).toMatchObject({ holds: [] });
    await booksAgree();
  });

  test('a transfer that was taken back at the provider is parked and becomes a case', async () => {
    const deal = await fundedDeal();
    await deliver(world, deal);
    await approve(world.as(deal.brand), await seen(deal));
    await release(world.system(), deal);
    const { provider_id } = await world.owner
      .selectFrom('transfers')
      .select('provider_id')
      .where('milestone_id', '=', deal.milestoneId)
      .executeTakeFirstOrThrow();
    const before = await account('SUSPENSE');
    await world.command(`reversals/${provider_id}`, { amount: 15_000 });
    await applyEvents();
    expect((await account('SUSPENSE')) - before).toBe(15_000);
    expect(await cases('transfer_reversed', deal)).toMatchObject([
      { amount: 15_000, orgName: 'Maya Laurent', details: { leg: 'creator' } },
    ]);
    await booksAgree('ledger.suspense-is-empty');
    await world.command(`reversals/${provider_id}`, { amount: 5_000 });
    await applyEvents();
    expect((await account('SUSPENSE')) - before).toBe(20_000);
    await booksAgree('ledger.suspense-is-empty');
  });

  test('a transfer that was taken back is on hold for its payee, in the list and in the sums above it, and the payee is notified', async () => {
    const deal = await fundedDeal();
    await deliver(world, deal);
    await approve(world.as(deal.brand), await seen(deal));
    await release(world.system(), deal);
    const { provider_id } = await world.owner
      .selectFrom('transfers')
      .select('provider_id')
      .where('milestone_id', '=', deal.milestoneId)
      .executeTakeFirstOrThrow();
    /** What the list comes to by place; the sums above it must say the same. */
    const places = async () => {
      const { perCurrency, earnings } = await payoutOverview(world.as(deal.creator));
      const list = (bucket: string) =>
        earnings.filter((e) => e.bucket === bucket).reduce((sum, { amount }) => sum + amount, 0);
      const { available, onHold, paid } = perCurrency[0]!;
      expect([list('available'), list('on_hold'), list('paid')], 'the list').toEqual([available, onHold, paid]);
      expect((await listEarnings(world.as(deal.creator), { limit: 30 })).items).toEqual(earnings);
      return { available, onHold, paid };
    };
    expect(await places()).toEqual({ available: HELD, onHold: 0, paid: 0 });
    await world.command(`reversals/${provider_id}`, { amount: 15_000 });
    await applyEvents();
    expect(await places()).toEqual({ available: 25_000, onHold: 15_000, paid: 0 });
    const takenBack = (reader: typeof deal.brand) =>
      dealFor(world.as(reader), { contractId: deal.contractId }).then(({ milestones }) => milestones[0]!.takenBack);
    const first = await takenBack(deal.creator);
    expect(first).toMatchObject({ amount: 15_000, currency: 'EUR' });
    expect(await takenBack(deal.brand)).toBeNull();
    await world.command(`reversals/${provider_id}`, { amount: 25_000 });
    await applyEvents();
    await sweepWebhooks(world.system());
    expect(await places()).toEqual({ available: 0, onHold: HELD, paid: 0 });
    const last = await takenBack(deal.creator);
    expect(last!.at.getTime(), 'the day of the last of it').toBeGreaterThan(first!.at.getTime());
    expect((await noticesOf(deal)).filter((one) => one.startsWith('transfer_reversed'))).toEqual([
      'transfer_reversed creator',
      'transfer_reversed creator',
    ]);
    const notices = await world.owner
      .selectFrom('escrow_events')
      .select('data')
      .where('milestone_id', '=', deal.milestoneId)
      .where('type', '=', 'transfer_reversed')
      .orderBy('seq')
      .execute();
    expect(notices.map((one) => one.data)).toEqual([
      { amount: 15_000, leg: 'creator', part: 1 },
      { amount: 25_000, leg: 'creator', part: 1 },
    ]);
  });

  test('a refund made by hand at the provider holds the milestone, is parked and becomes a case', async () => {
    const deal = await fundedDeal();
    const before = await account('SUSPENSE');
    const refunded = await world.command<{ id: string }>('refunds', { charge: await chargeOf(deal), amount: 12_000 });
    await applyEvents();
    expect(await rowOf(deal)).toMatchObject({ state: 'funded', holds: ['provider_refund'] });
    expect((await account('SUSPENSE')) - before).toBe(-12_000);
    expect(await cases('provider_refund', deal)).toMatchObject([{ amount: 12_000, details: { refund: refunded.id } }]);
    await expect(cancel(world.as(deal.creator), { ...(await seen(deal)), reason: '' })).rejects.toMatchObject({
      code: 'escrow.on_hold',
    });
    await booksAgree('ledger.suspense-is-empty');
    // One staff member alone would leave the money in suspense, with no case left to decide about.
    const [parked] = await cases('provider_refund', deal);
    const alone = { caseId: parked!.id, note: 'nothing was wrong' };
    await expect(closeCase(world.as(staff), alone)).rejects.toMatchObject({ code: 'case.money_parked' });
    // The payer's bank sends it back.
    await world.command(`refunds/${refunded.id}`, { outcome: 'failed' });
    await applyEvents();
    expect(await account('SUSPENSE')).toBe(before);
    await closeCase(world.as(staff), alone);
    await booksAgree('ledger.suspense-is-empty');
  });

  test('no event that moves money ends as ignored without being ours', async () => {
    const ignored = await world.owner
      .selectFrom('psp_events')
      .select(['type', 'reason'])
      .where('state', '=', 'ignored')
      .execute();
    expect(ignored.filter((e) => /dispute|fraud|reversed/.test(e.type))).toEqual([]);
    expect(ignored.filter((e) => e.reason?.includes('no use for'))).toEqual([]);
  });
});

describe('a hold of staff on one milestone', () => {
  test('keeps its money from being released and refunded, notifies both sides of its reason, and ends when staff lift it', async () => {
    const deal = await fundedDeal();
    const unproven = await createStaff(world, 'trust');
    const holdInput = { milestoneId: deal.milestoneId, reason: 'The card holder called us.' };
    await expect(holdMilestone(world.as(await createStaff(world, 'support')), holdInput)).rejects.toMatchObject({
      code: 'auth.not_allowed',
    });
    await expect(holdMilestone(world.as(unproven), holdInput)).rejects.toMatchObject({ code: 'auth.step_up_required' });
    const { caseId } = await holdMilestone(world.as(staff), holdInput);
    await expect(holdMilestone(world.as(staff), holdInput)).rejects.toMatchObject({ code: 'state.already_decided' });
    expect(await release(world.system(), deal)).toBe('nothing to release: funded');
    expect(await rowOf(deal)).toMatchObject({ state: 'funded', holds: ['staff_hold'] });
    expect(await noticesOf(deal)).toEqual(expect.arrayContaining(['payment_held brand', 'payment_held creator']));
    const [event] = await world.owner
      .selectFrom('escrow_events')
      .select('data')
      .where('milestone_id', '=', deal.milestoneId)
      .where('type', '=', 'payment_on_hold')
      .execute();
    expect(event?.data).toEqual({ reason: 'staff_hold', note: 'The card holder called us.' });
    await expect(cancel(world.as(deal.brand), { ...(await seen(deal)), reason: '' })).rejects.toMatchObject({
      code: 'escrow.on_hold',
    });
    await deliver(world, deal);
    await approve(world.as(deal.brand), await seen(deal));
    expect(await release(world.system(), deal)).toBe('held: staff_hold');
    await booksAgree('ledger.suspense-is-empty');
    await expect(closeCase(world.as(unproven), { caseId, note: 'all is well' })).rejects.toMatchObject({
      code: 'auth.step_up_required',
    });
    const kin = await createStaff(world, 'trust');
    await prove(world, kin);
    await world.owner
      .insertInto('org_members')
      .values({ org_id: deal.creator.orgId, user_id: kin.userId, role: 'viewer' })
      .execute();
    await expect(closeCase(world.as(kin), { caseId, note: 'all is well' }), 'of a side').rejects.toMatchObject({
      code: 'payment.related',
    });
    await closeCase(world.as(staff), { caseId, note: 'all is well' });
    expect(await release(world.system(), deal)).toBe('released');
    expect(await noticesOf(deal)).toEqual(
      expect.arrayContaining(['payment_hold_lifted brand', 'payment_hold_lifted creator']),
    );
    const audits = await world.owner
      .selectFrom('audit_log')
      .select('action')
      .where('actor_user', '=', staff.userId)
      .where('target', 'in', [`contract:${deal.contractId}`, `case:${caseId}`])
      .execute();
    expect(audits.map((one) => one.action)).toEqual(['milestone.held', 'case.closed']);
    await expect(holdMilestone(world.as(staff), holdInput), 'the money has left').rejects.toMatchObject({
      code: 'state.wrong',
    });
    await booksAgree('ledger.suspense-is-empty');
  });

  test('that is requested just before a refund is carried out keeps the money here', async () => {
    const deal = await fundedDeal();
    await cancel(world.as(deal.creator), { ...(await seen(deal)), reason: '' });
    await world.owner.updateTable('milestones').set({ state: 'funded' }).where('id', '=', deal.milestoneId).execute();
    const { caseId } = await holdMilestone(world.as(staff), {
      milestoneId: deal.milestoneId,
      reason: 'A report came in.',
    });
    await world.owner
      .updateTable('milestones')
      .set({ state: 'refunding' })
      .where('id', '=', deal.milestoneId)
      .execute();
    expect(await refund(world.system(), deal)).toBe('held: staff_hold');
    await closeCase(world.as(staff), { caseId, note: 'nothing was wrong' });
    await release(world.system(), deal);
    expect(await refund(world.system(), deal)).toBe('refunded');
    await booksAgree('ledger.suspense-is-empty');
  });
});

describe('money that moved without a call of ours and two staff members', () => {
  let second: StaffActor;
  beforeAll(async () => {
    second = await createStaff(world, 'super');
    await prove(world, second);
  });
  type Way = Parameters<typeof proposeParked>[1];
  /** One proposes, the other confirms, the worker books. */
  async function settle(caseId: string, way: Pick<Way, 'decision'> & { reference?: string }): Promise<void> {
    const { id: proposalId } = await proposeParked(world.as(staff), { caseId, note: 'we looked', ...way } as Way);
    await expect(confirmParked(world.as(staff), { proposalId })).rejects.toMatchObject({
      code: 'approval.same_person',
    });
    await confirmParked(world.as(second), { proposalId });
    await sweepWebhooks(world.system());
  }
  const closed = async (kind: CaseKind, deal: TestDeal) => (await cases(kind, deal, 'closed')).map((c) => c.outcome);

  test("decide that a transfer that came back was paid by bank, or is the platform's: suspense is empty by it and the provider's balance agrees", async () => {
    const deal = await fundedDeal();
    await prove(world, deal.creator);
    await saveTaxProfile(world.as(deal.creator), {
      selfBilling: true,
      taxStatus: 'registered',
      taxBps: 1_900,
      bornOn: null,
      registerNumber: null,
    });
    await deliver(world, deal);
    await approve(world.as(deal.brand), await seen(deal));
    await release(world.system(), deal);
    const inSuspense = async () =>
      (await checkMoney(world.worker, {}))
        .filter(({ invariant }) => invariant === 'ledger.suspense-is-empty')
        .map(({ detail }) => detail);
    const parkedBefore = await inSuspense();
    const { provider_id } = await world.owner
      .selectFrom('transfers')
      .select('provider_id')
      .where('milestone_id', '=', deal.milestoneId)
      .executeTakeFirstOrThrow();
    const before = [await account('SUSPENSE'), await account('BANK'), await account('FLOAT_EQUITY')];
    await world.command(`reversals/${provider_id}`, { amount: 15_000 });
    await applyEvents();
    await world.command(`reversals/${provider_id}`, { amount: 5_000 });
    await applyEvents();
    const [larger, smaller] = (await cases('transfer_reversed', deal)).toSorted((a, b) => b.amount! - a.amount!);
    expect(await parkedMoney(world.as(staff), { caseId: larger!.id })).toEqual({
      amount: 15_000,
      currency: 'EUR',
      ways: ['paid_by_bank', 'platform'],
      rules: true,
      appeals: [],
      openRuling: null,
    });
    await expect(
      proposeParked(world.as(await createStaff(world, 'trust')), {
        caseId: larger!.id,
        decision: 'platform',
        note: 'mine',
      }),
    ).rejects.toMatchObject({ code: 'auth.not_allowed' });
    await expect(
      proposeParked(world.as(await createStaff(world, 'finance')), {
        caseId: larger!.id,
        decision: 'platform',
        note: 'mine',
      }),
    ).rejects.toMatchObject({ code: 'auth.step_up_required' });
    await expect(
      proposeParked(world.as(staff), { caseId: larger!.id, decision: 'brand_owes', note: 'no' }),
      'money that is here is owed by nobody',
    ).rejects.toMatchObject({ code: 'state.wrong' });
    await settle(larger!.id, { decision: 'paid_by_bank', reference: 'SEPA 7' });
    // Kept by a ruling alone, which the payee appeals: two others decide anew, and a document corrects what was issued.
    await settle(smaller!.id, { decision: 'platform' });
    expect(await account('SUSPENSE'), 'not booked while it may be appealed').toBe(before[0]! + 5_000);
    expect(await inSuspense(), 'and needs no decision').toEqual(parkedBefore);
    const anew = { caseId: smaller!.id, decision: 'platform' as const, note: 'It was sent twice.' };
    await expect(proposeParked(world.as(staff), anew)).rejects.toMatchObject({ code: 'state.already_decided' });
    const { openRuling } = await parkedMoney(world.as(staff), { caseId: smaller!.id });
    expect(openRuling, 'staff read until when it may be appealed').toEqual({
      text: 'we looked',
      until: expect.any(Date) as Date,
    });
    const creator = world.as(deal.creator);
    const about = { milestoneId: deal.milestoneId };
    const [ruled] = await rulings(creator, about);
    expect(ruled).toMatchObject({ amount: 5_000, text: 'we looked', state: 'open', mayAppeal: true, correction: null });
    expect(await rulings(world.as(deal.brand), about)).toEqual([]);
    await expect(appealRuling(world.as(deal.brand), { rulingId: ruled!.id, text: 'not mine' })).rejects.toMatchObject({
      code: 'not_found',
    });
    const appeal = { rulingId: ruled!.id, text: 'The post is still up.' };
    await appealRuling(creator, appeal);
    expect(await inSuspense()).not.toEqual(parkedBefore);
    await sweepWebhooks(world.system());
    const { due_at: due } = await world.owner
      .selectFrom('cases')
      .select('due_at')
      .where('id', '=', smaller!.id)
      .executeTakeFirstOrThrow();
    expect(due, 'staff have a date by which it is decided anew').not.toBeNull();
    await expect(appealRuling(creator, appeal)).rejects.toMatchObject({ code: 'payment.appeal_over' });
    await expect(proposeParked(world.as(staff), anew)).rejects.toMatchObject({ code: 'payment.ruled_before' });
    const kin = await createStaff(world, 'finance');
    await world.owner
      .insertInto('org_members')
      .values({ org_id: deal.brand.orgId, user_id: kin.userId, role: 'viewer' })
      .execute();
    await expect(proposeParked(world.as(kin), anew)).rejects.toMatchObject({ code: 'payment.related' });
    const [third, fourth] = [await createStaff(world, 'finance'), await createStaff(world, 'finance')];
    for (const judge of [third, fourth]) await prove(world, judge);
    expect((await parkedMoney(world.as(third), { caseId: smaller!.id })).appeals).toMatchObject([
      { ruling: 'we looked', text: 'The post is still up.' },
    ]);
    const { id: proposalId } = await proposeParked(world.as(third), anew);
    await confirmParked(world.as(fourth), { proposalId });
    await sweepWebhooks(world.system());
    const [final] = await rulings(creator, about);
    expect(final).toMatchObject({ text: 'It was sent twice.', state: 'done', appealUntil: null });
    const issued = (await documentsOfDeal(creator, { contractId: deal.contractId })).toReversed();
    const earned = issued.find(({ kind }) => kind === 'earnings_statement' || kind === 'self_billed_invoice')!;
    const correcting = await world.owner
      .selectFrom('documents')
      .select(['kind', 'amount', 'org_id', 'data'])
      .where('id', '=', final!.correction!.id)
      .executeTakeFirstOrThrow();
    expect(correcting).toMatchObject({ kind: 'credit_note', amount: 5_000, org_id: deal.creator.orgId });
    expect(correcting.data).toMatchObject({ corrects: earned.number, reason: 'transfer_reversed' });
    expect(correcting.data, 'the tax that was in it').toMatchObject({ sellerTaxBps: 1_900, sellerTax: 798 });
    const { items: listed } = await listDocuments(creator, { limit: 25 });
    expect(listed.find(({ id }) => id === final!.correction!.id)).toMatchObject({ net: 4_202, tax: 798 });

    expect([await account('SUSPENSE'), await account('BANK'), await account('FLOAT_EQUITY')]).toEqual([
      before[0],
      before[1]! - 15_000,
      before[2]! + 5_000,
    ]);
    expect((await closed('transfer_reversed', deal)).toSorted()).toEqual(['paid_by_bank', 'platform']);
    const { earnings, perCurrency } = await payoutOverview(world.as(deal.creator));
    expect(
      earnings.map((e) => `${e.bucket} ${e.amount}`).toSorted(),
      'what was paid by bank is paid, what the platform keeps is no earning',
    ).toEqual(['available 20000', 'paid 15000']);
    expect(perCurrency).toMatchObject([{ available: 20_000, onHold: 0, paid: 15_000 }]);
    await expect(parkedMoney(world.as(staff), { caseId: larger!.id })).rejects.toMatchObject({ code: 'state.wrong' });
    expect(
      (await noticesOf(deal)).filter((one) => /money_sent_by_bank|reversal_final/u.test(one)),
      'the payee reads both decisions, once',
    ).toEqual(['money_sent_by_bank creator', 'reversal_final creator']);
    await booksAgree('ledger.suspense-is-empty');
  });

  test('decide that the brand owes a refund made by hand: the hold ends, the creator is paid, and the books agree', async () => {
    const deal = await fundedDeal();
    const before = await account('SUSPENSE');
    await world.command('refunds', { charge: await chargeOf(deal), amount: 12_000 });
    await applyEvents();
    const [found] = await cases('provider_refund', deal);
    await settle(found!.id, { decision: 'brand_owes' });
    expect([await account('BRAND_RECEIVABLE', deal.brand.orgId), await account('SUSPENSE')]).toEqual([12_000, before]);
    await sweepWebhooks(world.system());
    expect(await account('BRAND_RECEIVABLE', deal.brand.orgId), 'booked once').toBe(12_000);
    await deliver(world, deal);
    await approve(world.as(deal.brand), await seen(deal));
    expect(await release(world.system(), deal)).toBe('released');
    expect(await closed('provider_refund', deal)).toEqual(['brand_owes']);
    expect(await noticesOf(deal), 'the brand reads that it owes it, the creator that the hold is over').toEqual(
      expect.arrayContaining(['payment_owed brand', 'payment_hold_lifted creator']),
    );
    await booksAgree('ledger.suspense-is-empty');
  });

  test('say whose money of an unknown event is: it is parked to the cent, decided once, and the books agree', async () => {
    const before = [await account('SUSPENSE'), await account('BANK'), await account('FLOAT_EQUITY')];
    const { id: object } = await byHand<{ id: string }>('topups', { amount: '737', currency: 'eur' });
    await applyEvents();
    const unknown = (state: 'open' | 'closed') =>
      listCases(world.as(staff), { state, kind: 'unknown_money_event', limit: 100 }).then(({ items }) =>
        items.filter((row) => row.details['object'] === object),
      );
    const [found, ...others] = await unknown('open');
    expect(others, 'its events are one case').toEqual([]);
    expect(found).toMatchObject({ amount: 737, currency: 'EUR', orgId: null });
    expect((await account('SUSPENSE')) - before[0]!).toBe(737);
    await booksAgree('ledger.suspense-is-empty');

    expect(await parkedMoney(world.as(staff), { caseId: found!.id })).toMatchObject({ amount: 737, currency: 'EUR' });
    const decision = { caseId: found!.id, decision: 'platform', note: 'our own top-up, made at the provider' } as const;
    const { id: proposalId } = await proposeParked(world.as(staff), decision);
    await expect(proposeParked(world.as(second), decision)).rejects.toMatchObject({ code: 'approval.open' });
    await expect(confirmParked(world.as(staff), { proposalId })).rejects.toMatchObject({
      code: 'approval.same_person',
    });
    expect((await account('SUSPENSE')) - before[0]!, 'nothing is booked by one person').toBe(737);
    await confirmParked(world.as(second), { proposalId });
    const decidedBefore = { code: 'state.already_decided' };
    await expect(confirmParked(world.as(second), { proposalId })).rejects.toMatchObject(decidedBefore);
    // Proposed and confirmed once more before the worker has booked the first decision.
    const again = await proposeParked(world.as(second), decision);
    await expect(confirmParked(world.as(staff), { proposalId: again.id })).rejects.toMatchObject(decidedBefore);
    await sweepWebhooks(world.system());
    await expect(confirmParked(world.as(second), { proposalId })).rejects.toMatchObject(decidedBefore);
    await expect(proposeParked(world.as(staff), decision)).rejects.toMatchObject({ code: 'state.wrong' });
    await sweepWebhooks(world.system());
    expect([await account('SUSPENSE'), await account('BANK'), await account('FLOAT_EQUITY')]).toEqual([
      before[0],
      before[1],
      before[2]! + 737,
    ]);
    expect(await unknown('closed')).toMatchObject([{ id: found!.id, outcome: 'platform' }]);
    await booksAgree('ledger.suspense-is-empty');
  });

  test('and a movement that undid itself before it was booked: nothing is booked, and the case stays', async () => {
    const deal = await fundedDeal();
    const refunded = await world.command<{ id: string }>('refunds', { charge: await chargeOf(deal), amount: 12_000 });
    await applyEvents();
    const [found] = await cases('provider_refund', deal);
    const loss = await account('CHARGEBACK_LOSS');
    const { id: proposalId } = await proposeParked(world.as(staff), {
      caseId: found!.id,
      decision: 'platform',
      note: 'ours',
    });
    await confirmParked(world.as(second), { proposalId });
    await world.command(`refunds/${refunded.id}`, { outcome: 'failed' });
    await applyEvents();
    expect(await account('CHARGEBACK_LOSS')).toBe(loss);
    expect(await cases('provider_refund', deal)).toMatchObject([
      { state: 'open', details: { failed: 'money_changed' } },
    ]);
    await booksAgree('ledger.suspense-is-empty');
  });
});

describe('what a brand owes after a lost dispute', () => {
  /** Work that was paid out of the float, and whose payment the bank took back for good. */
  async function owed(): Promise<{ deal: TestDeal; dispute: string; debtId: string }> {
    const deal = await fundedDeal();
    await deliver(world, deal);
    await approve(world.as(deal.brand), await seen(deal));
    expect(await release(world.system(), deal)).toBe('released');
    const dispute = await openDispute(deal, { reason: 'product_not_received' });
    await applyEvents();
    await decide(dispute, 'lost');
    await applyEvents();
    const { items, totals } = await brandDebts(world.as(deal.brand));
    expect(items).toMatchObject([{ owed: TOTAL, amount: TOTAL, why: 'card_dispute', milestone: 'Reel 1' }]);
    expect(totals).toEqual([{ currency: 'EUR', amount: TOTAL, payable: true, payment: null, until: null }]);
    expect((await brandDebts(world.as(deal.creator))).items, 'another org reads none').toEqual([]);
    const owes = async (side: 'brand' | 'creator') => (await dealFor(world.as(deal[side]), deal)).milestones[0]?.owes;
    expect([await owes('brand'), await owes('creator')]).toEqual([{ amount: TOTAL, currency: 'EUR' }, null]);
    return { deal, dispute, debtId: items[0]!.id };
  }
  const linesOf = ({ brand }: TestDeal, documentId: string) =>
    pdfLines(async () => (await documentPdf(world.as(brand), { documentId, locale: 'en' })).bytes);
  const receivable = ({ brand }: TestDeal) => account('BRAND_RECEIVABLE', brand.orgId);

  test('row 16: is paid on a payment page, once; what its bank gives back later is refunded to it', async () => {
    const { deal, dispute } = await owed();
    const brand = world.as(deal.brand);
    await expect(payDebts(brand, { currency: 'EUR', amount: 1 })).rejects.toMatchObject({ code: 'state.changed' });
    await expect(payDebts(brand, { currency: 'USD', amount: 1 })).rejects.toMatchObject({
      code: 'payment.nothing_owed',
    });
    const written = (sum: number) =>
      world.owner
        .updateTable('brand_debts')
        .set({ written_off: sum })
        .where('brand_org', '=', deal.brand.orgId)
        .execute();
    await written(TOTAL - 49);
    expect((await brandDebts(brand)).totals, 'less than the provider charges').toMatchObject([
      { amount: 49, payable: false },
    ]);
    await expect(payDebts(brand, { currency: 'EUR', amount: 49 })).rejects.toMatchObject({
      code: 'payment.debt_too_small',
    });
    await written(0);
    const all = { currency: 'EUR', amount: TOTAL } as const;
    const pages = await Promise.all(Array.from({ length: 6 }, () => payDebts(brand, all)));
    const colleague = world.as(await member(world, deal.brand, 'finance', 'Théo'));
    const { paymentId, url } = await payDebts(colleague, all);
    expect(new Set([url, ...pages.map((page) => page.url)]).size, 'one page').toBe(1);
    const { session_id } = await world.owner
      .selectFrom('debt_payments')
      .select('session_id')
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow();
    await world.command(`pay/${session_id}`, { card: '4242424242424242' });
    await applyEvents();
    await sweepWebhooks(world.system());
    expect(await receivable(deal)).toBe(0);
    expect((await brandDebts(brand)).items).toEqual([]);
    expect((await dealFor(brand, deal)).milestones[0]?.owes, 'nor on the page of the deal').toBeNull();
    expect(await cases('card_dispute', deal, 'closed')).toMatchObject([{ outcome: 'debt_paid' }]);
    expect(await noticesOf(deal)).toEqual(expect.arrayContaining(['debt_opened brand', 'debt_paid brand']));
    const receipts = (await documentsOfDeal(brand, deal)).filter(({ kind }) => kind === 'receipt');
    expect(
      receipts.map(({ amount }) => amount),
      'of the deal, and of its debt',
    ).toEqual([TOTAL, TOTAL]);
    const { bytes } = await documentPdf(brand, { documentId: receipts[0]!.id, locale: 'en' });
    const known = await verifiedDocument(world.system(), await sha256Hex(new Uint8Array(bytes)));
    expect(known, 'recognized by anyone who has the file').toMatchObject({ number: receipts[0]!.number });
    await booksAgree('ledger.suspense-is-empty');

    await decide(dispute, 'won');
    await applyEvents();
    expect(await refundNetted(world.system(), deal)).toMatch(/refunded|released/);
    const [refunded] = await world.owner
      .selectFrom('refunds')
      .select(['amount', 'state', 'reason'])
      .where('milestone_id', '=', deal.milestoneId)
      .execute();
    expect(refunded).toEqual({ amount: TOTAL, state: 'done', reason: 'debt_repaid' });
    expect([await receivable(deal), (await rowOf(deal)).state]).toEqual([0, 'released']);
    const notices = await noticesOf(deal);
    expect(notices, 'the brand reads why it gets the money').toContain('debt_repaid brand');
    expect(notices).not.toContain('refund_made_good brand');
    const notes = (await documentsOfDeal(brand, deal)).filter(({ kind }) => kind === 'credit_note');
    expect(notes).toMatchObject([{ amount: TOTAL, milestoneId: deal.milestoneId }]);
    const credit = await linesOf(deal, notes[0]!.id);
    expect(credit, 'of the debt, not of the deal').toContain(`Corrects: ${receipts[0]!.number}`);
    await booksAgree('ledger.suspense-is-empty');

    await decide(dispute, 'lost');
    await applyEvents();
    expect(await receivable(deal), 'lost once more: owed once more').toBe(TOTAL);
    expect((await brandDebts(brand)).items).toMatchObject([{ owed: TOTAL, amount: TOTAL }]);
    expect(await cases('card_dispute', deal)).toHaveLength(1);
    await booksAgree('ledger.suspense-is-empty');
  });

  for (const order of ['the refund fails first', 'the loss comes first'] as const)
    test(`row 16: a sum the bank has taken is owed once: it takes again what the platform was to refund, and ${order}`, async () => {
      const deal = await fundedDeal();
      const brand = world.as(deal.brand);
      const dispute = await openDispute(deal, { reason: 'product_not_received' });
      await applyEvents();
      await decide(dispute, 'lost');
      await applyEvents();
      expect(await refundNetted(world.system(), deal), 'by its bank').toBe('refunded');
      await decide(dispute, 'won');
      await applyEvents();
      const { payment_id: paymentId, op_id: opId } = await world.owner
        .selectFrom('refunds')
        .select(['payment_id', 'op_id'])
        .where('milestone_id', '=', deal.milestoneId)
        .executeTakeFirstOrThrow();
      expect(await account('REFUND_IN_FLIGHT', opId)).toBe(TOTAL);

      if (order === 'the refund fails first') {
        // The provider has the dispute before we do.
        await world.command('webhooks', { mode: 'drop' });
        await decide(dispute, 'lost');
        expect(await refundNetted(world.system(), deal)).toMatch(/failed/);
        expect(await account('REFUND_PAYABLE', paymentId)).toBe(TOTAL);
        await world.command('webhooks', { mode: 'normal' });
        await world.command('webhooks/flush', {});
        await applyEvents();
        expect(await noticesOf(deal), 'it never owed it').not.toContain('debt_opened brand');
      } else {
        await decide(dispute, 'lost');
        await applyEvents();
        expect(await receivable(deal)).toBe(TOTAL);
        await booksAgree('ledger.suspense-is-empty');
        expect(await refundNetted(world.system(), deal)).toBe('refunded: a bank has returned it');
      }
      const owedNow = async () => [
        await receivable(deal),
        await account('REFUND_PAYABLE', paymentId),
        await account('REFUND_IN_FLIGHT', opId),
        await account('CARD_DISPUTE_HOLD', dispute),
      ];
      expect(await owedNow(), 'by either').toEqual([0, 0, 0, 0]);
      expect((await brandDebts(brand)).items).toEqual([]);
      expect((await dealFor(brand, deal)).milestones[0]).toMatchObject({ owes: null, refundOwed: 0 });
      expect(await noticesOf(deal)).toContain('refund_set_off brand');
      expect(await cases('card_dispute', deal), 'nothing is left to do').toEqual([]);
      await expect(decideRefund(world.as(staff), { opId, decision: 'send_again' })).rejects.toMatchObject({
        code: 'state.wrong',
      });
      for (const time of ['again', 'once more'])
        expect(await refundNetted(world.system(), deal), time).toMatch(/refunded/);
      await booksAgree('ledger.suspense-is-empty');

      await decide(dispute, 'won');
      await applyEvents();
      expect(await refundNetted(world.system(), deal)).toBe('refunded');
      const refunds = await world.owner
        .selectFrom('refunds')
        .select(['amount', 'state', 'reason'])
        .where('milestone_id', '=', deal.milestoneId)
        .orderBy('created_at')
        .execute();
      expect(refunds, 'given back for good, the platform refunds it').toEqual([
        { amount: TOTAL, state: 'by_bank', reason: 'charged_back' },
        { amount: TOTAL, state: 'done', reason: 'debt_repaid' },
      ]);
      expect(await owedNow()).toEqual([0, 0, 0, 0]);
      const documents = (await documentsOfDeal(brand, deal)).map(({ kind, amount }) => `${kind} ${amount}`);
      expect(documents.filter((one) => !one.startsWith('fee')).toSorted(), 'the charge went back once').toEqual([
        `credit_note ${TOTAL}`,
        `receipt ${TOTAL}`,
      ]);
      await booksAgree('ledger.suspense-is-empty');
    });

  test('row 16: a refund that failed before its bank took the whole payment ends with it, and its milestone too', async () => {
    const deal = await fundedDeal();
    await cancel(world.as(deal.creator), { ...(await seen(deal)), reason: '' });
    await world.command('webhooks', { mode: 'drop' });
    const dispute = await openDispute(deal);
    expect(await refundNetted(world.system(), deal)).toMatch(/failed/);
    await world.command('webhooks', { mode: 'normal' });
    await world.command('webhooks/flush', {});
    await applyEvents();
    await decide(dispute, 'lost');
    await applyEvents();
    expect(await rowOf(deal)).toMatchObject({ state: 'refunded', holds: [] });
    expect(await receivable(deal)).toBe(0);
    expect(await cases('card_dispute', deal)).toEqual([]);
    expect(await noticesOf(deal)).toEqual(
      expect.arrayContaining(['refund_set_off brand', 'milestone_refunded creator']),
    );
    expect((await dealFor(world.as(deal.brand), deal)).state).toBe('cancelled');
    await booksAgree('ledger.suspense-is-empty');
  });

  test('row 16: a debt beside a larger refund that did not go through is not requested until staff have decided about that', async () => {
    const deal = await fundedDeal();
    const brand = world.as(deal.brand);
    await cancel(world.as(deal.creator), { ...(await seen(deal)), reason: '' });
    await world.command('webhooks', { mode: 'drop' });
    const dispute = await openDispute(deal, { amount: 10_000 });
    expect(await refundNetted(world.system(), deal)).toMatch(/failed/);
    await world.command('webhooks', { mode: 'normal' });
    await world.command('webhooks/flush', {});
    await applyEvents();
    await decide(dispute, 'lost');
    await applyEvents();
    expect(await receivable(deal)).toBe(10_000);
    expect(await brandDebts(brand)).toMatchObject({ items: [{ owed: 10_000, waits: true }], totals: [] });
    const notices = await noticesOf(deal);
    expect(notices).toContain('debt_waits brand');
    expect(notices).not.toContain('debt_opened brand');
    const all = { currency: 'EUR', amount: 10_000 } as const;
    await expect(payDebts(brand, all)).rejects.toMatchObject({ code: 'payment.nothing_owed' });
    await booksAgree('ledger.suspense-is-empty', 'platform.claims-are-settled');

    const { op_id: opId } = await world.owner
      .selectFrom('refunds')
      .select('op_id')
      .where('milestone_id', '=', deal.milestoneId)
      .executeTakeFirstOrThrow();
    const second = await createStaff(world, 'super');
    await prove(world, second);
    const { id: proposalId } = await proposeBankRefund(world.as(staff), { opId, reference: 'SEPA 8' });
    await confirmBankRefund(world.as(second), { proposalId });
    await refundNetted(world.system(), deal);
    expect(await brandDebts(brand)).toMatchObject({
      items: [{ owed: 10_000, waits: false }],
      totals: [{ amount: 10_000, payable: true }],
    });
    expect(await payDebts(brand, all)).toHaveProperty('url');
  });

  /** It pays its debt just when its bank gives the money back: nothing of it is owed any more. */
  async function overpaid(): Promise<{ deal: TestDeal; caseId: string }> {
    const { deal, dispute } = await owed();
    const brand = world.as(deal.brand);
    const { paymentId } = await payDebts(brand, { currency: 'EUR', amount: TOTAL });
    await decide(dispute, 'won');
    await applyEvents();
    const { session_id } = await world.owner
      .selectFrom('debt_payments')
      .select('session_id')
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow();
    await world.command(`pay/${session_id}`, { card: '4242424242424242' });
    await applyEvents();
    expect(await noticesOf(deal)).toContain('debt_overpaid brand');
    expect(await noticesOf(deal), 'nothing was owed').not.toContain('debt_paid brand');
    const [found] = (
      await listCases(world.as(staff), { state: 'open', kind: 'unknown_money_event', limit: 100 })
    ).items.filter(({ orgId }) => orgId === deal.brand.orgId);
    expect(found).toMatchObject({ amount: TOTAL, currency: 'EUR' });
    const mails = await world.owner
      .selectFrom('mails')
      .select('to_address')
      .where('template', '=', 'payment_parked')
      .where('op_id', 'like', `%${paymentId}%${staff.userId}%`)
      .execute();
    expect(mails, 'finance has something to do').toHaveLength(1);
    await booksAgree('ledger.suspense-is-empty');
    return { deal, caseId: found!.id };
  }

  test('row 16: paid when less of it is owed and kept by two staff members: the brand is notified, once', async () => {
    const { deal, caseId } = await overpaid();
    const second = await createStaff(world, 'super');
    await prove(world, second);
    const { id: proposalId } = await proposeParked(world.as(staff), {
      caseId,
      decision: 'platform',
      note: 'It pays another claim, by agreement.',
    });
    await confirmParked(world.as(second), { proposalId });
    for (const time of ['booked', 'again']) {
      await sweepWebhooks(world.system());
      const notices = (await noticesOf(deal)).filter((kind) => kind.startsWith('debt_overpaid'));
      expect(notices.toSorted(), time).toEqual(['debt_overpaid brand', 'debt_overpaid_kept brand']);
    }
    await booksAgree('ledger.suspense-is-empty');
  });

  test('row 16: paid when less of it is owed, what is too much goes back by bank: the brand is notified of both, and its receipt is corrected', async () => {
    const { deal, caseId } = await overpaid();
    const brand = world.as(deal.brand);
    const second = await createStaff(world, 'super');
    await prove(world, second);
    const { id: proposalId } = await proposeParked(world.as(staff), {
      caseId,
      decision: 'paid_by_bank',
      reference: 'SEPA 77 of today',
      note: 'The bank had given it back before.',
    });
    await confirmParked(world.as(second), { proposalId });
    for (const time of ['booked', 'again']) {
      await sweepWebhooks(world.system());
      expect(
        (await noticesOf(deal)).filter((kind) => kind === 'debt_overpaid_sent brand'),
        time,
      ).toHaveLength(1);
    }
    const { items } = await listDocuments(brand, { limit: 10 });
    const [note, receipt] = ['credit_note', 'receipt'].map((kind) => items.find((one) => one.kind === kind)!);
    expect(note).toMatchObject({ amount: TOTAL, contractId: null });
    const credit = await linesOf(deal, note!.id);
    expect(credit).toContain(`Corrects: ${receipt!.number}`);
    await booksAgree('ledger.suspense-is-empty');
  });

  test('row 16: is written off by two who belong to no side; what its bank gives back later is no loss any more', async () => {
    const { deal, dispute, debtId } = await owed();
    const [second, third] = [await createStaff(world, 'super'), await createStaff(world, 'finance')];
    for (const judge of [second, third]) await prove(world, judge);
    await world.owner
      .insertInto('org_members')
      .values({ org_id: deal.creator.orgId, user_id: third.userId, role: 'viewer' })
      .execute();
    const loss = await account('CHARGEBACK_LOSS');
    const proposal = { debtId, note: 'The company was dissolved.' };
    await expect(proposeWriteOff(world.as(await createStaff(world, 'support')), proposal)).rejects.toMatchObject({
      code: 'auth.not_allowed',
    });
    await expect(proposeWriteOff(world.as(third), proposal)).rejects.toMatchObject({ code: 'payment.related' });
    const { id: proposalId } = await proposeWriteOff(world.as(staff), proposal);
    expect((await listDebts(world.as(staff))).items.find(({ id }) => id === debtId)).toMatchObject({ proposed: true });
    await expect(confirmWriteOff(world.as(staff), { proposalId })).rejects.toMatchObject({
      code: 'approval.same_person',
    });
    await expect(confirmWriteOff(world.as(third), { proposalId })).rejects.toMatchObject({ code: 'payment.related' });
    await confirmWriteOff(world.as(second), { proposalId });
    for (const time of ['booked', 'again']) {
      await sweepWebhooks(world.system());
      expect([await receivable(deal), (await account('CHARGEBACK_LOSS')) - loss], time).toEqual([0, TOTAL]);
    }
    await expect(proposeWriteOff(world.as(staff), proposal)).rejects.toMatchObject({ code: 'state.already_decided' });
    expect(await cases('card_dispute', deal, 'closed')).toMatchObject([{ outcome: 'written_off' }]);
    expect(await noticesOf(deal)).toContain('debt_written_off brand');
    await booksAgree('ledger.suspense-is-empty');

    await decide(dispute, 'won');
    await applyEvents();
    expect([await receivable(deal), (await account('CHARGEBACK_LOSS')) - loss]).toEqual([0, 0]);
    expect(await account('CARD_DISPUTE_HOLD', dispute)).toBe(0);
    await booksAgree('ledger.suspense-is-empty');

    // Lost once more, written off once more, won once more: each time is booked.
    await decide(dispute, 'lost');
    await applyEvents();
    expect(await receivable(deal)).toBe(TOTAL);
    const again = await proposeWriteOff(world.as(staff), proposal);
    await confirmWriteOff(world.as(second), { proposalId: again.id });
    await sweepWebhooks(world.system());
    expect([await receivable(deal), (await account('CHARGEBACK_LOSS')) - loss]).toEqual([0, TOTAL]);
    await decide(dispute, 'won');
    await applyEvents();
    expect([await receivable(deal), (await account('CHARGEBACK_LOSS')) - loss]).toEqual([0, 0]);
    await booksAgree('ledger.suspense-is-empty');
  });
});

test('row 17: a transfer taken back after its payout lowers the balance: list, sums and the next payout agree to the cent', async () => {
  const deal = await openDeal(world, { amounts: [40_000, 20_000, 30_000, 10_000] });
  for (const milestoneId of deal.milestoneIds) {
    await payAtProvider(world, deal, { milestoneId });
    await confirmFunding(world.system(), { milestoneId });
  }
  const releaseNow = async (milestoneId: string) => {
    await deliver(world, deal, { milestoneId });
    await approve(world.as(deal.brand), { milestoneId, version: (await milestone(world, milestoneId)).version });
    expect(await release(world.system(), { milestoneId })).toBe('released');
  };
  const places = async () => {
    const { perCurrency, earnings } = await payoutOverview(world.as(deal.creator));
    const list = (bucket: string) => earnings.filter((e) => e.bucket === bucket).reduce((sum, e) => sum + e.amount, 0);
    const { available, onHold, inTransit, paid } = perCurrency[0]!;
    expect([list('available'), list('on_hold'), list('on_the_way'), list('paid')], 'the list').toEqual([
      available,
      onHold,
      inTransit,
      paid,
    ]);
    return { available, onHold, inTransit, paid };
  };
  const paidOut = async () => {
    await world.command('clock', { advance_seconds: 8 * 86_400 });
    const { id: payoutId, amount } = await payOut(world.as(deal.creator), { currency: 'EUR' });
    await advancePayout(world.system(), { payoutId });
    await world.command('clock', { advance_seconds: 3 * 86_400 });
    expect((await advancePayout(world.system(), { payoutId })).state).toBe('paid');
    return amount;
  };
  const [first, second, third, fourth] = deal.milestoneIds as [string, string, string, string];
  await releaseNow(first);
  expect(await paidOut()).toBe(HELD);
  expect(await places()).toEqual({ available: 0, onHold: 0, inTransit: 0, paid: HELD });
  const { provider_id } = await world.owner
    .selectFrom('transfers')
    .select('provider_id')
    .where('milestone_id', '=', first)
    .executeTakeFirstOrThrow();
  await releaseNow(second);
  await world.command(`reversals/${provider_id}`, { amount: 15_000 });
  await applyEvents();
  expect(await places()).toEqual({ available: 5_000, onHold: 15_000, inTransit: 0, paid: HELD });
  expect(await paidOut(), 'smaller by what was taken').toBe(5_000);
  expect(await places()).toEqual({ available: 0, onHold: 15_000, inTransit: 0, paid: HELD + 5_000 });

  // Of one transfer a part is taken back before its payout and another after it: each counts by its own time.
  const providerId = async (milestoneId: string) =>
    (
      await world.owner
        .selectFrom('transfers')
        .select('provider_id')
        .where('milestone_id', '=', milestoneId)
        .executeTakeFirstOrThrow()
    ).provider_id;
  await releaseNow(third);
  await world.command(`reversals/${await providerId(third)}`, { amount: 3_000 });
  await applyEvents();
  expect(await places()).toEqual({ available: 27_000, onHold: 18_000, inTransit: 0, paid: HELD + 5_000 });
  expect(await paidOut()).toBe(27_000);
  await releaseNow(fourth);
  await world.command(`reversals/${await providerId(third)}`, { amount: 2_000 });
  await applyEvents();
  expect(await places()).toEqual({ available: 8_000, onHold: 20_000, inTransit: 0, paid: HELD + 32_000 });
  expect(await paidOut(), 'smaller by the second part alone').toBe(8_000);
  expect(await places()).toEqual({ available: 0, onHold: 20_000, inTransit: 0, paid: HELD + 40_000 });
});
