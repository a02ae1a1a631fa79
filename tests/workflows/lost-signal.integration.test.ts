import { afterAll, beforeAll, expect, test } from 'vitest';
import { steppedClock } from '../../server/core/clock.ts';
import { newId } from '../../server/core/ids.ts';
import { approve } from '../../server/features/escrow/review/service.ts';
import { cancel } from '../../server/features/escrow/refund/cancel.ts';
import { repairWorkflows } from '../../server/features/platform/repair.ts';
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
import { openWebhookInbox, type WebhookInbox } from '../support/webhook-inbox.ts';
import { eventually, startTestWorker } from '../support/worker.ts';

let inbox: WebhookInbox;
let world: MoneyWorld;
let runtime: WorkerRuntime;
let dispatcher: WorkerRuntime;
const startDispatcher = async () => {
  dispatcher = await startTestWorker(world, {
    parts: { workers: false, webhooks: false, notices: false, mails: false },
  });
};

beforeAll(async () => {
  inbox = await openWebhookInbox();
  world = await createMoneyWorld('wf_lost_signal', { webhookTarget: inbox.url });
  inbox.serve(world);
  runtime = await startTestWorker(world, { parts: { webhooks: false, dispatcher: false } });
  await startDispatcher();
});
afterAll(async () => {
  await dispatcher?.stop();
  await runtime?.stop();
  await world?.close();
  await inbox?.close();
});

const becomes = (deal: TestDeal, state: string) =>
  eventually(`the milestone to be ${state}`, async () => (await milestone(world, deal.milestoneId)).state === state);
const { seen } = dealActs(() => world);
const quiet = (deal: TestDeal) =>
  eventually(
    'nothing to be on its way',
    async () =>
      (await world.owner
        .selectFrom('workflow_outbox')
        .select('id')
        .where('workflow_id', '=', `escrow/${deal.milestoneId}`)
        .where('dispatched_at', 'is', null)
        .executeTakeFirst()) === undefined,
  );

/** Does an act whose signal Temporal has forgotten, as after its restore: the row says delivered. */
async function unheard(deal: TestDeal, act: () => Promise<unknown>): Promise<void> {
  await quiet(deal);
  await dispatcher.stop();
  await act();
  const { numUpdatedRows } = await world.owner
    .updateTable('workflow_outbox')
    .set({ dispatched_at: new Date() })
    .where('workflow_id', '=', `escrow/${deal.milestoneId}`)
    .where('dispatched_at', 'is', null)
    .executeTakeFirstOrThrow();
  expect(numUpdatedRows).toBe(1n);
  await startDispatcher();
}

/** The sweep of some minutes later, by three workers at once and once more. */
async function sweep(deal: TestDeal): Promise<string[]> {
  const ctx = () => world.system(steppedClock(new Date(Math.ceil(Date.now() / 300_000) * 300_000 + 150_000)));
  const reports = await Promise.all([1, 2, 3].map(() => repairWorkflows(ctx(), runtime.client)));
  await repairWorkflows(ctx(), runtime.client);
  expect(reports.every((r) => r.repaired.length === 0)).toBe(true);
  const signals = await world.owner
    .selectFrom('workflow_outbox')
    .select('dedupe_key')
    .where('workflow_id', '=', `escrow/${deal.milestoneId}`)
    .where('dedupe_key', 'like', '%:look_again:%')
    .execute();
  return signals.map((s) => s.dedupe_key);
}

test('an approval whose signal was lost is paid after the next sweep, which signals the workflow once', async () => {
  const deal = await openDeal(world);
  await payAtProvider(world, deal);
  await becomes(deal, 'funded');
  await deliver(world, deal);
  await unheard(deal, async () => approve(world.as(deal.brand), await seen(deal)));
  expect(await sweep(deal)).toHaveLength(1);
  await becomes(deal, 'released');
});

test('a cancellation whose signal was lost is refunded after the next sweep', async () => {
  const deal = await openDeal(world);
  await payAtProvider(world, deal);
  await becomes(deal, 'funded');
  await unheard(deal, async () => cancel(world.as(deal.creator), { ...(await seen(deal)), reason: '' }));
  expect(await sweep(deal)).toHaveLength(1);
  await becomes(deal, 'refunded');
});

test('what waits for its own moment, or for a person, is not woken', async () => {
  const deal = await openDeal(world);
  await payAtProvider(world, deal);
  await becomes(deal, 'funded');
  await quiet(deal);
  expect(await sweep(deal)).toEqual([]);
  await world.owner
    .updateTable('milestones')
    .set({ holds: ['staff_hold'], deadline_at: new Date(Date.now() - 3_600_000), state: 'approved' })
    .where('id', '=', deal.milestoneId)
    .execute();
  expect(await sweep(deal)).toEqual([]);
});

test('a workflow that an operator resets in the Temporal UI plays again and makes no effect twice', async () => {
  const deal = await openDeal(world);
  await payAtProvider(world, deal);
  await becomes(deal, 'funded');
  await deliver(world, deal);
  await approve(world.as(deal.brand), await seen(deal));
  await becomes(deal, 'released');
  const { client } = runtime;
  const workflowId = `escrow/${deal.milestoneId}`;
  const handle = client.workflow.getHandle(workflowId);
  await handle.result();
  const { runId } = await handle.describe();
  const { events } = await handle.fetchHistory();
  const first = events?.find((event) => event.workflowTaskCompletedEventAttributes);
  const posted = () =>
    world.owner.selectFrom('ledger_tx').select('id').where('contract_id', '=', deal.contractId).orderBy('id').execute();
  const before = { posted: await posted(), row: await milestone(world, deal.milestoneId) };
  await client.workflowService.resetWorkflowExecution({
    namespace: client.options.namespace,
    workflowExecution: { workflowId, runId },
    workflowTaskFinishEventId: first!.eventId!,
    requestId: newId(),
    reason: 'an operator looks again',
  });
  await eventually('the second run to end', async () => {
    const again = await handle.describe();
    return again.runId !== runId && again.status.name === 'COMPLETED';
  });
  expect({ posted: await posted(), row: await milestone(world, deal.milestoneId) }).toEqual(before);
});
