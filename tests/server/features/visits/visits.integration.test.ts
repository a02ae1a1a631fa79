import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrgActor } from '../../../../server/context.ts';
import { steppedClock } from '../../../../server/core/clock.ts';
import { newId } from '../../../../server/core/ids.ts';
import { checkIn, checkInCode, markArrived } from '../../../../server/features/visits/arrival.ts';
import { bookVisit, cancelVisit, moveVisit } from '../../../../server/features/visits/booking.ts';
import { CODE_TRIES } from '../../../../server/features/visits/rules.ts';
import type { SlotDto, Subject } from '../../../../server/features/visits/schema.ts';
import { closeSlot, offerSlot, visitsOf } from '../../../../server/features/visits/slots.ts';
import { missVisit, remindOfVisit } from '../../../../server/features/visits/timers.ts';
import { upcomingVisits } from '../../../../server/features/visits/upcoming.ts';
import { eraseVisitsOfPerson } from '../../../../server/features/visits/queries.ts';
import { replyToAd, withdrawReply } from '../../../../server/features/ads/replies.ts';
import { postAd } from '../../../../server/features/ads/service.ts';
import { readVisit } from '../../../../workflows/activities/visits.ts';
import { signedDeal } from '../../../support/negotiation.ts';
import { createOrg, createTestWorld, type TestWorld } from '../../../support/people.ts';

let world: TestWorld;
let brand: OrgActor;
let creator: OrgActor;
let deal: Subject;
const HOUR = 3_600_000;
const base = Date.now() + 72 * HOUR;

beforeAll(async () => {
  world = await createTestWorld('visits');
});
afterAll(() => world?.close());
beforeEach(async () => {
  brand = await createOrg(world, 'brand', 'Lumen');
  creator = await createOrg(world, 'creator', 'Maya');
  deal = { kind: 'contract', id: (await signedDeal(world, brand, creator)).contractId };
});

const code = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no refusal',
    (e: { code?: string; data?: { field?: string } }) => [e.code ?? String(e), e.data?.field].filter(Boolean).join(' '),
  );
const at = (hours: number) => new Date(base + hours * HOUR);
const clock = (hours: number) => ({ clock: steppedClock(at(hours)) });
const fields = (patch: object = {}) => ({
  subject: deal,
  startsAt: at(0),
  endsAt: at(1),
  capacity: 1,
  placeName: 'Café Lumen',
  address: '12 place Sathonay',
  city: 'Lyon',
  country: 'FR',
  offered: 'Breakfast for two',
  cancelHours: 12 as const,
  timeZone: 'Europe/Paris',
  ...patch,
});
const offer = async (patch: object = {}): Promise<SlotDto> => {
  const before = new Set((await visitsOf(world.as(brand), fields(patch).subject)).slots.map(({ id }) => id));
  const { slots } = await offerSlot(world.as(brand), fields(patch));
  return slots.find(({ id }) => !before.has(id))!;
};
const book = (slotId: string, who = creator) => bookVisit(world.as(who), { slotId });
const notices = async (orgId: string) =>
  (await world.owner.selectFrom('notices').select('kind').where('org_id', '=', orgId).orderBy('id').execute())
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith('visit_'));
const slotRow = (id: string) =>
  world.owner.selectFrom('visit_slots').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const AD = {
  title: 'Reel about our new brunch',
  body: 'One reel of thirty seconds about the new brunch on place Sathonay.',
  niches: [],
  platform: 'instagram' as const,
  format: 'reel' as const,
  remote: false,
  city: 'Lyon',
  country: 'FR',
  currency: 'EUR' as const,
  payMin: 12_000,
  payMax: null,
  goods: '',
  goodsValue: null,
  dueAt: null,
  days: 30 as const,
  photoId: null,
};
const adOf = async () => (await postAd(world.as(brand), { adId: null, version: 1, ad: AD })).id;
const answer = (who: OrgActor, adId: string) =>
  replyToAd(world.as(who), { adId, body: 'I film breakfast places every week.', price: null, dueAt: null, links: [] });

test('a slot is refused at the field that is wrong, offered once per click, and hidden from strangers', async () => {
  expect(await code(offer({ startsAt: at(-100), endsAt: at(-99) }))).toBe('visit.time_in_past startsAt');
  expect(await code(offer({ endsAt: at(0.1) }))).toBe('visit.length endsAt');
  expect(await code(offer({ offered: 'Call me on +33 6 12 34 56 78' }))).toBe('visit.text_refused offered');
  const requestKey = newId();
  const send = () => offerSlot(world.as(brand, { requestKey }), fields());
  await send();
  expect((await send()).slots).toHaveLength(1);
  expect(await notices(creator.orgId)).toEqual(['visit_offered']);
  const stranger = await createOrg(world, 'creator', 'Jade');
  expect(await code(visitsOf(world.as(stranger), deal))).toBe('not_found');
  const [slot] = (await visitsOf(world.as(creator), deal)).slots;
  expect(await code(book(slot!.id, stranger))).toBe('not_found');
});

