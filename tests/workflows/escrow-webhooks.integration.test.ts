import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { completeOnboarding } from '../../scripts/lib/hosted-pages.ts';
import { dealFor } from '../../server/features/escrow/deals/deal.ts';
import { refund } from '../../server/features/escrow/refund/refund.ts';
import { release } from '../../server/features/escrow/release/release.ts';
import { approve } from '../../server/features/escrow/review/service.ts';
import { endFunding } from '../../server/features/escrow/timers/deadlines.ts';
import { checkMoney } from '../../server/features/money-check/checker.ts';
import { status } from '../../server/features/payments/checkout/status.ts';
import { startOnboarding } from '../../server/features/payouts/account.ts';
import { payoutOverview } from '../../server/features/payouts/service.ts';
import { applyProviderEvent, receiveWebhook } from '../../server/features/payments/webhooks/webhooks.ts';
import type { WorkerRuntime } from '../../workflows/runtime.ts';
import { dealActs } from '../server/features/escrow/deal-acts.ts';
import {
  createMoneyWorld,
  deliver,
  milestone,
  openDeal,
  payAtProvider,
  type MoneyWorld,
  type TestDeal,
} from '../server/features/escrow/deal-kit.ts';
import { prove } from '../support/people.ts';
import { services } from '../support/services.ts';
import { openWebhookInbox, type WebhookInbox } from '../support/webhook-inbox.ts';
import { eventually, resultOf, startTestWorker } from '../support/worker.ts';

let inbox: WebhookInbox;
let world: MoneyWorld;
let runtime: WorkerRuntime;

beforeAll(async () => {
  inbox = await openWebhookInbox();
  world = await createMoneyWorld('wf_webhooks', { webhookTarget: inbox.url });
  inbox.serve(world);
  // Without the sweep, so that each case shows what its own webhooks do.
  runtime = await startTestWorker(world, { parts: { webhooks: false } });
});
afterAll(async () => {
  await runtime.stop();
  await world.close();
  await inbox.close();
});
beforeEach(() => world.command('webhooks', { mode: 'normal' }));

const becomes = (deal: TestDeal, state: string) =>
  eventually(
    `${deal.milestoneId} to be ${state}`,
    async () => (await milestone(world, deal.milestoneId)).state === state,
  );
const eventsOf = (deal: TestDeal) =>
  world.owner
    .selectFrom('psp_events')
    .select(['id', 'type', 'state', 'reason'])
    .where('milestone_id', '=', deal.milestoneId)
    .execute();
const fundings = async (deal: TestDeal) =>
  (await dealFor(world.as(deal.brand), deal)).timeline.filter((e) => e.type === 'funded').length;
const { seen } = dealActs(() => world);

describe("what the provider's messenger may do", () => {
  test.each([
    ['duplicate', { copies: 5 }],
    ['reorder', { window_ms: 300, seed: 0 }],
    ['delay', { delay_seconds: 1 }],
  ] as const)('%s: funded once', async (mode, options) => {
    await world.command('webhooks', { mode, ...options });
    const deal = await openDeal(world);
    await payAtProvider(world, deal);
    if (mode === 'delay') await world.command('clock', { advance_seconds: 2 });
    await becomes(deal, 'funded');
    await eventually(
      'all events to be read',
      async () => (await eventsOf(deal)).length > 0 && (await eventsOf(deal)).every((e) => e.state !== 'pending'),
    );
    expect(await fundings(deal)).toBe(1);
  });

  test('every webhook lost: opening the page confirms the payment', async () => {
    await world.command('webhooks', { mode: 'drop' });
    const deal = await openDeal(world);
    const { paymentId } = await payAtProvider(world, deal);
    expect((await status(world.as(deal.brand), { paymentId })).state).toBe('processing');
    await becomes(deal, 'funded');
    expect(await fundings(deal)).toBe(1);
  });

  test('the webhook arrives before our own call is answered: one transfer all the same', async () => {
    const deal = await openDeal(world);
    await payAtProvider(world, deal);
    await becomes(deal, 'funded');
    await world.command('faults', {
      match: { method: 'POST', path: '/v1/transfers' },
      kind: 'delay_after',
      delay_ms: 400,
      times: 1,
    });
    await deliver(world, deal);
    await approve(world.as(deal.brand), await seen(deal));
    await becomes(deal, 'released');
    expect(await release(world.system(), deal)).toBe('released');
  });
});

describe("what is not the provider's", () => {
  test.each([
    ['wrong_secret', 400],
    ['tampered', 400],
    ['unsigned', 400],
    ['stale', 400],
    ['valid', 200],
  ] as const)('%s answers %i', async (signature, code) => {
    const deal = await openDeal(world);
    await payAtProvider(world, deal);
    await becomes(deal, 'funded');
    const [event] = await eventsOf(deal);
    expect(
      (await world.command<{ answers: number[] }>(`events/${event!.id}/resend`, { signature, copies: 1 })).answers,
    ).toEqual([code]);
    expect(await fundings(deal)).toBe(1);
  });

  test('fifty copies at once are one event; one about nothing of ours is ignored with its reason', async () => {
    const deal = await openDeal(world);
    await payAtProvider(world, deal);
    await becomes(deal, 'funded');
    const [event] = await eventsOf(deal);
    await world.command(`events/${event!.id}/resend`, { signature: 'valid', copies: 50 });
    expect((await eventsOf(deal)).filter((e) => e.id === event!.id)).toHaveLength(1);
    await world.integrations.payments.createTopUp({
      opId: 'none',
      idempotencyKey: 'none',
      amount: 1_000,
      currency: 'EUR',
      description: 'not ours',
    });
    const ignored = await eventually('the ignored event', () =>
      world.owner
        .selectFrom('psp_events')
        .select(['state', 'reason'])
        .where('type', '=', 'topup.succeeded')
        .orderBy('received_at', 'desc')
        .executeTakeFirst(),
    );
    expect(ignored).toMatchObject({ state: 'ignored', reason: expect.any(String) as unknown });
  });

  test('bytes that are no event at all', async () => {
    const ctx = { ...world.system(), db: world.app, actor: { kind: 'system' as const, name: 'webhook' } };
    for (const body of ['', '{}', '{"id":"evt"}', '\u0000', '[1,2]'])
      expect(await receiveWebhook(ctx, body, 't=1,v1=ab', services().secrets.STRIPE_WEBHOOK_SECRET)).toBe(false);
  });
});

