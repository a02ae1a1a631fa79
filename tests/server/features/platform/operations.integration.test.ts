import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StaffActor } from '../../../../server/context.ts';
import { newId } from '../../../../server/core/ids.ts';
import { deadLetters, openOperations, overview, repairNow, resolveOperation, retryDeadLetter, workflows } from '../../../../server/features/platform/service.ts';
import { insertDealRows } from '../../../support/deal-rows.ts';
import { createOrg, createStaff, createTestWorld, type TestWorld } from '../../../support/people.ts';
import { eventually, startTestWorker } from '../../../support/worker.ts';

let world: TestWorld;
let staff: StaffActor;

beforeAll(async () => {
  world = await createTestWorld('operators', { temporalNamespace: 'default' });
  staff = await createStaff(world);
});
afterAll(() => world.close());

async function deadCommand(): Promise<number> {
  const { id } = await world.owner
    .insertInto('workflow_outbox')
    .values({ dedupe_key: `start:escrow/${newId()}`, kind: 'start', workflow_id: `escrow/${newId()}`, workflow_type: 'escrowLifecycle', task_queue: 'money', payload: '{}', attempts: 20, last_error: 'no', dead_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const audits = (action: string) => world.owner.selectFrom('audit_log').select(['actor_user', 'target']).where('action', '=', action).execute();

describe('dead letters', () => {
  test('are listed with their workflow and go back into the queue when an operator says so', async () => {
    const id = await deadCommand();
    const [letter] = await deadLetters(world.as(staff));
    expect(letter).toMatchObject({ id, attempts: 20, lastError: 'no' });
    expect(letter?.workflowUrl).toMatch(/^http:\/\/localhost:8233\/namespaces\/default\/workflows\/escrow%2F/);
    expect(await retryDeadLetter(world.as(staff), { id })).toMatchObject({ id, attempts: 0, deadAt: null });
    expect(await deadLetters(world.as(staff))).toEqual([]);
    expect(await audits('outbox.retried')).toMatchObject([{ actor_user: staff.userId }]);
    await expect(retryDeadLetter(world.as(staff), { id })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('support staff look and do not touch', async () => {
    const support = await createStaff(world, 'support');
    const id = await deadCommand();
    expect(await deadLetters(world.as(support))).toHaveLength(1);
    await expect(retryDeadLetter(world.as(support), { id })).rejects.toMatchObject({ code: 'auth.not_allowed' });
  });
});

describe('operations', () => {
  test('of unknown outcome are shown and looked up again by their workflow', async () => {
    const [brand, creator] = [await createOrg(world, 'brand', 'Brand'), await createOrg(world, 'creator', 'Creator')];
    const { milestoneId, contractId } = await insertDealRows(world, brand, creator);
    const opId = `xfer:${milestoneId}:creator:a1`;
    await world.owner
      .insertInto('operations')
      .values({ op_id: opId, kind: 'transfer', milestone_id: milestoneId, contract_id: contractId, amount: 40_000, currency: 'EUR', idempotency_key: opId, state: 'unknown', error: 'timeout', claimed_at: new Date() })
      .execute();
    expect(await openOperations(world.as(staff))).toMatchObject([{ opId, state: 'unknown', amount: 40_000, milestoneId }]);
    await resolveOperation(world.as(staff), { opId });
    const signals = await world.owner.selectFrom('workflow_outbox').select('name').where('workflow_id', '=', `escrow/${milestoneId}`).where('kind', '=', 'signal').execute();
    expect(signals).toHaveLength(1);
    expect(await audits('operation.rechecked')).toMatchObject([{ target: opId }]);
    expect((await workflows(world.as(staff)))[0]).toMatchObject({ milestoneId, state: 'funded' });
    const figures = await overview(world.as(staff));
    expect(figures.operations).toEqual({ claimed: 0, unknown: 1, failed: 0 });
    expect(figures.counts).toEqual({ brands: 1, creators: 1, liveCampaigns: 0, activeDeals: 1 });
    expect(figures.outbox.dead).toBe(1);
  });
});

test('a repair asked for is done by the worker at once', async () => {
  // Without its dispatcher: it could start the very workflow that this test needs missing.
  const runtime = await startTestWorker(world, { parts: { repair: true, workers: false, dispatcher: false, mails: false } });
  try {
    const [brand, creator] = [await createOrg(world, 'brand', 'Brand'), await createOrg(world, 'creator', 'Creator')];
    const { offerId } = await insertDealRows(world, brand, creator);
    await world.owner.updateTable('workflow_outbox').set({ dispatched_at: new Date() }).where('workflow_id', '=', `offer/${offerId}`).execute();
    await world.owner.updateTable('offers').set({ state: 'sent', updated_at: new Date(Date.now() - 600_000) }).where('id', '=', offerId).execute();
    expect((await repairNow(world.as(staff))).rows).toBeGreaterThan(0);
    await eventually('the second start', async () => {
      // Asked again: the worker may have begun to listen only now. By itself it would look in five minutes.
      await repairNow(world.as(staff));
      const rows = await world.owner.selectFrom('workflow_outbox').select('generation').where('workflow_id', '=', `offer/${offerId}`).where('kind', '=', 'start').execute();
      return rows.some((r) => r.generation === 2);
    });
  } finally {
    await runtime.stop();
  }
});
