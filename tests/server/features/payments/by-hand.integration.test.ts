import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTx, type StaffActor } from '../../../../server/context.ts';
import type { BalanceTransaction } from '../../../../server/integrations/stripe/provider.ts';
import { close as closeCase, list as listCases, openCase } from '../../../../server/features/cases/service.ts';
import type { CaseDto, CaseKind } from '../../../../server/features/cases/schema.ts';
import { release } from '../../../../server/features/escrow/release/release.ts';
import { escrowSnapshot } from '../../../../server/features/escrow/timers/snapshot.ts';
import { approve } from '../../../../server/features/escrow/review/service.ts';
import type { AccountCode } from '../../../../server/features/ledger/rules.ts';
import { checkMoney } from '../../../../server/features/money-check/checker.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import { confirmParked, proposeParked } from '../../../../server/features/payments/suspense/parked-money.ts';
import { confirmSuspense, proposeSuspense } from '../../../../server/features/payments/suspense/suspense-decisions.ts';
import { refundNetted } from '../../../../server/features/payments/card-disputes/netting.ts';
import { caseAboutPayment } from '../../../../server/features/payments/webhooks/payment-cases.ts';
import { sweepWebhooks } from '../../../../server/features/payments/webhooks/sweep.ts';
import { advancePayout } from '../../../../server/features/payouts/delivery.ts';
import { payOut, payoutOverview } from '../../../../server/features/payouts/service.ts';
import { waitingForLock } from '../../../support/locks.ts';
import { createStaff, prove } from '../../../support/people.ts';
import {
  applyProviderEvents,
  eventsArrived,
  openWebhookInbox,
  type WebhookInbox,
} from '../../../support/webhook-inbox.ts';
import { dealActs } from '../escrow/deal-acts.ts';
import {
  createMoneyWorld,
  deliver,
  openDeal,
  payAtProvider,
  type MoneyWorld,
  type TestDeal,
} from '../escrow/deal-kit.ts';

/*
 * Money that a person moves at the provider's dashboard while a call of ours about it is under way, or once more after staff
 * have decided about it.
 */

const TOTAL = 42_400;
let inbox: WebhookInbox;
let world: MoneyWorld;
let first: StaffActor;
let second: StaffActor;

