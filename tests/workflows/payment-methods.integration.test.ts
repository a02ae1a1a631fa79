import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeMethod, startSetup } from '../../server/features/payment-methods/setup.ts';
import { setAutoFund } from '../../server/features/payment-methods/service.ts';
import type { WorkerRuntime } from '../../workflows/runtime.ts';
import { createMoneyWorld, openDeal, milestone, type MoneyWorld } from '../server/features/escrow/deal-kit.ts';
import { recordHistory } from '../support/histories.ts';
import { prove } from '../support/people.ts';
import { eventually, startTestWorker, statusOf } from '../support/worker.ts';

let world: MoneyWorld;
let runtime: WorkerRuntime;

beforeAll(async () => {
  world = await createMoneyWorld('methods-run');
  runtime = await startTestWorker(world);
}, 120_000);
afterAll(async () => {
  await runtime.stop();
  await world.close();
});

const methodOf = (id: string) =>
  world.owner
    .selectFrom('payment_methods')
    .select(['state', 'session_id', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const ended = (id: string) => eventually(`the end of ${id}`, async () => (await statusOf(runtime, id)) === 'COMPLETED');

test('a card is saved also when the payer does not come back, pays a milestone by itself, and is removed once the provider is back', async () => {
  const { brand } = await openDeal(world);
  await prove(world, brand);
  const { methodId } = await startSetup(world.as(brand));
  await world.command(`pay/${(await methodOf(methodId)).session_id}`, { card: '4242424242424242' });
  await eventually('the card is saved', async () => (await methodOf(methodId)).state === 'active', 30_000);
  await ended(`payment-method/${methodId}`);
  await recordHistory(runtime.client, `payment-method/${methodId}`, 'payment-method-saved');

  await setAutoFund(world.as(brand), { on: true });
  const { milestoneId } = await openDeal(world, { brand });
  await eventually('the milestone is funded', async () => (await milestone(world, milestoneId)).state === 'funded');
  await ended(`auto-funding/${milestoneId}`);
  await recordHistory(runtime.client, `auto-funding/${milestoneId}`, 'auto-funding-charged');

  await world.command('faults', { match: { path: '/v1/payment_methods/*/detach' }, kind: '500_before', times: 1 });
  await removeMethod(world.as(brand), { methodId });
  expect((await methodOf(methodId)).state).toBe('removing');
  await eventually('it is removed', async () => (await methodOf(methodId)).state === 'removed', 30_000);
});
