import { afterAll, beforeAll, expect, test } from 'vitest';
import { draft, invite } from '../../server/features/representations/invite.ts';
import { accept, end } from '../../server/features/representations/answer.ts';
import type { RepresentationDto } from '../../server/features/representations/schema.ts';
import type { OrgActor } from '../../server/context.ts';
import type { WorkerRuntime } from '../../workflows/runtime.ts';
import { recordHistory } from '../support/histories.ts';
import { createOrg, createTestWorld, type TestWorld } from '../support/people.ts';
import { eventually, startTestWorker, statusOf } from '../support/worker.ts';

let world: TestWorld;
let runtime: WorkerRuntime;
beforeAll(async () => {
  world = await createTestWorld('wf_agents');
  runtime = await startTestWorker(world);
}, 120_000);
afterAll(async () => {
  await runtime?.stop();
  await world?.close();
});

const NO_DEVICE = { ip: null, userAgent: null };
async function invited(agency: OrgActor, creator: OrgActor, to: Date | null): Promise<RepresentationDto> {
  const input = {
    creator: creator.email,
    scopes: ['negotiate' as const],
    commissionBps: 1_500,
    from: new Date(),
    to,
    noticeDays: 0,
    language: 'en' as const,
  };
  const { documentHash } = await draft(world.as(agency), input);
  return invite(world.as(agency), { ...input, documentHash, typedName: agency.name }, NO_DEVICE);
}
const workflowOf = (id: string) => statusOf(runtime, `representation/${id}`);
const stateOf = async (id: string) =>
  (await world.owner.selectFrom('representations').select('state').where('id', '=', id).executeTakeFirstOrThrow())
    .state;

test('a representation is followed from its invitation to its end, which takes the power at that moment', async () => {
  const agency = await createOrg(world, 'agency', 'Elena Vidal');
  const creator = await createOrg(world, 'creator', 'Leo Duarte');
  const to = new Date(Date.now() + 4_000);
  const { id, documentHash } = await invited(agency, creator, to);
  await accept(
    world.as(creator),
    { representationId: id, documentHash: documentHash!, typedName: creator.name, scopes: ['negotiate'] },
    NO_DEVICE,
  );
  await eventually('its end', async () => (await stateOf(id)) === 'ended');
  await eventually('the end of its workflow', async () => (await workflowOf(id)) === 'COMPLETED');
  await recordHistory(runtime.client, `representation/${id}`, 'representation-ended');
  expect(
    await world.owner.selectFrom('representations').select('ended_by').where('id', '=', id).executeTakeFirst(),
  ).toEqual({ ended_by: 'platform' });

  const other = await createOrg(world, 'creator', 'Other');
  const second = await invited(agency, other, null);
  await accept(
    world.as(other),
    { representationId: second.id, documentHash: second.documentHash!, typedName: other.name, scopes: [] },
    NO_DEVICE,
  );
  await end(world.as(other), { representationId: second.id });
  await eventually('the end of the other', async () => (await workflowOf(second.id)) === 'COMPLETED');
});