beforeAll(async () => {
  inbox = await openWebhookInbox();
  world = await createMoneyWorld('by_hand', { webhookTarget: inbox.url });
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

const { seen } = dealActs(() => world);

const arrived = () => eventsArrived(world);
/** Every event has arrived and been seen to, as the worker's sweep does. */
const applyEvents = (): Promise<void> => applyProviderEvents(world);
const cases = async (kind: CaseKind, deal: TestDeal): Promise<CaseDto[]> =>
  (await listCases(world.as(first), { state: 'open', kind, limit: 100 })).items.filter(
    (c) => c.milestoneId === deal.milestoneId,
  );
const rowOf = (deal: TestDeal) =>
  world.owner
    .selectFrom('milestones')
    .select(['state', 'holds'])
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

/** The provider's balance and our mirror of it are equal to the minor unit, and no invariant but the named ones is broken. */
async function booksAgree(...expected: string[]): Promise<void> {
  for (const { currency, available, pending } of await world.integrations.payments.balance())
    if (currency === 'EUR') expect(await account('PSP_BAL')).toBe(available + pending);
  await world.owner
    .updateTable('workflow_outbox')
    .set({ dispatched_at: new Date() })
    .where('dispatched_at', 'is', null)
    .execute();
  const breaches = await checkMoney(world.worker, { booksUrl: `${world.sandbox.url}/_sandbox/books` });
  expect([...new Set(breaches.map((b) => b.invariant))].filter((name) => !expected.includes(name))).toEqual([]);
}

/** One proposes, the other confirms, the worker books. */
async function settle(caseId: string, decision: 'platform' | 'paid_by_bank'): Promise<void> {
  const { id: proposalId } = await proposeParked(world.as(first), {
    caseId,
    note: 'we looked',
    ...(decision === 'paid_by_bank' ? { decision, reference: 'SEPA 7' } : { decision }),
  });
  await confirmParked(world.as(second), { proposalId });
  await sweepWebhooks(world.system());
}

async function fundedDeal(): Promise<TestDeal> {
  const deal = await openDeal(world);
  await payAtProvider(world, deal);
  expect(await confirmFunding(world.system(), deal)).toBe('funded');
  return deal;
}
const chargeOf = async (sessionId: string): Promise<string> => {
  const { paymentIntentId } = await world.integrations.payments.retrieveCheckout(sessionId);
  return (await world.integrations.payments.retrievePayment(paymentIntentId!)).chargeId!;
};
const bookedCharge = async (deal: TestDeal): Promise<string> => {
  const { charge_id: charge } = await world.owner
    .selectFrom('payments')
    .select('charge_id')
    .where('milestone_id', '=', deal.milestoneId)
    .executeTakeFirstOrThrow();
  return charge!;
};
const refundOf = async (deal: TestDeal, amount: number): Promise<string> =>
  (await world.command<{ id: string }>('refunds', { charge: await bookedCharge(deal), amount })).id;

/** Its payment is not booked for a day. */
async function afterADay(objectId: string): Promise<void> {
  await world.owner
    .updateTable('psp_events')
    .set({ received_at: new Date(Date.now() - 25 * 3_600_000) })
    .where('object_id', '=', objectId)
    .execute();
  await sweepWebhooks(world.system());
}
/** Parked as one sum of no owner, as the money of a charge that is not ours. */
const parkAsWhole = async (kind: 'provider_refund' | 'unknown_money_event', key: string, lineIds: string[]) => {
  const lines: BalanceTransaction[] = [];
  for (const id of lineIds) lines.push(await world.integrations.payments.retrieveBalanceTransaction(id));
  await withTx(world.system(), (tx) =>
    caseAboutPayment(tx, null, { kind, key, hold: null, amount: null, lines, details: { dispute: key } }),
  );
};

describe('a refund made by hand', () => {
  test('of a payment that is not booked yet holds its milestone once it is', async () => {
    const deal = await openDeal(world);
    const { sessionId } = await payAtProvider(world, deal);
    const before = await account('SUSPENSE');
    await world.command('refunds', { charge: await chargeOf(sessionId), amount: 12_000 });
    await applyEvents();
    expect(await account('SUSPENSE'), 'whose money it is shows once the payment is booked').toBe(before);
    expect(await confirmFunding(world.system(), deal)).toBe('funded');
    await sweepWebhooks(world.system());
    expect(await rowOf(deal)).toMatchObject({ state: 'funded', holds: ['provider_refund'] });
    const [found] = await cases('provider_refund', deal);
    expect(found).toMatchObject({ amount: 12_000, orgId: deal.brand.orgId });
    expect(await account('SUSPENSE')).toBe(before - 12_000);
    await booksAgree('ledger.suspense-is-empty');
    await settle(found!.id, 'platform');
    await booksAgree();
  });

  test('that comes back after its decision is a case once more, so that its money has an owner again', async () => {
    const deal = await fundedDeal();
    const refund = await refundOf(deal, 12_000);
    await applyEvents();
    const [found] = await cases('provider_refund', deal);
    await settle(found!.id, 'platform');
    const before = [await account('SUSPENSE'), await account('BANK')];
    await world.command(`refunds/${refund}`, { outcome: 'failed' });
    await applyEvents();
    const [again, ...others] = await cases('provider_refund', deal);
    expect(others).toEqual([]);
    expect(again!.id).not.toBe(found!.id);
    expect(await account('SUSPENSE')).toBe(before[0]! + 12_000);
    await settle(again!.id, 'paid_by_bank');
    expect([await account('SUSPENSE'), await account('BANK')]).toEqual([before[0], before[1]! - 12_000]);
    expect(await cases('provider_refund', deal)).toEqual([]);
    await booksAgree();
  });

  test('of a payment that is not booked for a day waits for it: staff see it, and each of its milestones is held once it is', async () => {
    const deal = await openDeal(world, { amounts: [40_000, 20_000], dueIn: 12 * 24 * 3_600_000 });
    const { sessionId } = await payAtProvider(world, deal, { also: [deal.milestoneIds[1]!] });
    const before = await account('SUSPENSE');
    const { id: refund } = await world.command<{ id: string }>('refunds', {
      charge: await chargeOf(sessionId),
      amount: 12_000,
    });
    await applyEvents();
    expect(await cases('payment_unbooked', deal), 'a day is given').toEqual([]);
    await afterADay(refund);
    expect(await account('SUSPENSE')).toBe(before);
    expect(await cases('payment_unbooked', deal)).toMatchObject([
      { amount: 12_000, orgId: deal.brand.orgId, details: { refund } },
    ]);
    expect(await confirmFunding(world.system(), deal)).toBe('funded');
    await sweepWebhooks(world.system());
    expect(await cases('payment_unbooked', deal)).toEqual([]);
    expect(await account('SUSPENSE')).toBe(before - 12_000);
    const held = await world.owner
      .selectFrom('milestones')
      .select('holds')
      .where('id', 'in', deal.milestoneIds)
      .execute();
    expect(held).toEqual([{ holds: ['provider_refund'] }, { holds: ['provider_refund'] }]);
    await world.command(`refunds/${refund}`, { outcome: 'failed' });
    await applyEvents();
    expect(await account('SUSPENSE')).toBe(before);
    await booksAgree();
  });

  test('that was parked as one sum stays one sum when it comes back', async () => {
    const deal = await openDeal(world, { amounts: [40_000, 20_000], dueIn: 12 * 24 * 3_600_000 });
    const { sessionId } = await payAtProvider(world, deal, { also: [deal.milestoneIds[1]!] });
    const before = await account('SUSPENSE');
    const { id: refund } = await world.command<{ id: string }>('refunds', {
      charge: await chargeOf(sessionId),
      amount: 12_000,
    });
    const { balanceTransactionId } = await world.integrations.payments.retrieveRefund(refund);
    await parkAsWhole('provider_refund', refund, [balanceTransactionId!]);
    await applyEvents();
    expect(await account('SUSPENSE')).toBe(before - 12_000);
    expect(await confirmFunding(world.system(), deal)).toBe('funded');
    await world.command(`refunds/${refund}`, { outcome: 'failed' });
    await applyEvents();
    expect(await account('SUSPENSE')).toBe(before);
    await booksAgree();
  });
});

describe('what is reported once more after its case was closed holds its milestone no more, since nothing would lift that', () => {
  const reportedAgain = async (object: string): Promise<void> => {
    const { numUpdatedRows } = await world.owner
      .updateTable('psp_events')
      .set({ state: 'pending' })
      .where('object_id', '=', object)
      .executeTakeFirstOrThrow();
    expect(numUpdatedRows).toBeGreaterThan(0n);
    await sweepWebhooks(world.system());
  };

  test('a refund made by hand, which its bank paid after the decision', async () => {
    const deal = await fundedDeal();
    const refund = await refundOf(deal, 12_000);
    await applyEvents();
    expect(await rowOf(deal)).toMatchObject({ holds: ['provider_refund'] });
    await reportedAgain(refund);
    const [found, ...others] = await cases('provider_refund', deal);
    expect(others).toEqual([]);
    await settle(found!.id, 'platform');
    await release(world.system(), deal);
    expect(await rowOf(deal)).toEqual({ state: 'funded', holds: [] });
    await reportedAgain(refund);
    expect(await rowOf(deal)).toEqual({ state: 'funded', holds: [] });
    expect(await cases('provider_refund', deal)).toEqual([]);
    await booksAgree();
  });

  test('a warning of fraud', async () => {
    const deal = await fundedDeal();
    await world.command(`warnings/${await bookedCharge(deal)}`, {});
    await applyEvents();
    const [found] = await cases('fraud_warning', deal);
    await closeCase(world.as(second), { caseId: found!.id, note: 'a known customer' });
    await release(world.system(), deal);
    expect(await rowOf(deal)).toEqual({ state: 'funded', holds: [] });
    await reportedAgain(String(found!.details['warning']));
    expect(await rowOf(deal)).toEqual({ state: 'funded', holds: [] });
  });
});

describe('a card dispute', () => {
  test('of a payment that is not booked for a day waits for it: staff see when its answer is due; once it is booked the milestone is held and the answer is sent in time', async () => {
    const deal = await openDeal(world);
    const { sessionId } = await payAtProvider(world, deal);
    const before = await account('SUSPENSE');
    const { id: dispute } = await world.command<{ id: string }>('disputes', { charge: await chargeOf(sessionId) });
    await applyEvents();
    await afterADay(dispute);
    const { evidenceDueBy } = await world.integrations.payments.retrieveDispute(dispute);
    expect(await cases('payment_unbooked', deal)).toMatchObject([
      { amount: TOTAL, orgId: deal.brand.orgId, dueAt: evidenceDueBy, details: { dispute, status: 'needs_response' } },
    ]);
    expect(await account('SUSPENSE'), 'it has an owner').toBe(before);
    expect(await confirmFunding(world.system(), deal)).toBe('funded');
    await sweepWebhooks(world.system());
    expect(await rowOf(deal)).toMatchObject({ state: 'funded', holds: ['card_dispute'] });
    expect(await account('CARD_DISPUTE_HOLD', dispute)).toBe(TOTAL);
    expect(await account('ESCROW_DISPUTED', deal.milestoneId)).toBe(40_000);
    const pack = await world.owner
      .selectFrom('evidence_packs')
      .select(['state', 'submit_at'])
      .where('dispute_id', '=', dispute)
      .executeTakeFirstOrThrow();
    expect(pack).toEqual({ state: 'waiting', submit_at: new Date(evidenceDueBy!.getTime() - 6 * 3_600_000) });
    expect(await cases('payment_unbooked', deal)).toEqual([]);
    expect(await cases('card_dispute', deal)).toHaveLength(1);
    await booksAgree();
  });

  test('that was parked as one sum stays one sum; given back after a decision, it is a case once more', async () => {
    const unknown = async (dispute: string) =>
      (await listCases(world.as(first), { state: 'open', kind: 'unknown_money_event', limit: 100 })).items.filter(
        (one) => one.details['dispute'] === dispute,
      );
    const deal = await openDeal(world);
    const { sessionId } = await payAtProvider(world, deal);
    const before = await account('SUSPENSE');
    const { id: dispute } = await world.command<{ id: string }>('disputes', { charge: await chargeOf(sessionId) });
    const { balanceTransactions } = await world.integrations.payments.retrieveDispute(dispute);
    await parkAsWhole(
      'unknown_money_event',
      dispute,
      balanceTransactions.map(({ id }) => id),
    );
    await applyEvents();
    expect(await account('SUSPENSE')).toBe(before - TOTAL);
    expect(await confirmFunding(world.system(), deal)).toBe('funded');
    await sweepWebhooks(world.system());
    const [parked] = await unknown(dispute);
    await settle(parked!.id, 'platform');
    await world.command(`disputes/${dispute}`, { outcome: 'won' });
    await applyEvents();
    expect(await account('SUSPENSE')).toBe(before + TOTAL);
    expect(await account('CARD_DISPUTE_HOLD', dispute), 'booked once').toBe(0);
    const [again, ...others] = await unknown(dispute);
    expect(others).toEqual([]);
    expect(again!.id).not.toBe(parked!.id);
    await settle(again!.id, 'platform');
    expect(await account('SUSPENSE')).toBe(before);
    await booksAgree();
  });
});

test('a case is not closed while money is being parked for it: its money would stay in suspense permanently', async () => {
  const { payments } = world.integrations;
  const deal = await fundedDeal();
  const refund = await payments.retrieveRefund(await refundOf(deal, 12_000));
  const lines = [await payments.retrieveBalanceTransaction(refund.balanceTransactionId!)];
  const about = { kind: 'provider_refund', key: refund.refundId } as const;
  const { id: caseId } = await withTx(world.system(), (tx) => openCase(tx, about));
  let closing: Promise<unknown> | undefined;
  await withTx(world.system(), async (tx) => {
    await caseAboutPayment(tx, null, { ...about, hold: null, amount: null, lines, details: {} });
    closing = closeCase(world.as(second), { caseId, note: 'nothing moved' }).then(
      () => 'closed',
      (error: unknown) => (error as { code: string }).code,
    );
    await waitingForLock(world);
  });
  expect(await closing).toBe('case.money_parked');
  await applyEvents();
  await settle(caseId, 'platform');
  await booksAgree();
});

async function approvedDeal(): Promise<TestDeal> {
  const deal = await fundedDeal();
  await deliver(world, deal);
  await approve(world.as(deal.brand), await seen(deal));
  return deal;
}

describe('a transfer whose charge is refunded by hand after its claim', () => {
  const transferOf = (deal: TestDeal) =>
    world.owner
      .selectFrom('transfers')
      .select(['state', 'source_charge'])
      .where('milestone_id', '=', deal.milestoneId)
      .executeTakeFirstOrThrow();
  const callOf = (deal: TestDeal) =>
    world.owner
      .selectFrom('operations')
      .select(['state', 'attempt'])
      .where('op_id', '=', `xfer:${deal.milestoneId}:creator`)
      .executeTakeFirstOrThrow();
  /** The process ends at the call of the transfer, so that its answer is never stored. */
  async function endedAtCall(deal: TestDeal, call: 'not made' | 'made'): Promise<void> {
    const { payments } = world.integrations;
    const ending: typeof payments.createTransfer = async (input) => {
      if (call === 'made') await payments.createTransfer(input);
      throw new Error('the process has ended');
    };
    const { integrations, ...ctx } = world.system();
    const ended = new Proxy(payments, {
      get: (_, name) => (name === 'createTransfer' ? ending : (Reflect.get(payments, name) as unknown)),
    });
    await expect(release({ ...ctx, integrations: { ...integrations, payments: ended } }, deal)).rejects.toThrow(
      'the process has ended',
    );
  }
  /** Two staff members decide about the refund. */
  async function refundedMeanwhile(deal: TestDeal): Promise<void> {
    await refundOf(deal, 12_000);
    await applyEvents();
    const [found] = await cases('provider_refund', deal);
    await settle(found!.id, 'platform');
  }

  test('is repeated under its key as it was claimed, and is made once', async () => {
    const deal = await approvedDeal();
    await endedAtCall(deal, 'made');
    const charge = await bookedCharge(deal);
    expect(await transferOf(deal)).toMatchObject({ state: 'claimed', source_charge: charge });
    await refundedMeanwhile(deal);
    expect(await release(world.system(), deal)).toBe('released');
    expect(await transferOf(deal)).toMatchObject({ state: 'sent', source_charge: charge });
    await booksAgree();
  });

  test('and was not made is refused, and in the same turn claimed again and made from the balance of the platform', async () => {
    const deal = await approvedDeal();
    await endedAtCall(deal, 'not made');
    await refundedMeanwhile(deal);
    expect(await release(world.system(), deal)).toBe('released');
    expect(await transferOf(deal)).toMatchObject({ state: 'sent', source_charge: null });
    expect(await callOf(deal)).toEqual({ state: 'done', attempt: 2 });
    await booksAgree();
  });

  test('is tried again at once no more than that: refused by the balance as well, it waits', async () => {
    const deal = await approvedDeal();
    await endedAtCall(deal, 'not made');
    await refundedMeanwhile(deal);
    const { payments } = world.integrations;
    const sources: (string | null)[] = [];
    const short = new Proxy(payments, {
      get: (_, name) =>
        name === 'createTransfer'
          ? (input: Parameters<typeof payments.createTransfer>[0]) => {
              sources.push(input.sourceCharge);
              return payments.createTransfer({ ...input, ...(input.sourceCharge ? {} : { amount: 999_999_999 }) });
            }
          : (Reflect.get(payments, name) as unknown),
    });
    const { integrations, ...ctx } = world.system();
    expect(await release({ ...ctx, integrations: { ...integrations, payments: short } }, deal)).toBe(
      'releasing; still to transfer: creator (waiting)',
    );
    expect(sources).toEqual([await bookedCharge(deal), null]);
    const { steps } = await escrowSnapshot(world.system(), { milestoneId: deal.milestoneId });
    expect(steps.filter(({ act }) => act === 'release')).toHaveLength(1);
    await booksAgree();
  });
});

describe('a transfer that is taken back by hand', () => {
  test('before its answer is booked leaves the wallet of its payee once it is', async () => {
    const deal = await approvedDeal();
    const before = await account('SUSPENSE');
    await world.command('faults', {
      match: { path: '/v1/transfers', method: 'POST' },
      kind: 'timeout_after',
      times: 1,
    });
    await release(world.system(), deal).catch(() => null);
    const { op_id: opId } = await world.owner
      .selectFrom('transfers')
      .select('op_id')
      .where('milestone_id', '=', deal.milestoneId)
      .where('state', '<>', 'sent')
      .executeTakeFirstOrThrow();
    const made = await world.integrations.payments.findTransfer(opId, deal.contractId);
    await world.command(`reversals/${made!.transferId}`, { amount: 15_000 });
    await applyEvents();
    expect(await account('SUSPENSE'), 'whose wallet it left shows once the transfer is booked').toBe(before);
    expect(await release(world.system(), deal)).toBe('released');
    await sweepWebhooks(world.system());
    expect(await account('M_CONNECTED', deal.creator.orgId)).toBe(25_000);
    expect(await account('SUSPENSE')).toBe(before + 15_000);
    const [found] = await cases('transfer_reversed', deal);
    expect(found).toMatchObject({ amount: 15_000, orgId: deal.creator.orgId });
    await settle(found!.id, 'paid_by_bank');
    await booksAgree();
  });

  test('ends the payout that it was to be a part of, and its payee can request the rest', async () => {
    const deal = await approvedDeal();
    expect(await release(world.system(), deal)).toBe('released');
    await prove(world, deal.creator);
    const { id: payoutId } = await payOut(world.as(deal.creator), { currency: 'EUR' });
    expect(await advancePayout(world.system(), { payoutId })).toMatchObject({ state: 'claimed', settling: true });
    const { provider_id } = await world.owner
      .selectFrom('transfers')
      .select('provider_id')
      .where('milestone_id', '=', deal.milestoneId)
      .executeTakeFirstOrThrow();
    await world.command(`reversals/${provider_id}`, { amount: 15_000 });
    await applyEvents();
    expect(await advancePayout(world.system(), { payoutId })).toMatchObject({ state: 'failed' });
    const { perCurrency } = await payoutOverview(world.as(deal.creator));
    expect(perCurrency).toMatchObject([{ available: 25_000, inTransit: 0, can: { payOut: true } }]);
    const [found] = await cases('transfer_reversed', deal);
    await settle(found!.id, 'paid_by_bank');
    await booksAgree();
  });
});

describe('a payment that was not what was quoted and is returned', () => {
  /** The provider took less than was quoted. `unbooked`: what happens before that is known. */
  async function suspended(
    unbooked: (charge: string) => Promise<void> = async () => undefined,
  ): Promise<{ deal: TestDeal; paymentId: string }> {
    const deal = await openDeal(world);
    const { paymentId, sessionId } = await payAtProvider(world, deal);
    await unbooked(await chargeOf(sessionId));
    for (const table of ['quotes', 'payments'] as const)
      await world.owner
        .updateTable(table)
        .set({ fee: 3_000, total: TOTAL + 1_000 })
        .where('milestone_id', '=', deal.milestoneId)
        .execute();
    await world.owner
      .updateTable('operations')
      .set({ amount: TOTAL + 1_000 })
      .where('milestone_id', '=', deal.milestoneId)
      .where('kind', '=', 'checkout')
      .execute();
    expect(await confirmFunding(world.system(), deal)).toMatch(/^held: /);
    return { deal, paymentId };
  }
  /** Two staff members decide that it goes back. */
  async function toReturn(): Promise<TestDeal> {
    const { deal, paymentId } = await suspended();
    await decide(paymentId);
    return deal;
  }
  async function decide(paymentId: string, decision: 'return' | 'accept' = 'return'): Promise<void> {
    const { id: proposalId } = await proposeSuspense(world.as(first), { paymentId, decision, note: 'checked' });
    await confirmSuspense(world.as(second), { proposalId });
  }
  const returnsOf = async (deal: TestDeal) => {
    const { id, charge_id } = await world.owner
      .selectFrom('payments')
      .select(['id', 'charge_id'])
      .where('milestone_id', '=', deal.milestoneId)
      .executeTakeFirstOrThrow();
    return { paymentId: id, refund: (await world.integrations.payments.findRefund(`return:${id}:1`, charge_id!))! };
  };

  test('is a case when its bank sends it back later: its brand is paid another way', async () => {
    const before = [await account('SUSPENSE'), await account('BANK')];
    const deal = await toReturn();
    expect(await confirmFunding(world.system(), deal)).toBe('the suspended payment went back');
    await applyEvents();
    expect(await cases('provider_refund', deal), 'as long as it arrives').toEqual([]);
    const { refund } = await returnsOf(deal);
    await world.command(`refunds/${refund.refundId}`, { outcome: 'failed' });
    await applyEvents();
    const [found] = await cases('provider_refund', deal);
    expect(found).toMatchObject({ amount: TOTAL, orgId: deal.brand.orgId });
    await booksAgree('ledger.suspense-is-empty');
    await settle(found!.id, 'paid_by_bank');
    expect([await account('SUSPENSE'), await account('BANK')]).toEqual([before[0], before[1]! - TOTAL]);
    await booksAgree();
  });

  test('is decided about anew when its bank sent it back before that was known, both ways booked', async () => {
    const before = await account('SUSPENSE');
    const deal = await toReturn();
    await world.command('faults', { match: { path: '/v1/refunds', method: 'POST' }, kind: 'timeout_after', times: 1 });
    await confirmFunding(world.system(), deal).catch(() => null);
    const { paymentId, refund } = await returnsOf(deal);
    await world.command(`refunds/${refund.refundId}`, { outcome: 'failed' });
    await applyEvents();
    expect(await confirmFunding(world.system(), deal)).toMatch(/could not be carried out/);
    await applyEvents();
    expect(await cases('provider_refund', deal)).toEqual([]);
    expect(await account('SUSPENSE'), 'it waits as before').toBe(before + TOTAL);
    await booksAgree('ledger.suspense-is-empty', 'platform.claims-are-settled');
    await decide(paymentId);
    expect(await confirmFunding(world.system(), deal)).toBe('the suspended payment went back');
    expect(await account('SUSPENSE')).toBe(before);
    await booksAgree();
  });

  describe('by hand', () => {
    const isReturned = async (deal: TestDeal, before: number): Promise<void> => {
      expect(await account('SUSPENSE')).toBe(before);
      const closed = (await listCases(world.as(first), { state: 'closed', kind: 'suspense', limit: 100 })).items;
      expect(closed.filter((one) => one.milestoneId === deal.milestoneId)).toMatchObject([{ outcome: 'returned' }]);
      expect(await cases('suspense', deal)).toEqual([]);
      expect(await cases('provider_refund', deal)).toEqual([]);
      expect(await rowOf(deal)).toEqual({ state: 'awaiting_funding', holds: [] });
      await booksAgree();
    };

    test('it ends by that, also where that was decided and not done yet, and the brand can pay again', async () => {
      const before = await account('SUSPENSE');
      const deal = await toReturn();
      const refund = await refundOf(deal, TOTAL);
      await applyEvents();
      await isReturned(deal, before);
      expect(await confirmFunding(world.system(), deal)).toBe('no payment under way');
      await world.command(`refunds/${refund}`, { outcome: 'failed' });
      await applyEvents();
      const [found] = await cases('provider_refund', deal);
      expect(found).toMatchObject({ amount: TOTAL, orgId: deal.brand.orgId });
      await settle(found!.id, 'paid_by_bank');
      expect(await account('SUSPENSE')).toBe(before);
      await booksAgree();
    });

    test('in parts it ends by the last one, and cannot count as the payment meanwhile', async () => {
      const before = await account('SUSPENSE');
      const { deal, paymentId } = await suspended();
      await refundOf(deal, 12_000);
      await applyEvents();
      expect(await account('SUSPENSE')).toBe(before + TOTAL - 12_000);
      expect(await cases('provider_refund', deal)).toEqual([]);
      await expect(decide(paymentId, 'accept')).rejects.toMatchObject({ code: 'suspense.partly_refunded' });
      expect(await cases('suspense', deal)).toHaveLength(1);
      await refundOf(deal, TOTAL - 12_000);
      await applyEvents();
      await isReturned(deal, before);
    });

    test('after it was accepted and before that is carried out, it does not count as the payment', async () => {
      const before = await account('SUSPENSE');
      const { deal, paymentId } = await suspended();
      await decide(paymentId, 'accept');
      await refundOf(deal, 12_000);
      await applyEvents();
      expect(await confirmFunding(world.system(), deal)).toMatch(/could not be carried out: refunded_at_provider/);
      await decide(paymentId);
      expect(await confirmFunding(world.system(), deal)).toBe('the suspended payment went back');
      await applyEvents();
      await isReturned(deal, before);
    });

    test('a part of it, a day before it was found not to be as quoted, leaves the rest to be returned', async () => {
      const before = await account('SUSPENSE');
      const { deal, paymentId } = await suspended(async (charge) => {
        const { id: refund } = await world.command<{ id: string }>('refunds', { charge, amount: 12_000 });
        await applyEvents();
        await afterADay(refund);
      });
      await sweepWebhooks(world.system());
      expect(await account('SUSPENSE')).toBe(before + TOTAL - 12_000);
      expect(await cases('payment_unbooked', deal)).toEqual([]);
      await decide(paymentId);
      expect(await confirmFunding(world.system(), deal)).toBe('the suspended payment went back');
      await applyEvents();
      await isReturned(deal, before);
    });

    test('a part of it leaves the rest to be returned by the decision of two staff members', async () => {
      const before = await account('SUSPENSE');
      const { deal, paymentId } = await suspended();
      await refundOf(deal, 12_000);
      await decide(paymentId);
      expect(await confirmFunding(world.system(), deal), 'its event was not read yet').toMatch(
        /could not be carried out/,
      );
      await applyEvents();
      await decide(paymentId);
      expect(await confirmFunding(world.system(), deal)).toBe('the suspended payment went back');
      await applyEvents();
      await isReturned(deal, before);
    });
  });
});

// The last two: each leaves a payment that was given up by hand, without an event.
test('a card dispute of a payment that came too late, which its bank gives back after it was lost, is refunded by the platform', async () => {
  const deal = await openDeal(world);
  const { paymentId, sessionId } = await payAtProvider(world, deal);
  // Given up while its page was paid all the same; the work is ended meanwhile.
  await world.owner.updateTable('payments').set({ state: 'expired' }).where('id', '=', paymentId).execute();
  await world.owner.updateTable('milestones').set({ state: 'void' }).where('id', '=', deal.milestoneId).execute();
  const { id: dispute } = await world.command<{ id: string }>('disputes', { charge: await chargeOf(sessionId) });
  await confirmFunding(world.system(), deal).catch(() => null);
  await applyEvents();
  await world.command(`disputes/${dispute}`, { outcome: 'lost' });
  await applyEvents();
  await refundNetted(world.system(), deal);
  await world.command(`disputes/${dispute}`, { outcome: 'won' });
  await applyEvents();
  expect(await account('CARD_DISPUTE_HOLD', dispute)).toBe(0);
  await refundNetted(world.system(), deal);
  const refunds = await world.owner
    .selectFrom('refunds')
    .select(['reason', 'state', 'amount'])
    .where('milestone_id', '=', deal.milestoneId)
    .where('provider_id', 'is not', null)
    .execute();
  expect(refunds).toEqual([{ reason: 'debt_repaid', state: 'done', amount: TOTAL }]);
  await booksAgree('deal.events-replay');
});

test('a payment that waits until the bank has ended another one is not read again and again meanwhile', async () => {
  const deal = await openDeal(world);
  const { paymentId, sessionId } = await payAtProvider(world, deal);
  const intent = (await world.integrations.payments.retrieveCheckout(sessionId)).paymentIntentId!;
  await arrived();
  // Given up while its page was paid all the same.
  await world.owner.updateTable('payments').set({ state: 'expired' }).where('id', '=', paymentId).execute();
  await world.owner
    .updateTable('milestones')
    .set({ state: 'awaiting_funding' })
    .where('id', '=', deal.milestoneId)
    .execute();
  await world.owner
    .deleteFrom('psp_events')
    .where('milestone_id', '=', deal.milestoneId)
    .where('type', 'like', 'payment_intent.%')
    .execute();
  await payAtProvider(world, deal, { iban: 'AT611904300234573201' });
  expect(await confirmFunding(world.system(), deal)).toBe('the bank is processing the payment');
  const readAt = async () => {
    const { steps } = await escrowSnapshot(world.system(), { milestoneId: deal.milestoneId });
    return Date.parse(steps.find(({ act }) => act === 'confirmFunding')!.at);
  };
  const { deadline_at: end } = await world.owner
    .selectFrom('milestones')
    .select('deadline_at')
    .where('id', '=', deal.milestoneId)
    .executeTakeFirstOrThrow();
  await world.owner
    .insertInto('psp_events')
    .values({
      id: `evt_${paymentId}`,
      type: 'payment_intent.succeeded',
      object_id: intent,
      milestone_id: deal.milestoneId,
      payload: JSON.stringify({ metadata: { payment_id: paymentId } }),
      state: 'pending',
      received_at: new Date(),
    })
    .execute();
  expect(await readAt()).toBe(end!.getTime());
  await world.owner
    .updateTable('payments')
    .set({ state: 'failed' })
    .where('milestone_id', '=', deal.milestoneId)
    .where('state', '=', 'processing')
    .execute();
  expect(await readAt(), 'once it is over').toBeLessThanOrEqual(Date.now());
  await world.owner.updateTable('psp_events').set({ state: 'ignored' }).where('id', '=', `evt_${paymentId}`).execute();
});
