import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTx } from '../../server/context.ts';
import { newId } from '../../server/core/ids.ts';
import { dealFor } from '../../server/features/escrow/deals/deal.ts';
import { approve, requestChanges } from '../../server/features/escrow/review/service.ts';
import { cancel } from '../../server/features/escrow/refund/cancel.ts';
import { releasePart } from '../../server/features/escrow/release/parts.ts';
import { warnOfLastDay } from '../../server/features/escrow/timers/deadlines.ts';
import { cancelPayment } from '../../server/features/payments/checkout/status.ts';
import { pay } from '../../server/features/payments/checkout/pay.ts';
import { quote } from '../../server/features/payments/checkout/quote.ts';
import { signalWorkflow } from '../../server/features/outbox/commands.ts';
import { ROW_MOVED, type RowMoved } from '../../workflows/contracts.ts';
import type { WorkerRuntime } from '../../workflows/runtime.ts';
import { dealActs } from '../server/features/escrow/deal-acts.ts';
import {
  connectPayee,
  createMoneyWorld,
  deliver,
  milestone,
  openDeal,
  payAtProvider,
  type MoneyWorld,
  type TestDeal,
} from '../server/features/escrow/deal-kit.ts';
import { endSoon } from '../support/deadlines.ts';
import { proposeCancel } from '../../server/features/escrow/cancel/requests.ts';
import { recordHistory } from '../support/histories.ts';
import { openWebhookInbox, type WebhookInbox } from '../support/webhook-inbox.ts';
import { eventually, startTestWorker } from '../support/worker.ts';

const DAY = 24 * 3_600_000;

let inbox: WebhookInbox;
let world: MoneyWorld;
let runtime: WorkerRuntime;

beforeAll(async () => {
  inbox = await openWebhookInbox();
  world = await createMoneyWorld('wf_escrow', { webhookTarget: inbox.url });
  inbox.serve(world);
  runtime = await startTestWorker(world);
});
afterAll(async () => {
  await runtime.stop();
  await world.close();
  await inbox.close();
});

const becomes = (deal: TestDeal, ...states: string[]) =>
  eventually(`${deal.milestoneId} to be ${states.join(' or ')}`, async () => {
    const now = await milestone(world, deal.milestoneId);
    return states.includes(now.state) ? now : null;
  });
const { seen } = dealActs(() => world);
const handle = (deal: TestDeal) => runtime.client.workflow.getHandle(`escrow/${deal.milestoneId}`);
const asBrand = (deal: TestDeal) => world.as(deal.brand);

async function fund(deal: TestDeal): Promise<void> {
  await payAtProvider(world, deal);
  await becomes(deal, 'funded');
}
async function activitiesOf(deal: TestDeal): Promise<string[]> {
  const { events } = await handle(deal).fetchHistory();
  return (events ?? []).flatMap(
    (e) =>
      e.activityTaskScheduledEventAttributes?.activityType?.name ??
      (e.markerRecordedEventAttributes ? 'read within the task' : []),
  );
}

test('the straight path: two activities and two reads, shown in the Temporal UI', async () => {
  const deal = await openDeal(world);
  await fund(deal);
  await deliver(world, deal);
  await eventually('the delivery to be read', async () => (await activitiesOf(deal)).length === 3);
  await approve(asBrand(deal), await seen(deal));
  await becomes(deal, 'released');
  expect(await handle(deal).result()).toBe('released');
  expect(await activitiesOf(deal)).toEqual([
    'read within the task',
    'confirmFunding',
    'read within the task',
    'releaseMilestone',
  ]);
  const described = await handle(deal).describe();
  expect(described.typedSearchAttributes.getAll().map((a) => [a.key.name, a.value])).toEqual(
    expect.arrayContaining([
      ['SponsioState', 'released'],
      ['MilestoneId', deal.milestoneId],
      ['ContractId', deal.contractId],
      ['AmountMinor', 40_000],
    ]),
  );
  await recordHistory(runtime.client, `escrow/${deal.milestoneId}`, 'escrow-released');
});

test('a part goes out on its signal while the delivery is awaited, and the rest after the approval', async () => {
  const deal = await openDeal(world);
  await fund(deal);
  await releasePart(asBrand(deal), { ...(await seen(deal)), amount: 12_500 });
  await eventually(
    'the part to be sent',
    async () => (await dealFor(asBrand(deal), deal)).balances.released === 12_500,
  );
  expect((await milestone(world, deal.milestoneId)).state).toBe('funded');
  await deliver(world, deal);
  await approve(asBrand(deal), await seen(deal));
  expect(await handle(deal).result()).toBe('released');
  expect((await activitiesOf(deal)).filter((name) => name !== 'read within the task')).toEqual([
    'confirmFunding',
    'releaseMilestone',
    'releaseMilestone',
  ]);
  expect((await dealFor(asBrand(deal), deal)).balances).toMatchObject({ held: 0, released: 40_000 });
  await recordHistory(runtime.client, `escrow/${deal.milestoneId}`, 'escrow-released-in-parts');
});