test('money for a milestone that had ended: its workflow is started once more and sends it back', async () => {
  await world.command('webhooks', { mode: 'drop' });
  const deal = await openDeal(world, { clocks: { funding: 'PT1H' } });
  const { paymentId, sessionId } = await payAtProvider(world, deal);
  await world.owner.updateTable('payments').set({ state: 'expired' }).where('id', '=', paymentId).execute();
  await world.owner
    .updateTable('milestones')
    .set({ state: 'awaiting_funding', deadline_at: new Date(), version: 9 })
    .where('id', '=', deal.milestoneId)
    .execute();
  await endFunding(world.system(), deal);
  await world.owner
    .insertInto('workflow_outbox')
    .values({
      dedupe_key: `end:${deal.milestoneId}`,
      kind: 'signal',
      workflow_id: `escrow/${deal.milestoneId}`,
      name: 'rowMoved',
      payload: JSON.stringify({ key: 'end', event: 'void' }),
    })
    .execute();
  expect(await resultOf(runtime, `escrow/${deal.milestoneId}`)).toBe('void');

  const { paymentIntentId, metadata } = await world.integrations.payments.retrieveCheckout(sessionId);
  const id = `evt_late_${deal.milestoneId}`;
  await world.owner
    .insertInto('psp_events')
    .values({
      id,
      type: 'payment_intent.succeeded',
      object_id: paymentIntentId!,
      milestone_id: deal.milestoneId,
      payload: JSON.stringify({ metadata }),
      received_at: new Date(),
    })
    .execute();
  await applyProviderEvent(world.system(), id);
  await eventually(
    'the late money to go back',
    async () =>
      (
        await world.owner
          .selectFrom('refunds')
          .select('state')
          .where('milestone_id', '=', deal.milestoneId)
          .executeTakeFirst()
      )?.state === 'done',
  );
  expect(await refund(world.system(), deal)).toBe('refunded');
  const after = await dealFor(world.as(deal.brand), deal);
  expect(after.balances).toMatchObject({ funded: 40_000, held: 0, refunded: 40_000 });
  expect(
    (await world.owner.selectFrom('psp_events').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state,
  ).toBe('applied');
});

test('a payee that disconnects its account at the provider: the event stops the account, its owner is notified once, and what is earned waits', async () => {
  const deal = await openDeal(world, { account: false });
  const { orgId } = deal.creator;
  const account = () =>
    world.owner
      .selectFrom('payout_accounts')
      .select(['state', 'disabled_reason', 'provider_account_id'])
      .where('org_id', '=', orgId)
      .executeTakeFirst();
  await prove(world, deal.creator);
  await completeOnboarding((await startOnboarding(world.as(deal.creator), { country: 'FR' })).url);
  await eventually('the account to be ready', async () => (await account())?.state === 'enabled');
  await runtime.client.workflow.getHandle(`payout-account/${orgId}`).result();
  const removed = await fetch(`${world.sandbox.url}/v1/accounts/${(await account())!.provider_account_id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${services().secrets.STRIPE_SECRET_KEY}` },
  });
  expect(removed.status).toBe(200);
  // It is about the application, and names the account alone.
  const arrived = () =>
    world.owner
      .selectFrom('psp_events')
      .select(['id', 'state', 'org_id'])
      .where('type', '=', 'account.application.deauthorized')
      .executeTakeFirst();
  const { id } = await eventually('the event', arrived);
  await applyProviderEvent(world.system(), id);
  expect(await arrived()).toMatchObject({ state: 'applied' });
  await eventually('the account to be stopped', async () => (await account())?.state === 'disabled');
  expect((await account())?.disabled_reason).toBe('gone');
  const notices = await world.owner
    .selectFrom('notices')
    .select('kind')
    .where('org_id', '=', orgId)
    .where('kind', '=', 'payout_account_stopped')
    .execute();
  expect(notices).toHaveLength(1);

  await payAtProvider(world, deal);
  await becomes(deal, 'funded');
  await deliver(world, deal);
  await approve(world.as(deal.brand), await seen(deal));
  await becomes(deal, 'releasing');
  await eventually(
    'what was earned to wait for another account',
    async () => (await payoutOverview(world.as(deal.creator))).earnings[0]?.reason === 'account_needed',
  );
});

test("in the end the books differ by the stranger's top-up and the state that was edited by hand, and by nothing else", async () => {
  const found = await checkMoney(world.worker, {
    booksUrl: `${world.sandbox.url}/_sandbox/books`,
    provider: world.integrations.payments,
  });
  expect(found.map((b) => b.invariant).toSorted()).toEqual([
    'deal.events-replay',
    'provider.balance',
    'provider.lines',
    'provider.once-each',
  ]);
});
