import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTx, type StaffContext, type StaffRole } from '../../server/context.ts';
import { pending as openProposals, propose } from '../../server/features/approvals/service.ts';
import { newId } from '../../server/core/ids.ts';
import { dealFor } from '../../server/features/escrow/deals/deal.ts';
import { cancel } from '../../server/features/escrow/refund/cancel.ts';
import { checkMoney } from '../../server/features/money-check/checker.ts';
import { listPayments } from '../../server/features/payments/overview.ts';
import { applyProviderEvent } from '../../server/features/payments/webhooks/webhooks.ts';
import { signalWorkflow } from '../../server/features/outbox/commands.ts';
import { repairWorkflows } from '../../server/features/platform/repair.ts';
import {
  confirmBankRefund,
  decideRefund,
  openOperations,
  proposeBankRefund,
} from '../../server/features/operations/service.ts';
import type { WorkerRuntime } from '../../workflows/runtime.ts';
import {
  createMoneyWorld,
  milestone,
  openDeal,
  payAtProvider,
  type MoneyWorld,
  type TestDeal,
} from '../server/features/escrow/deal-kit.ts';
import { recordHistory } from '../support/histories.ts';
import { openWebhookInbox, type WebhookInbox } from '../support/webhook-inbox.ts';
import { createStaff, prove } from '../support/people.ts';
import { eventually, resultOf, startTestWorker, statusOf } from '../support/worker.ts';

/** Refunds to it succeed and fail an hour later. */
const BOUNCES = '4000000000005126';
const CHARGE = 42_400;

let inbox: WebhookInbox;
let world: MoneyWorld;
let runtime: WorkerRuntime;

beforeAll(async () => {
  inbox = await openWebhookInbox();
  world = await createMoneyWorld('wf_refund_bounce', { webhookTarget: inbox.url });
  inbox.serve(world);
  runtime = await startTestWorker(world, { parts: { webhooks: false } });
});
afterAll(async () => {
  await runtime?.stop();
  await world?.close();
  await inbox?.close();
});

/** Two staff members, each with a fresh proof, record that a refund was paid by bank. */
async function payByBank(opId: string, reference: string): Promise<void> {
  const [first, second] = [await createStaff(world, 'finance'), await createStaff(world, 'super')];
  await expect(proposeBankRefund(world.as(first), { opId, reference })).rejects.toThrow('auth.step_up_required');
  for (const one of [first, second]) await prove(world, one);
  const { id: proposalId } = await proposeBankRefund(world.as(first), { opId, reference });
  const proposal = (await openProposals(world.as(second), { limit: 100 })).items.find((one) => one.id === proposalId);
  expect(proposal, 'who confirms can open the deal').toMatchObject({ caseId: null, contractId: expect.any(String) });
  await expect(confirmBankRefund(world.as(first), { proposalId })).rejects.toThrow('approval.same_person');
  await confirmBankRefund(world.as(second), { proposalId });
  await expect(confirmBankRefund(world.as(second), { proposalId })).rejects.toThrow('state.already_decided');
  const followed = `staff-approval/${proposalId}`;
  expect(await resultOf(runtime, followed)).toBe('approved');
  await recordHistory(runtime.client, followed, 'staff-approval-confirmed');
}
const operator = (role: StaffRole): StaffContext => ({
  ...world.system(),
  db: world.app,
  actor: { kind: 'staff', userId: 'operator', name: 'Operator', role },
  requestKey: newId(),
});
/** An operator with a fresh proof of identity. */
async function decider(role: StaffRole): Promise<StaffContext> {
  const staff = await createStaff(world, role);
  await prove(world, staff);
  return world.as(staff);
}
const refundOf = (deal: TestDeal) =>
  world.owner
    .selectFrom('refunds')
    .select(['state', 'provider_id'])
    .where('milestone_id', '=', deal.milestoneId)
    .executeTakeFirst();
/** Meanwhile the provider's events are seen to as the sweep does, without its pauses. */
const becomes = (deal: TestDeal, state: string) =>
  eventually(`the refund to be ${state}`, async () => {
    for (const { id } of await world.owner
      .selectFrom('psp_events')
      .select('id')
      .where('milestone_id', '=', deal.milestoneId)
      .where('state', '=', 'pending')
      .execute())
      await applyProviderEvent(world.system(), id);
    return (await refundOf(deal))?.state === state;
  });
const comesBack = async (deal: TestDeal) =>
  world.command(`refunds/${(await refundOf(deal))!.provider_id}`, { outcome: 'failed' });
