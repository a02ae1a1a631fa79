import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTx, type OrgActor } from '../../server/context.ts';
import { newId } from '../../server/core/ids.ts';
import { checkIn, checkInCode } from '../../server/features/visits/arrival.ts';
import { bookVisit } from '../../server/features/visits/booking.ts';
import { CHECK_IN_AFTER_END_MS } from '../../server/features/visits/rules.ts';
import { offerSlot } from '../../server/features/visits/slots.ts';
import { signalWorkflow } from '../../server/features/outbox/commands.ts';
import type { WorkerRuntime } from '../../workflows/runtime.ts';
import { recordHistory } from '../support/histories.ts';
import { signedDeal } from '../support/negotiation.ts';
import { createOrg, createTestWorld, type TestWorld } from '../support/people.ts';
import { eventually, startTestWorker, statusOf } from '../support/worker.ts';

let world: TestWorld;
let runtime: WorkerRuntime;
let brand: OrgActor;
let creator: OrgActor;
const HOUR = 3_600_000;
const SOON_MS = 1_000;

beforeAll(async () => {
  world = await createTestWorld('wf_visits');
  runtime = await startTestWorker(world);
}, 120_000);
afterAll(async () => {
  await runtime?.stop();
  await world?.close();
});

/** A booked visit that starts in three days; its slot. */
async function booked(): Promise<{ visitId: string; slotId: string }> {
  brand = await createOrg(world, 'brand', 'Lumen');
  creator = await createOrg(world, 'creator', 'Maya');
  const { contractId } = await signedDeal(world, brand, creator);
  const startsAt = new Date(Date.now() + 72 * HOUR);
  const { slots } = await offerSlot(world.as(brand), {
    subject: { kind: 'contract', id: contractId },
    startsAt,
    endsAt: new Date(startsAt.getTime() + HOUR),
    capacity: 1,
    placeName: 'Café Lumen',
    address: '',
    city: 'Lyon',
    country: 'FR',
    offered: '',
    cancelHours: 12,
    timeZone: 'Europe/Paris',
  });
  const visit = await bookVisit(world.as(creator), { slotId: slots[0]!.id });
  return { visitId: visit.id, slotId: slots[0]!.id };
}
/** Moves the slot so that it starts in `ms`, negative for one that has started. */
async function startIn({ visitId, slotId }: { visitId: string; slotId: string }, ms: number): Promise<void> {
  const starts_at = new Date(Date.now() + ms);
  const ends_at = new Date(starts_at.getTime() + HOUR);
  await world.owner.updateTable('visit_slots').set({ starts_at, ends_at }).where('id', '=', slotId).execute();
  await world.owner
    .updateTable('visits')
    .set({ starts_at, booked_at: new Date(starts_at.getTime() - 96 * HOUR) })
    .where('id', '=', visitId)
    .execute();
  await withTx(world.system(), (tx) => signalWorkflow(tx, 'visitLifecycle', visitId, 'sooner', newId()));
}
const count = (orgId: string, kind: 'visit_reminder' | 'visit_missed', n: number) => async (): Promise<boolean> =>
  (await world.owner.selectFrom('notices').select('id').where('org_id', '=', orgId).where('kind', '=', kind).execute())
    .length === n;
const ended = (visitId: string) => async (): Promise<boolean> =>
  (await statusOf(runtime, `visit/${visitId}`)) === 'COMPLETED';

test('both sides are reminded twice, and a visit without a check-in is missed when its window closes', async () => {
  const visit = await booked();
  await startIn(visit, 24 * HOUR + SOON_MS);
  await eventually('the first reminder', count(creator.orgId, 'visit_reminder', 1));
  await startIn(visit, 2 * HOUR + SOON_MS);
  await eventually('the second reminder', count(brand.orgId, 'visit_reminder', 2));
  await startIn(visit, SOON_MS - HOUR - CHECK_IN_AFTER_END_MS);
  await eventually('the notice of the missed visit', count(brand.orgId, 'visit_missed', 1));
  await eventually('the end of its workflow', ended(visit.visitId));
  await recordHistory(runtime.client, `visit/${visit.visitId}`, 'visit-reminded-missed');
});

test('a check-in ends the workflow', async () => {
  const visit = await booked();
  await startIn(visit, -60_000);
  const { code } = await checkInCode(world.as(brand), { visitId: visit.visitId });
  expect(await checkIn(world.as(creator), { visitId: visit.visitId, code })).toMatchObject({ state: 'arrived' });
  await eventually('the end of its workflow', ended(visit.visitId));
  await recordHistory(runtime.client, `visit/${visit.visitId}`, 'visit-arrived');
});