test('an approval signalled during the release is read from the row, and nothing is paid again', async () => {
  const deal = await openDeal(world);
  await fund(deal);
  await deliver(world, deal);
  await eventually('the delivery to be read', async () => (await activitiesOf(deal)).length === 3);
  // The provider takes its time over the transfer.
  await world.command('faults', {
    match: { method: 'POST', path: '/v1/transfers' },
    kind: 'delay_after',
    delay_ms: 1_500,
    times: 1,
  });
  await approve(asBrand(deal), await seen(deal));
  await becomes(deal, 'releasing');
  await withTx(world.system(), (tx) => signalWorkflow(tx, 'escrowLifecycle', deal.milestoneId, 'approved', newId()));
  expect(await handle(deal).result()).toBe('released');
  expect((await activitiesOf(deal)).filter((name) => name !== 'read within the task')).toEqual([
    'confirmFunding',
    'releaseMilestone',
  ]);
});

test('changes, a second version, and silence: approved by the clock, cleared, released', async () => {
  const deal = await openDeal(world, { clocks: { clearing: 'PT1S' } });
  await fund(deal);
  await deliver(world, deal);
  await requestChanges(asBrand(deal), {
    ...(await seen(deal)),
    reason: 'the logo is cut',
    briefItems: ['All three drinks shown'],
  });
  await becomes(deal, 'changes_requested');
  await deliver(world, deal, { n: 2 });
  await endSoon.milestone(world, deal.milestoneId);
  await becomes(deal, 'released');
  expect(await handle(deal).result()).toBe('released');
  const { timeline } = await dealFor(asBrand(deal), deal);
  expect(timeline.map((e) => e.type)).toEqual([
    'contract_active',
    'payment_started',
    'funded',
    'submitted',
    'changes_requested',
    'submitted',
    'auto_approved',
    'clearing',
    'release_started',
    'released',
    'deal_completed',
  ]);
  await recordHistory(runtime.client, `escrow/${deal.milestoneId}`, 'escrow-auto-approved');
});

test('both sides are notified of the last day of held money, once per warning, also of one that fell while no worker ran; there is no warning once money has left escrow', async () => {
  const deal = await openDeal(world);
  await fund(deal);
  const lastDayIn = async (ms: number) => {
    await world.owner
      .updateTable('milestones')
      .set({ hold_expires_at: new Date(Date.now() + ms) })
      .where('id', '=', deal.milestoneId)
      .execute();
    await withTx(world.system(), (tx) => signalWorkflow(tx, 'escrowLifecycle', deal.milestoneId, 'looked', newId()));
  };
  const warnings = async () => {
    const rows = await world.owner
      .selectFrom('notices')
      .select(['org_id', 'data', 'dedupe_key'])
      .where('kind', '=', 'hold_ending')
      .where('dedupe_key', 'like', `hold_ending:${deal.milestoneId}:%`)
      .orderBy('id')
      .execute();
    return rows.map((n) => [n.dedupe_key.split(':')[2], n.org_id === deal.brand.orgId ? 'brand' : 'creator']);
  };
  await lastDayIn(21 * DAY + 1_000);
  await eventually('the first warning', async () => (await warnings()).length === 2);
  await lastDayIn(6 * DAY);
  await eventually('the second warning', async () => (await warnings()).length === 4);
  await lastDayIn(6 * DAY - 1_000);
  await cancel(world.as(deal.creator), { ...(await seen(deal)), reason: 'ill' });
  await becomes(deal, 'refunded');
  expect(await handle(deal).result()).toBe('refunded');
  expect(await warnings()).toEqual([
    ['504h', 'brand'],
    ['504h', 'creator'],
    ['168h', 'brand'],
    ['168h', 'creator'],
  ]);
  expect(await warnOfLastDay(world.system(), { milestoneId: deal.milestoneId, hours: 72 })).toBe(
    'nothing is held: refunded',
  );
  await recordHistory(runtime.client, `escrow/${deal.milestoneId}`, 'escrow-last-day-warned');
});

test('a deal that is woken very often begins afresh from its row before its history grows heavy, and pays as any other', async () => {
  const deal = await openDeal(world);
  await fund(deal);
  const run = async () => (await handle(deal).describe()).runId;
  const first = await run();
  await eventually('a fresh run', async () => {
    for (let n = 0; n < 10; n++)
      await handle(deal).signal(ROW_MOVED, { key: newId(), event: 'looked' } satisfies RowMoved);
    return (await run()) !== first;
  });
  await deliver(world, deal);
  await becomes(deal, 'delivered');
  await approve(asBrand(deal), await seen(deal));
  await becomes(deal, 'released');
  expect(await handle(deal).result()).toBe('released');
});

