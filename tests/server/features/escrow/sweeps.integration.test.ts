import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dealFor } from '../../../../server/features/escrow/deals/deal.ts';
import { release } from '../../../../server/features/escrow/release/release.ts';
import { escrowSnapshot } from '../../../../server/features/escrow/timers/snapshot.ts';
import { approve } from '../../../../server/features/escrow/review/service.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import { applyProviderEvent } from '../../../../server/features/payments/webhooks/webhooks.ts';
import { advancePayout } from '../../../../server/features/payouts/delivery.ts';
import { payOut } from '../../../../server/features/payouts/service.ts';
import {
  connectPayee,
  createMoneyWorld,
  deliver,
  milestone,
  openDeal,
  payAtProvider,
  type DealOptions,
  type MoneyWorld,
  type TestDeal,
} from './deal-kit.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld('sweeps');
});
afterAll(() => world.close());
beforeEach(
  async () =>
    void (await fetch(`${world.sandbox.url}/_sandbox/faults`, {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
    })),
);

async function approved(options: DealOptions = {}): Promise<TestDeal> {
  const deal = await openDeal(world, options);
  await payAtProvider(world, deal);
  await confirmFunding(world.system(), deal);
  await deliver(world, deal);
  await approve(world.as(deal.brand), {
    milestoneId: deal.milestoneId,
    version: (await milestone(world, deal.milestoneId)).version,
  });
  return deal;
}

test('a sweep queues the start of an ended deal once, however often it passes while that start is undelivered or was just made', async () => {
  const deal = await openDeal(world);
  const { paymentId } = await payAtProvider(world, deal);
  const workflow = `escrow/${deal.milestoneId}`;
  await world.owner
    .updateTable('milestones')
    .set({ state: 'void', deadline_at: null })
    .where('id', '=', deal.milestoneId)
    .execute();
  await world.owner.updateTable('payments').set({ state: 'expired' }).where('id', '=', paymentId).execute();
  const hour = new Date(Date.now() - 3_600_000);
  await world.owner
    .updateTable('workflow_outbox')
    .set({ dispatched_at: hour, created_at: hour })
    .where('workflow_id', '=', workflow)
    .execute();
  const eventId = `evt_${paymentId}`;
  const payload = JSON.stringify({ metadata: { milestone_id: deal.milestoneId, payment_id: paymentId } });
  await world.owner
    .insertInto('psp_events')
    .values({
      id: eventId,
      type: 'payment_intent.succeeded',
      object_id: 'pi_late',
      milestone_id: deal.milestoneId,
      payload,
      received_at: hour,
    })
    .execute();
  const generations = async () =>
    (
      await world.owner
        .selectFrom('workflow_outbox')
        .select('generation')
        .where('workflow_id', '=', workflow)
        .where('kind', '=', 'start')
        .orderBy('generation')
        .execute()
    ).map((s) => s.generation);
  await Promise.all(Array.from({ length: 5 }, () => applyProviderEvent(world.system(), eventId)));
  for (let pass = 0; pass < 5; pass += 1) await applyProviderEvent(world.system(), eventId);
  expect(await generations()).toEqual([1, 2]);
  await world.owner
    .updateTable('workflow_outbox')
    .set({ dispatched_at: new Date() })
    .where('workflow_id', '=', workflow)
    .execute();
  await applyProviderEvent(world.system(), eventId);
  expect(await generations(), 'delivered just now').toEqual([1, 2]);
  await world.owner
    .updateTable('workflow_outbox')
    .set({ created_at: hour })
    .where('workflow_id', '=', workflow)
    .execute();
  await applyProviderEvent(world.system(), eventId);
  expect(await generations(), 'and unheard for a minute').toEqual([1, 2, 3]);
});

test('one leg goes out and the other fails: the failure stands with its operation, and that leg alone is tried again', async () => {
  const deal = await approved({ commissionBps: 1_500, account: false });
  await connectPayee(world, deal.creator);
  await connectPayee(world, deal.agency!);
  const opId = `xfer:${deal.milestoneId}:agent`;
  await world.command('faults', {
    match: { method: 'POST', path: '/v1/transfers', op_id: opId },
    kind: '429',
    times: 5,
  });
  expect(await release(world.system(), deal)).toBe('released; still to transfer: agent (claimed)');
  const operation = () =>
    world.owner.selectFrom('operations').select(['state', 'error']).where('op_id', '=', opId).executeTakeFirstOrThrow();
  expect(await operation()).toMatchObject({ state: 'claimed', error: expect.stringMatching(/rate|429/i) as string });
  expect((await escrowSnapshot(world.system(), deal)).steps[0]).toMatchObject({
    act: 'release',
    label: 'transfer without an answer',
  });
  await fetch(`${world.sandbox.url}/_sandbox/faults`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
  });
  expect(await release(world.system(), deal)).toBe('released');
  expect(await operation()).toEqual({ state: 'done', error: null });
  const { timeline } = await dealFor(world.as(deal.brand), deal);
  expect(timeline.filter((e) => e.type === 'transfer_sent')).toHaveLength(1);
});

test('a fault of ours in one leg is no answer of the provider: the other leg is booked, and the fault shows', async () => {
  const deal = await approved({ commissionBps: 1_500 });
  await connectPayee(world, deal.agency!);
  const { payments } = world.integrations;
  const broken = new Proxy(payments, {
    get: (real, name, self) =>
      name === 'createTransfer'
        ? (input: Parameters<typeof payments.createTransfer>[0]) =>
            input.opId.endsWith(':agent') ? Promise.reject(new Error('a fault of ours')) : real.createTransfer(input)
        : Reflect.get(real, name, self),
  });
  const ctx = world.system();
  await expect(release({ ...ctx, integrations: { ...ctx.integrations, payments: broken } }, deal)).rejects.toThrow(
    'a fault of ours',
  );
  expect((await milestone(world, deal.milestoneId)).state).toBe('released');
  expect(
    await world.owner
      .selectFrom('operations')
      .select('error')
      .where('op_id', '=', `xfer:${deal.milestoneId}:agent`)
      .executeTakeFirstOrThrow(),
  ).toEqual({ error: 'Error: a fault of ours' });
  expect(await release(world.system(), deal)).toBe('released');
});

test('a payout names exactly the transfers that its amount was made of, also when another lands in the same instant', async () => {
  const deal = await approved({ amounts: [40_000] });
  expect(await release(world.system(), deal)).toBe('released');
  const transferOf = (milestoneId: string) =>
    world.owner
      .selectFrom('transfers')
      .select(['id', 'payout_id'])
      .where('milestone_id', '=', milestoneId)
      .executeTakeFirstOrThrow();
  const payout = await payOut(world.as(deal.creator), { currency: 'EUR' });
  expect(payout.amount).toBe(40_000);
  // A second deal pays the same creator before the payout is claimed, by the clock in the same instant.
  const later = await approved();
  await release(world.system(), later);
  const { id } = await transferOf(later.milestoneId);
  const { created_at } = await world.owner
    .selectFrom('payouts')
    .select('created_at')
    .where('id', '=', payout.id)
    .executeTakeFirstOrThrow();
  await world.owner
    .updateTable('transfers')
    .set({ payee_org: deal.creator.orgId, sent_at: created_at })
    .where('id', '=', id)
    .execute();
  await advancePayout(world.system(), { payoutId: payout.id });
  expect([(await transferOf(deal.milestoneId)).payout_id, (await transferOf(later.milestoneId)).payout_id]).toEqual([
    payout.id,
    null,
  ]);
});