const paidByBank = async () =>
  -(
    (
      await world.owner
        .selectFrom('ledger_accounts')
        .select('balance')
        .where('code', '=', 'BANK')
        .where('currency', '=', 'EUR')
        .executeTakeFirst()
    )?.balance ?? 0
  );
const owed = async (deal: TestDeal) => (await dealFor(world.as(deal.brand), deal)).milestones[0]!.refundOwed;
const eventTypes = async (deal: TestDeal) => (await dealFor(world.as(deal.brand), deal)).timeline.map((e) => e.type);
const booksAgree = async () =>
  expect(
    await checkMoney(world.worker, {
      booksUrl: `${world.sandbox.url}/_sandbox/books`,
      provider: world.integrations.payments,
    }),
  ).toEqual([]);

/** Cancelled before any work and refunded, the deal is over; later the brand's bank sends the money back. */
async function bounced(comeBack: (deal: TestDeal) => Promise<unknown>, card?: string): Promise<TestDeal> {
  const deal = await openDeal(world);
  await payAtProvider(world, deal, card ? { card } : {});
  await eventually(
    'the milestone to be funded',
    async () => (await milestone(world, deal.milestoneId)).state === 'funded',
  );
  const { version } = await milestone(world, deal.milestoneId);
  await cancel(world.as(deal.creator), { milestoneId: deal.milestoneId, version, reason: '' });
  await becomes(deal, 'done');
  expect(await owed(deal)).toBe(0);
  await comeBack(deal);
  await becomes(deal, 'failed');
  return deal;
}

test('sent again it is one more refund at the provider, and when that one comes back too it needs a new decision', async () => {
  const deal = await bounced(comesBack);
  const opId = `refund:${deal.milestoneId}:1`;
  const again = { opId, decision: 'send_again' as const };
  await expect(decideRefund(world.as(await createStaff(world, 'trust')), again)).rejects.toThrow(
    'auth.step_up_required',
  );
  const related = await decider('trust');
  await world.owner
    .insertInto('org_members')
    .values({ org_id: deal.brand.orgId, user_id: related.actor.userId, role: 'viewer' })
    .execute();
  await expect(decideRefund(related, again)).rejects.toThrow('payment.related');
  await decideRefund(await decider('trust'), again);
  await becomes(deal, 'done');
  expect(await owed(deal)).toBe(0);
  await booksAgree();
  await comesBack(deal);
  await becomes(deal, 'failed');
  expect((await openOperations(operator('support'), { limit: 100 })).items.find((o) => o.opId === opId)).toMatchObject({
    decidable: true,
  });
  expect((await eventTypes(deal)).slice(-3)).toEqual(['refund_came_back', 'refund_made_good', 'refund_came_back']);
  expect(await owed(deal)).toBe(CHARGE);
  await booksAgree();
});

test('a decision without a signal is applied by the repair; without a decision nothing starts', async () => {
  const deal = await bounced(comesBack);
  const workflow = `escrow/${deal.milestoneId}`;
  // The word of its bank may have woken the deal once more.
  await eventually('the deal to be over and nothing on its way to it', async () => {
    const onTheWay = await world.owner
      .selectFrom('workflow_outbox')
      .select('id')
      .where('workflow_id', '=', workflow)
      .where('dispatched_at', 'is', null)
      .execute();
    return onTheWay.length === 0 && (await statusOf(runtime, workflow)) === 'COMPLETED';
  });
  const repair = () => repairWorkflows(world.system(), runtime.client, { settlingMs: -60_000 });
  expect((await repair()).repaired).not.toContain(workflow);
  await world.owner
    .insertInto('refund_decisions')
    .values({
      op_id: `refund:${deal.milestoneId}:1`,
      attempt: 1,
      decision: 'send_again',
      decided_by: 'operator',
      decided_at: new Date(),
    })
    .execute();
  expect((await repair()).repaired).toContain(workflow);
  await becomes(deal, 'done');
  await booksAgree();
});