test('two clicks at once book one place, and of two creators at once one gets the last place', async () => {
  const adId = await adOf();
  const jade = await createOrg(world, 'creator', 'Jade');
  for (const who of [creator, jade]) await answer(who, adId);
  const slot = await offer({ subject: { kind: 'ad', id: adId } });
  const results = await Promise.allSettled([book(slot.id), book(slot.id), book(slot.id, jade), book(slot.id, jade)]);
  const booked = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []));
  expect(booked).toHaveLength(2);
  expect(new Set(booked).size).toBe(1);
  expect(await slotRow(slot.id)).toMatchObject({ capacity: 1, taken: 1 });
  expect(await notices(brand.orgId)).toEqual(['visit_booked']);
  const losers = results.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code: string }).code] : []));
  expect(losers).toEqual(['visit.full', 'visit.full']);
  // Past the service, the table itself refuses a second visitor.
  const row = await world.owner.selectFrom('visits').selectAll().where('id', '=', booked[0]!).executeTakeFirstOrThrow();
  const id = newId();
  const second = world.owner.transaction().execute(async (trx) => {
    await trx
      .insertInto('workflow_outbox')
      .values({
        dedupe_key: `start:visit/${id}`,
        kind: 'start',
        workflow_id: `visit/${id}`,
        workflow_type: 'visitLifecycle',
        task_queue: 'discovery',
        payload: JSON.stringify({ id }),
      })
      .execute();
    await trx
      .insertInto('visits')
      .values({ ...row, id, creator_org: row.creator_org === jade.orgId ? creator.orgId : jade.orgId })
      .execute();
  });
  await expect(second).rejects.toThrow('visit_slots_capacity');
});

test('a visit is moved to a free slot of the same deal, and its place is free again', async () => {
  const [first, second, third] = [
    await offer(),
    await offer({ startsAt: at(24), endsAt: at(25) }),
    await offer({ startsAt: at(24.5), endsAt: at(25.5), capacity: 2 }),
  ];
  const visit = await book(first.id);
  expect(await code(book(second.id))).toBe('visit.already_booked');
  const moved = await moveVisit(world.as(creator), { visitId: visit.id, slotId: second.id });
  expect(moved).toMatchObject({ id: visit.id, state: 'booked', slot: { id: second.id } });
  expect((await slotRow(first.id)).taken).toBe(0);
  expect((await slotRow(second.id)).taken).toBe(1);
  expect(await notices(brand.orgId)).toEqual(['visit_booked', 'visit_moved']);
  // A slot of another brand at the same time.
  const adBrand = await createOrg(world, 'brand', 'Forno');
  const ad = (await postAd(world.as(adBrand), { adId: null, version: 1, ad: AD })).id;
  await answer(creator, ad);
  const { slots } = await offerSlot(
    world.as(adBrand),
    fields({ subject: { kind: 'ad', id: ad }, startsAt: at(24.5), endsAt: at(26) }),
  );
  expect(await code(book(slots[0]!.id))).toBe('visit.overlap');
  expect(await code(moveVisit(world.as(creator, clock(20)), { visitId: visit.id, slotId: third.id }))).toBe(
    'visit.too_late_to_change',
  );
  expect((await moveVisit(world.as(creator), { visitId: visit.id, slotId: third.id })).slot.id).toBe(third.id);
});

test('a creator cancels until the stated time, a brand takes a slot back with its visits', async () => {
  const slot = await offer();
  const visit = await book(slot.id);
  expect(await code(cancelVisit(world.as(creator, clock(-6)), { visitId: visit.id, reason: '' }))).toBe(
    'visit.too_late_to_change',
  );
  expect(await cancelVisit(world.as(creator), { visitId: visit.id, reason: 'Ill' })).toMatchObject({
    state: 'cancelled',
    cancelledBy: 'creator',
    reason: 'Ill',
  });
  expect((await slotRow(slot.id)).taken).toBe(0);
  const again = await book(slot.id);
  const after = await closeSlot(world.as(brand), { slotId: slot.id, reason: 'Closed that day' });
  expect(after.slots[0]).toMatchObject({ state: 'closed', taken: 0 });
  expect((await visitsOf(world.as(creator), deal)).slots[0]!.visits.map(({ state }) => state)).toEqual([
    'cancelled',
    'cancelled',
  ]);
  expect(await notices(creator.orgId)).toEqual(['visit_offered', 'visit_cancelled']);
  expect(await code(book(slot.id))).toBe('visit.slot_closed');
  const key = await world.owner
    .selectFrom('workflow_outbox')
    .select('dedupe_key')
    .where('workflow_id', '=', `visit/${again.id}`)
    .where('kind', '=', 'signal')
    .execute();
  expect(key).toHaveLength(1);
});