describe('the ways out', () => {
  test('never funded: void', async () => {
    const deal = await openDeal(world, { clocks: { funding: 'PT1S' } });
    await becomes(deal, 'void');
    expect(await handle(deal).result()).toBe('void');
    await recordHistory(runtime.client, `escrow/${deal.milestoneId}`, 'escrow-void');
  });

  test('cancelled before anything was submitted: refunded', async () => {
    const deal = await openDeal(world);
    await fund(deal);
    await cancel(world.as(deal.creator), { ...(await seen(deal)), reason: 'ill' });
    await becomes(deal, 'refunded');
    expect(await handle(deal).result()).toBe('refunded');
    await recordHistory(runtime.client, `escrow/${deal.milestoneId}`, 'escrow-cancelled');
  });

  test('nothing delivered: overdue, late work is still possible, else refunded after the grace', async () => {
    const clocks = { overdueAfter: 'PT1S' };
    const [late, never] = await Promise.all([
      openDeal(world, { dueIn: 1_000, clocks }),
      openDeal(world, { dueIn: 1_000, clocks }),
    ]);
    await Promise.all([fund(late), fund(never)]);
    await becomes(late, 'overdue');
    await deliver(world, late);
    await becomes(never, 'overdue');
    await endSoon.milestone(world, never.milestoneId);
    await becomes(never, 'refunded');
    expect(await handle(never).result()).toBe('refunded');
    expect((await milestone(world, late.milestoneId)).state).toBe('delivered');
    await recordHistory(runtime.client, `escrow/${never.milestoneId}`, 'escrow-overdue-refunded');
  });

  test('an unanswered proposal to cancel ends the milestone by its timer, and is refunded', async () => {
    const deal = await openDeal(world);
    await fund(deal);
    const { version } = await milestone(world, deal.milestoneId);
    await proposeCancel(asBrand(deal), {
      milestoneId: deal.milestoneId,
      version,
      reason: 'The season is over',
      keeps: 0,
    });
    await becomes(deal, 'cancel_requested');
    await endSoon.milestone(world, deal.milestoneId);
    await becomes(deal, 'refunded');
    expect(await handle(deal).result()).toBe('refunded');
    await recordHistory(runtime.client, `escrow/${deal.milestoneId}`, 'escrow-cancel-unanswered');
  });

  test('a payment that is given up can be made again', async () => {
    const deal = await openDeal(world);
    const { id: quoteId } = await quote(asBrand(deal), deal);
    const { paymentId } = await pay(asBrand(deal), { milestoneId: deal.milestoneId, quoteId });
    expect((await cancelPayment(asBrand(deal), { paymentId })).state).toBe('expired');
    await becomes(deal, 'awaiting_funding');
    await fund(deal);
  });
});

test('the creator connects a bank later: the transfer waits and leaves then', async () => {
  const deal = await openDeal(world, { account: false });
  await fund(deal);
  await deliver(world, deal);
  await approve(asBrand(deal), await seen(deal));
  await becomes(deal, 'releasing');
  await eventually('the waiting transfer', () =>
    world.owner
      .selectFrom('transfers')
      .select('id')
      .where('milestone_id', '=', deal.milestoneId)
      .where('state', '=', 'waiting')
      .executeTakeFirst(),
  );
  await connectPayee(world, deal.creator);
  await world.owner
    .insertInto('workflow_outbox')
    .values({
      dedupe_key: `test:${deal.milestoneId}`,
      kind: 'signal',
      workflow_id: `escrow/${deal.milestoneId}`,
      name: 'rowMoved',
      payload: JSON.stringify({ key: 'ready', event: 'payout_account_ready' }),
    })
    .execute();
  await becomes(deal, 'released');
  expect(await handle(deal).result()).toBe('released');
});

test('reset to its first task, a finished workflow reads the row and ends as before', async () => {
  const deal = await openDeal(world);
  await fund(deal);
  await deliver(world, deal);
  await approve(asBrand(deal), await seen(deal));
  expect(await handle(deal).result()).toBe('released');
  const { events } = await handle(deal).fetchHistory();
  const firstTask = events?.find((e) => e.workflowTaskCompletedEventAttributes)?.eventId;
  const { runId } = await runtime.client.workflowService.resetWorkflowExecution({
    namespace: runtime.client.options.namespace,
    workflowExecution: { workflowId: `escrow/${deal.milestoneId}` },
    reason: 'test',
    workflowTaskFinishEventId: firstTask!,
    requestId: deal.milestoneId,
  });
  expect(await runtime.client.workflow.getHandle(`escrow/${deal.milestoneId}`, runId).result()).toBe('released');
  expect((await dealFor(asBrand(deal), deal)).balances).toMatchObject({ held: 0, released: 40_000 });
});
