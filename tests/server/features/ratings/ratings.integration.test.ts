import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrgActor, StaffActor } from '../../../../server/context.ts';
import { showDueRatings } from '../../../../server/features/discovery/ratings.ts';
import { RATING_DAYS } from '../../../../server/features/ratings/rules.ts';
import {
  eraseFromRatings,
  rate,
  ratingsOf,
  ratingsOfThisDeal,
  removeRating,
  replyToRating,
  reportedRating,
  reportRating,
} from '../../../../server/features/ratings/service.ts';
import { insertDealRows } from '../../../support/deal-rows.ts';
import { createOrg, createStaff, createTestWorld, type TestWorld } from '../../../support/people.ts';

let world: TestWorld;
let brand: OrgActor;
let creator: OrgActor;
let other: OrgActor;
let staff: StaffActor;
let contractId: string;
const DAY = 24 * 3_600_000;

const completedAt = (at: Date) =>
  world.owner
    .updateTable('contracts')
    .set({ state: 'completed', completed_at: at })
    .where('id', '=', contractId)
    .execute();
const code = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no refusal',
    (e: { code?: string }) => e.code ?? String(e),
  );
const ratingOf =
  (who: OrgActor, requestKey?: string) =>
  (stars: number, body = '') =>
    rate(world.as(who, requestKey ? { requestKey } : {}), { contractId, stars, body });
const read = (who: OrgActor) => ratingsOfThisDeal(world.as(who), { contractId });
/** The rating by which the creator is found. */
const searched = async () =>
  (
    await world.owner
      .selectFrom('creator_search')
      .select('rating')
      .where('org_id', '=', creator.orgId)
      .executeTakeFirst()
  )?.rating;
const page = (who: OrgActor, orgId: string) => ratingsOf(world.as(who), { orgId, limit: 25 });

beforeAll(async () => {
  world = await createTestWorld('ratings');
  staff = await createStaff(world, 'trust');
});
afterAll(() => world?.close());
beforeEach(async () => {
  brand = await createOrg(world, 'brand', 'Rosa');
  creator = await createOrg(world, 'creator', 'Kim');
  other = await createOrg(world, 'brand', 'Other');
  await world.owner
    .updateTable('creator_profiles')
    .set({ published_at: new Date() })
    .where('org_id', '=', creator.orgId)
    .execute();
  ({ contractId } = await insertDealRows(world, brand, creator, 'released'));
  await completedAt(new Date(Date.now() - DAY));
});

test('a rating stays hidden from the other side and from everybody else until both sides have rated', async () => {
  await ratingOf(brand)(5, 'On time and lovely.');
  expect(await read(brand)).toMatchObject({ mine: { stars: 5 }, theirs: null, shown: false, canRate: 'rating.given' });
  expect(await read(creator)).toMatchObject({ mine: null, theirs: null, canRate: true });
  expect(await page(other, creator.orgId)).toMatchObject({ items: [], count: 0, mean: null });

  await ratingOf(creator)(4, 'Clear brief.');
  expect(await read(creator)).toMatchObject({ mine: { stars: 4 }, theirs: { stars: 5, relation: 'about_me' } });
  expect(await page(other, creator.orgId)).toMatchObject({
    items: [{ stars: 5, body: 'On time and lovely.', author: { name: 'Rosa' }, relation: 'other' }],
    count: 1,
    mean: 50,
  });
  expect(await page(other, brand.orgId)).toMatchObject({ items: [{ stars: 4 }], mean: 40 });
  expect(await searched(), 'creators are searched by it').toBe(50);
});

test('a single rating is shown when the time to rate is over, and the other side can no longer rate', async () => {
  await ratingOf(brand)(3);
  const begun = Date.now() - (RATING_DAYS + 1) * DAY;
  await completedAt(new Date(begun));
  await world.owner
    .updateTable('ratings')
    .set({ visible_at: new Date(begun + RATING_DAYS * DAY) })
    .where('contract_id', '=', contractId)
    .execute();
  expect(await read(creator)).toMatchObject({ theirs: { stars: 3 }, canRate: 'rating.time_over' });
  expect(await code(ratingOf(creator)(1, 'revenge'))).toBe('rating.time_over');
  expect(await page(other, creator.orgId)).toMatchObject({ count: 1, mean: 30 });
});