test.each([
  ['charge_disputed', 400],
  ['resource_missing', 404],
])(
  'a refund that the provider refuses (%s): the brand is owed and notified, nothing is repeated until an operator decides, and then the deal ends',
  async (code, status) => {
    const deal = await openDeal(world);
    await payAtProvider(world, deal);
    await eventually(
      'the milestone to be funded',
      async () => (await milestone(world, deal.milestoneId)).state === 'funded',
    );
    const opId = `refund:${deal.milestoneId}:1`;
    await world.command('faults', {
      match: { method: 'POST', path: '/v1/refunds', op_id: opId },
      kind: 'error',
      status,
      error: { type: 'invalid_request_error', code, message: 'The charge cannot be refunded.' },
      times: 1,
    });
    await cancel(world.as(deal.creator), {
      milestoneId: deal.milestoneId,
      version: (await milestone(world, deal.milestoneId)).version,
      reason: '',
    });
    await becomes(deal, 'failed');
    expect((await milestone(world, deal.milestoneId)).state).toBe('refunding');
    expect((await eventTypes(deal)).slice(-2)).toEqual(['refund_started', 'refund_refused']);
    expect(await owed(deal)).toBe(CHARGE);
    expect(
      (
        await world.owner
          .selectFrom('notices')
          .select('kind')
          .where('org_id', '=', deal.brand.orgId)
          .where('kind', '=', 'refund_refused')
          .execute()
      ).length,
    ).toBe(1);
    expect(
      (await openOperations(operator('support'), { limit: 100 })).items.find((o) => o.opId === opId),
    ).toMatchObject({
      decidable: true,
      state: 'failed',
      error: `${code}: The charge cannot be refunded.`,
    });
    await booksAgree();

    if (code === 'charge_disputed') await payByBank(opId, 'SEPA 2026-11-22 / 7');
    else await decideRefund(await decider('finance'), { opId, decision: 'send_again' });
    await becomes(deal, code === 'charge_disputed' ? 'by_bank' : 'done');
    expect((await milestone(world, deal.milestoneId)).state).toBe('refunded');
    expect((await eventTypes(deal)).at(-1)).toBe('refunded');
    expect(await owed(deal)).toBe(0);
    await booksAgree();
  },
);

// Last: afterwards the provider's clock is an hour ahead of ours.
test('a refund that comes back after the deal was over: the brand is owed and notified, and two staff members record that it was paid by bank, once', async () => {
  const deal = await bounced(() => world.command('clock', { advance_seconds: 3_601 }), BOUNCES);
  const opId = `refund:${deal.milestoneId}:1`;
  await booksAgree();
  expect(await owed(deal)).toBe(CHARGE);
  expect((await dealFor(world.as(deal.creator), deal)).milestones[0]!.refundOwed).toBe(0);
  expect((await listPayments(world.as(deal.brand), { state: 'all', limit: 10 })).items[0]!.refundOwed).toBe(CHARGE);
  expect(
    (
      await world.owner
        .selectFrom('notices')
        .select('kind')
        .where('org_id', '=', deal.brand.orgId)
        .where('kind', '=', 'refund_came_back')
        .execute()
    ).length,
  ).toBe(1);
  expect((await openOperations(operator('support'), { limit: 100 })).items.find((o) => o.opId === opId)).toMatchObject({
    decidable: true,
    state: 'failed',
    amount: CHARGE,
  });

  const paidBefore = await paidByBank();
  const reference = 'SEPA 2026-11-21 / 42';
  await expect(proposeBankRefund(operator('support'), { opId, reference })).rejects.toThrow('auth.not_allowed');
  await expect(proposeBankRefund(operator('trust'), { opId, reference })).rejects.toThrow('auth.not_allowed');
  await payByBank(opId, reference);
  await expect(decideRefund(await decider('super'), { opId, decision: 'send_again' })).rejects.toThrow('state.');
  await becomes(deal, 'by_bank');
  expect(await owed(deal)).toBe(0);
  expect((await eventTypes(deal)).slice(-2)).toEqual(['refund_came_back', 'refund_made_good']);
  expect((await openOperations(operator('finance'), { limit: 100 })).items.filter((o) => o.opId === opId)).toEqual([]);
  expect(await paidByBank()).toBe(paidBefore + CHARGE);
  await booksAgree();
});

test('a proposal that no second staff member confirms in time ends by itself, and who proposed it is mailed', async () => {
  const first = await createStaff(world, 'finance');
  await prove(world, first);
  const note = 'The bank shows the money.';
  const { id } = await propose(world.as(first), { kind: 'suspense', subject: newId(), payload: {}, note });
  await world.owner.updateTable('staff_approvals').set({ expires_at: new Date() }).where('id', '=', id).execute();
  await withTx(world.system(), (tx) => signalWorkflow(tx, 'staffApproval', id, 'sooner', newId()));
  expect(await resultOf(runtime, `staff-approval/${id}`)).toBe('expired');
  await recordHistory(runtime.client, `staff-approval/${id}`, 'staff-approval-expired');
  const mails = world.owner.selectFrom('mails').select(['user_id', 'data']).where('template', '=', 'approval_expired');
  expect(await mails.execute()).toMatchObject([{ user_id: first.userId, data: { title: note } }]);
});
