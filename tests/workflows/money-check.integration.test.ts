import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StaffActor } from '../../server/context.ts';
import { checkNow, moneyChecks } from '../../server/features/money-check/service.ts';
import type { WorkerRuntime } from '../../workflows/runtime.ts';
import { createMoneyWorld, type MoneyWorld } from '../server/features/escrow/deal-kit.ts';
import { recordHistory } from '../support/histories.ts';
import { createStaff } from '../support/people.ts';
import { eventually, startTestWorker, statusOf } from '../support/worker.ts';

let world: MoneyWorld;
let staff: StaffActor;
let runtime: WorkerRuntime;

beforeAll(async () => {
  world = await createMoneyWorld('hourly');
  staff = await createStaff(world);
  runtime = await startTestWorker(world, { parts: { prepare: true, moneyCheck: true } });
}, 120_000);
afterAll(async () => {
  for (const name of ['moneyCheck', 'reconciliation']) await runtime.client.schedule.getHandle(name).delete();
  await runtime.stop();
  await world.close();
});

const finished = (begunBy: 'schedule' | 'restart' | 'operator') =>
  eventually(`a run by ${begunBy}`, async () =>
    world.owner
      .selectFrom('money_checks')
      .select(['id', 'state', 'asked_by'])
      .where('begun_by', '=', begunBy)
      .where('finished_at', 'is not', null)
      .executeTakeFirst(),
  );

test('the books are checked after the worker has started, every hour by the schedule, and when an operator requests it', async () => {
  expect((await finished('restart')).state).toBe('clean');
  const schedule = runtime.client.schedule.getHandle('moneyCheck');
  const { spec, policies, action } = await schedule.describe();
  expect(spec.intervals).toMatchObject([{ every: 3_600_000 }]);
  expect(policies.overlap).toBe('SKIP');
  expect(action).toMatchObject({ type: 'startWorkflow', workflowType: 'moneyCheck' });
  await schedule.trigger();
  expect((await finished('schedule')).state).toBe('clean');
  await checkNow(world.as(staff));
  const check = await finished('operator');
  expect(check).toMatchObject({ state: 'clean', asked_by: staff.userId });
  await eventually(
    'the end of its workflow',
    async () => (await statusOf(runtime, `money-check/${check.id}`)) === 'COMPLETED',
  );
  await recordHistory(runtime.client, `money-check/${check.id}`, 'money-check-clean');
  expect((await moneyChecks(world.as(staff))).current).toBeNull();
});

test('the provider is reconciled after a start that missed it, and every day by a schedule of its own', async () => {
  const ended = (begunBy: 'schedule' | 'restart') =>
    eventually(`a reconciliation by ${begunBy}`, async () =>
      world.owner
        .selectFrom('reconciliations')
        .select(['id', 'state', 'lines_stored'])
        .where('begun_by', '=', begunBy)
        .where('finished_at', 'is not', null)
        .executeTakeFirst(),
    );
  expect(await ended('restart')).toMatchObject({ state: 'clean', lines_stored: 1 });
  const schedule = runtime.client.schedule.getHandle('reconciliation');
  const { spec, policies, action } = await schedule.describe();
  expect(spec.intervals).toMatchObject([{ every: 24 * 3_600_000 }]);
  expect(policies.overlap).toBe('SKIP');
  expect(action).toMatchObject({ type: 'startWorkflow', workflowType: 'reconciliation', taskQueue: 'discovery' });
  await schedule.trigger();
  const { id, state } = await ended('schedule');
  expect(state).toBe('clean');
  const workflowId = `reconciliation/${id}`;
  await eventually('the end of its workflow', async () => (await statusOf(runtime, workflowId)) === 'COMPLETED');
  await recordHistory(runtime.client, workflowId, 'reconciliation-clean');
});

test('a schedule that is there already is brought up to date and not made twice', async () => {
  const again = await startTestWorker(world, { parts: { prepare: true, moneyCheck: true } });
  try {
    const names: string[] = [];
    for await (const { scheduleId } of runtime.client.schedule.list()) names.push(scheduleId);
    expect(names.filter((name) => name === 'moneyCheck').length).toBeLessThanOrEqual(1);
    expect((await runtime.client.schedule.getHandle('moneyCheck').describe()).spec.intervals).toHaveLength(1);
  } finally {
    await again.stop();
  }
});