test('creators are found by a rating as soon as others may read it, also by time alone, and not by a removed one', async () => {
  await ratingOf(brand)(3);
  expect(await searched()).toBeNull();
  await world.owner.transaction().execute(async (tx) => {
    // As if nothing had touched the row: its trigger skips a creator whose search row this transaction has made.
    await sql`select set_config('app.search_refreshed', ${creator.orgId}, true)`.execute(tx);
    await tx
      .updateTable('ratings')
      .set({ visible_at: new Date(Date.now() - DAY) })
      .where('contract_id', '=', contractId)
      .execute();
  });
  expect(await searched(), 'its row has not changed').toBeNull();
  expect(await showDueRatings(world.system())).toBeGreaterThan(0);
  expect(await showDueRatings(world.system())).toBe(0);
  expect(await searched()).toBe(30);
  await world.owner
    .updateTable('ratings')
    .set({ removed_at: new Date() })
    .where('contract_id', '=', contractId)
    .execute();
  expect(await searched()).toBeNull();
});

test('each side rates a completed deal once, also when both press at the same moment or a call is repeated', async () => {
  const twice = await Promise.allSettled([ratingOf(brand)(5), ratingOf(brand)(1), ratingOf(creator)(4)]);
  expect(twice.filter((one) => one.status === 'fulfilled')).toHaveLength(2);
  expect(await page(other, creator.orgId)).toMatchObject({ count: 1 });
  expect(await page(other, brand.orgId)).toMatchObject({ count: 1 });

  ({ contractId } = await insertDealRows(world, brand, creator, 'released'));
  await completedAt(new Date());
  await ratingOf(brand, 'key-1')(5);
  await ratingOf(brand, 'key-1')(5);
  expect(await code(ratingOf(brand, 'key-2')(5))).toBe('rating.given');
  ({ contractId } = await insertDealRows(world, brand, creator, 'delivered'));
  expect(await code(ratingOf(brand)(5))).toBe('rating.deal_open');
  expect(await code(ratingOf(other)(5))).toBe('not_found');
});

test('only the rated side replies, once; a report opens one case, and staff remove the text with a reason', async () => {
  await ratingOf(brand)(1, 'Late.');
  await ratingOf(creator)(2, 'Rude.');
  const { theirs } = await read(brand);
  const ratingId = theirs!.id;
  expect(await code(replyToRating(world.as(creator), { ratingId, body: 'No.' }))).toBe('auth.not_allowed');
  expect(await replyToRating(world.as(brand), { ratingId, body: 'We apologised.' })).toMatchObject({
    reply: 'We apologised.',
  });
  expect(await code(replyToRating(world.as(brand), { ratingId, body: 'And again.' }))).toBe('rating.replied');

  await reportRating(world.as(brand), { ratingId, reason: 'It insults our staff.' });
  await reportRating(world.as(brand), { ratingId, reason: 'It insults our staff.' });
  const cases = await world.owner
    .selectFrom('cases')
    .select(['id', 'message'])
    .where('kind', '=', 'rating_reported')
    .where('org_id', '=', brand.orgId)
    .execute();
  expect(cases).toMatchObject([{ message: 'It insults our staff.' }]);
  expect(await reportedRating(world.as(staff), { caseId: cases[0]!.id })).toMatchObject({
    ratingId,
    body: 'Rude.',
    removed: false,
  });
  await removeRating(world.as(staff), { ratingId, reason: 'An insult.' });
  expect(await page(other, brand.orgId)).toMatchObject({ items: [], count: 0 });
  expect(await code(ratingOf(creator)(5))).toBe('rating.given');
});

test('erasing a person blanks the text and the reply of the own org, and keeps the stars', async () => {
  await ratingOf(brand)(5, 'Names somebody.');
  await ratingOf(creator)(5);
  const ratingId = (await read(brand)).theirs!.id;
  await replyToRating(world.as(brand), { ratingId, body: 'My number is in the profile.' });
  await eraseFromRatings(world.system(), { userId: brand.userId, name: 'Deleted user' });
  expect(await page(other, creator.orgId)).toMatchObject({ items: [{ stars: 5, body: '' }], count: 1 });
  expect(await page(other, brand.orgId)).toMatchObject({ items: [{ reply: null }] });
});