test('the right code checks in within the window; wrong ones count although the call fails, the fifth is the last', async () => {
  const slot = await offer();
  const visit = await book(slot.id);
  const { code: right } = await checkInCode(world.as(brand), { visitId: visit.id });
  expect(await code(checkInCode(world.as(creator), { visitId: visit.id }))).toBe('not_found');
  const stored = JSON.stringify(
    await world.owner.selectFrom('visits').selectAll().where('id', '=', visit.id).execute(),
  );
  expect(stored).not.toContain(right);
  const type = (typed: string, hours: number) =>
    checkIn(world.as(creator, clock(hours)), { visitId: visit.id, code: typed });
  expect(await code(type(right, -0.1))).toBe('visit.check_in_early');
  expect(await code(type(right, 2))).toBe('visit.check_in_over');
  const wrong = right === '000000' ? '111111' : '000000';
  for (let n = 1; n < CODE_TRIES; n += 1) expect(await code(type(wrong, 0.2))).toBe('visit.code_wrong code');
  expect(await code(type(wrong, 0.2))).toBe('visit.code_locked code');
  expect(await code(type(right, 0.2))).toBe('visit.code_locked');
  expect(await markArrived(world.as(brand, clock(0.3)), { visitId: visit.id })).toMatchObject({
    state: 'arrived',
    arrivedBy: 'brand',
  });

  const next = await offer({ startsAt: at(48), endsAt: at(49) });
  const second = await book(next.id);
  const good = (await checkInCode(world.as(brand), { visitId: second.id })).code;
  expect(await checkIn(world.as(creator, clock(48.1)), { visitId: second.id, code: good })).toMatchObject({
    state: 'arrived',
    arrivedBy: 'code',
  });
  expect(await notices(brand.orgId)).toContain('visit_arrived');
});

test('both sides are reminded once per reminder and notified of a missed visit, which the brand may correct', async () => {
  const slot = await offer();
  const visit = await book(slot.id);
  const remind = (hours: number) => remindOfVisit(world.system(steppedClock(at(hours))), { visitId: visit.id });
  const steps = async (hours: number) =>
    (await readVisit(world.system(steppedClock(at(hours))), { id: visit.id })).steps.map(({ act }) => act);
  expect(await steps(-40)).toEqual(['remind', 'remind', 'miss']);
  expect(await remind(-30)).toMatchObject({ done: false });
  expect(await remind(-24)).toMatchObject({ done: true });
  expect(await remind(-23)).toMatchObject({ done: false });
  expect(await steps(-23)).toEqual(['remind', 'miss']);
  expect(await remind(-1.5)).toMatchObject({ done: true });
  const miss = (hours: number) => missVisit(world.system(steppedClock(at(hours))), { visitId: visit.id });
  expect(await miss(1.4)).toMatchObject({ done: false, state: 'booked' });
  expect(await miss(1.5)).toMatchObject({ done: true, state: 'missed' });
  expect(await miss(1.6)).toMatchObject({ done: false, state: 'missed' });
  for (const orgId of [brand.orgId, creator.orgId])
    expect((await notices(orgId)).slice(-3)).toEqual(['visit_reminder', 'visit_reminder', 'visit_missed']);
  expect((await upcomingVisits(world.as(creator, clock(2)), { limit: 25 })).items[0]).toMatchObject({
    state: 'missed',
  });
  expect(await markArrived(world.as(brand, clock(10)), { visitId: visit.id })).toMatchObject({ state: 'arrived' });
});

test('a visit for an ad whose reply was withdrawn is cancelled instead of counted as missed', async () => {
  const adId = await adOf();
  const { reply } = await answer(creator, adId);
  const slot = await offer({ subject: { kind: 'ad', id: adId } });
  const visit = await book(slot.id);
  await withdrawReply(world.as(creator), { replyId: reply!.id });
  expect(await missVisit(world.system(steppedClock(at(2))), { visitId: visit.id })).toMatchObject({
    done: false,
    state: 'cancelled',
  });
  // Who has no reply any more sees the slot because of the visit, and cannot book it again.
  expect(await code(book(slot.id))).toBe('visit.not_open');
});

test('erasure cancels what is booked and empties what a brand wrote', async () => {
  const visit = await book((await offer()).id);
  await eraseVisitsOfPerson(world.worker, { userId: brand.userId, at: new Date() });
  expect(await visitsOf(world.as(creator), deal)).toMatchObject({
    slots: [{ placeName: '-', address: '', offered: '', state: 'closed', taken: 0 }],
    mine: { id: visit.id, state: 'cancelled', cancelledBy: 'system' },
  });
});
