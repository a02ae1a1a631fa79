import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrgActor } from '../../server/context.ts';
import { decline } from '../../server/features/addenda/answer.ts';
import { propose } from '../../server/features/addenda/propose.ts';
import { sign } from '../../server/features/addenda/sign.ts';
import type { WorkerRuntime } from '../../workflows/runtime.ts';
import { recordHistory } from '../support/histories.ts';
import { DEVICE, inDays, signedDeal } from '../support/negotiation.ts';
import { createOrg, createTestWorld, type TestWorld } from '../support/people.ts';
import { eventually, startTestWorker, statusOf } from '../support/worker.ts';

let world: TestWorld;
let runtime: WorkerRuntime;
let brand: OrgActor;
let creator: OrgActor;
let contractId: string;

beforeAll(async () => {
  world = await createTestWorld('wf_addenda');
  runtime = await startTestWorker(world);
  brand = await createOrg(world, 'brand', 'Lumen');
  creator = await createOrg(world, 'creator', 'Maya');
  ({ contractId } = await signedDeal(world, brand, creator));
}, 120_000);
afterAll(async () => {
  await runtime?.stop();
  await world?.close();
});

async function proposed() {
  const { addenda } = await propose(world.as(creator), {
    contractId,
    reason: 'A story besides',
    currency: 'EUR',
    changes: [
      { kind: 'add', title: 'Story', amount: 10_000, dueAt: inDays(15), items: [] },
      { kind: 'clocks', clocks: { funding: 'PT96H' } },
    ],
  });
  return addenda[0]!;
}
const ended = (addendumId: string) => async (): Promise<boolean> =>
  (await statusOf(runtime, `addendum/${addendumId}`)) === 'COMPLETED';

test('the second signature applies an addendum, whose new milestone has a workflow; a refusal ends it', async () => {
  const refused = await proposed();
  await decline(world.as(brand), { addendumId: refused.id, reason: 'Not this month' });
  await eventually('the end of the refused one', ended(refused.id));
  await recordHistory(runtime.client, `addendum/${refused.id}`, 'addendum-declined');

  const { id, documentHash } = await proposed();
  for (const who of [brand, creator])
    await sign(world.as(who), { addendumId: id, documentHash, typedName: who.name }, DEVICE);
  await eventually('the end of the signed one', ended(id));
  await recordHistory(runtime.client, `addendum/${id}`, 'addendum-applied');
  const added = await world.owner
    .selectFrom('milestones')
    .select(['id', 'state', 'amount'])
    .where('addendum_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(added).toMatchObject({ state: 'awaiting_funding', amount: 10_000 });
  await eventually(
    'the workflow of the new milestone',
    async () => (await statusOf(runtime, `escrow/${added.id}`)) === 'RUNNING',
  );
});
