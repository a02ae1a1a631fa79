import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadManyCreators } from '../../../../db/seed/many-creators.ts';
import { withTx, type OrgActor } from '../../../../server/context.ts';
import { blockOrg, unblockOrg } from '../../../../server/features/discovery/service.ts';
import type { NicheKey } from '../../../../server/features/niches/rules.ts';
import { nicheWords } from '../../../../server/features/niches/synonyms.ts';
import { register } from '../../../../server/features/matching/register.ts';
import { bestSetInput, ofCampaignInput } from '../../../../server/features/matching/schema.ts';
import { bestSetOf } from '../../../../server/features/matching/best-set.ts';
import { audiencePart, TRAITS } from '../../../../server/features/matching/audience/rules.ts';
import { WEIGHTS } from '../../../../server/features/matching/rules.ts';
import {
  freshnessOfMatches,
  matchesOfCampaign,
  voteOnMatch,
  withdrawVote,
} from '../../../../server/features/matching/service.ts';
import { insertDealRows } from '../../../support/deal-rows.ts';
import { draftCampaign } from '../../../support/negotiation.ts';
import { dealRecords } from '../../../../server/features/matching/queries/candidates.ts';
import { similarCreators } from '../../../../server/features/matching/similar.ts';
import { createOrg, createTestWorld, type TestWorld } from '../../../support/people.ts';

let world: TestWorld;
let brand: OrgActor;
let other: OrgActor;
let campaignId: string;

beforeAll(async () => {
  world = await createTestWorld('matching');
  await loadManyCreators(world.database.DATABASE_OWNER_URL, 300);
  brand = await createOrg(world, 'brand', 'Lumen');
  other = await createOrg(world, 'brand', 'Ombra');
  ({ campaignId } = await draftCampaign(world, brand));
  const wanted = { niches: [], city: '', radiusKm: 500, followersMin: 0, followersMax: 100_000_000 };
  await world.owner
    .updateTable('campaigns')
    .set({ wanted: JSON.stringify({ ...wanted, engagementMinBps: 0, languages: [] }) })
    .where('id', '=', campaignId)
    .execute();
}, 120_000);
afterAll(() => world?.close());

const matches = (more: object = {}, actor = brand) =>
  matchesOfCampaign(world.as(actor), ofCampaignInput.parse({ campaignId, limit: 50, ...more }));

test('creators are ranked with a fit of 0 to 100, at most three reasons for and one against', async () => {
  const { items, considered } = await matches();
  expect(items).toHaveLength(50);
  expect(considered).toBeGreaterThan(50);
  for (const item of items) {
    expect(item.fit).toBeGreaterThanOrEqual(0);
    expect(item.fit).toBeLessThanOrEqual(100);
    expect(item.parts.quality).toBeNull();
    expect(item.reasonsFor.length).toBeLessThanOrEqual(3);
    expect(item.reasonsFor.every(({ points }) => points > 0)).toBe(true);
    expect(item.reasonAgainst?.points ?? -1).toBeLessThan(0);
  }
  expect(new Set(items.map((item) => item.creator.orgId)).size).toBe(50);
});

test('a creator who is hidden, blocked in either direction or unavailable is not in the list', async () => {
  const [first] = (await matches()).items;
  const orgId = first!.creator.orgId;
  const isIn = async () => (await matches()).items.some((item) => item.creator.orgId === orgId);
  expect(await isIn()).toBe(true);

  await blockOrg(world.as(brand), { orgId });
  expect(await isIn()).toBe(false);
  await unblockOrg(world.as(brand), { orgId });
  const back = { org_id: orgId, blocked_org: brand.orgId };
  await world.owner.insertInto('org_blocks').values(back).execute();
  expect(await isIn()).toBe(false);
  await world.owner.deleteFrom('org_blocks').where('org_id', '=', orgId).execute();

  const profile = (set: { hidden_at?: Date | null; available?: boolean }) =>
    world.owner.updateTable('creator_profiles').set(set).where('org_id', '=', orgId).execute();
  await profile({ hidden_at: new Date() });
  expect(await isIn()).toBe(false);
  await profile({ hidden_at: null });
  expect(await isIn()).toBe(true);

  const before = (await matches()).gated.find(({ gate }) => gate === 'unavailable')?.count ?? 0;
  await profile({ available: false });
  expect(await isIn()).toBe(false);
  expect((await matches()).gated).toContainEqual({ gate: 'unavailable', count: before + 1 });
  await profile({ available: true });
});

test('the weights of the call decide the order', async () => {
  const none = { topic: 0, audience: 0, place: 0, quality: 0, budget: 0, delivery: 0 };
  const { items } = await matches({ weights: { ...none, delivery: 100 } });
  for (const item of items)
    if (item.parts.delivery !== null) expect(item.fit).toBeLessThanOrEqual(100 * item.parts.delivery + 0.06);
  expect(ofCampaignInput.safeParse({ campaignId, weights: none }).success).toBe(false);
});

const saveAudience = (audience: object) =>
  world.owner
    .insertInto('brand_profiles')
    .values({ org_id: brand.orgId, audience: JSON.stringify(audience), updated_at: new Date() })
    .onConflict((c) => c.column('org_id').doUpdateSet({ audience: JSON.stringify(audience), updated_at: new Date() }))
    .execute();

test('the audience is compared by the campaign’s country and the brand’s ages and genders, and the ranking keeps the shares shown', async () => {
  const before = await matches();
  expect(before.items.every(({ audience }) => audience.age === null && audience.gender === null)).toBe(true);
  await saveAudience({ ageMin: 18, ageMax: 29, genders: ['female', 'nonbinary'] });
  expect(await freshnessOfMatches(world.as(brand), { campaignId, madeAt: before.madeAt })).toEqual({ state: 'stale' });
  const { items, run, audience } = await matches();
  expect(audience).toEqual({ country: 'FR', ageMin: 18, ageMax: 29, genders: ['female'] });
  const known = items.filter(({ parts }) => parts.audience !== null);
  expect(known.length).toBeGreaterThan(0);
  for (const { creator, parts, audience: shares } of known) {
    const row = await world.owner
      .selectFrom('creator_search')
      .select('audience')
      .where('org_id', '=', creator.orgId)
      .executeTakeFirstOrThrow();
    const bps = row.audience as Record<string, number>;
    expect(shares.gender).toBeCloseTo((bps['gender:female'] ?? 0) / 10_000, 6);
    expect(shares.country).toBeCloseTo((bps['country:FR'] ?? 0) / 10_000, 6);
    expect(shares.age).toBeCloseTo(((bps['age:18-24'] ?? 0) + (bps['age:25-34'] ?? 0) / 2) / 10_000, 6);
    expect(parts.audience).toBeCloseTo(audiencePart(shares, TRAITS)!, 9);
  }
  const stored = await world.owner
    .selectFrom('match_results')
    .select(['creator_org', 'parts'])
    .where('run_id', '=', run)
    .orderBy('position')
    .execute();
  expect(stored).toEqual(
    items.map((item) => ({ creator_org: item.creator.orgId, parts: { ...item.parts, within: item.audience } })),
  );
  await saveAudience({});
});

test('the topics compared are those that the profile names; one that stands in a caption alone is not', async () => {
  const { campaignId: about } = await draftCampaign(world, brand);
  const set = (niches: string[]) =>
    world.owner
      .updateTable('campaigns')
      .set({
        wanted: JSON.stringify({
          niches,
          city: '',
          radiusKm: 30,
          followersMin: 0,
          followersMax: 100_000_000,
          engagementMinBps: 0,
          languages: [],
        }),
      })
      .where('id', '=', about)
      .execute();
  const { org_id: orgId, niches } = await world.owner
    .selectFrom('creator_search')
    .select(['org_id', 'niches'])
    .where((eb) => eb(eb.fn<number>('cardinality', ['niches']), '=', 2))
    .where('available', '=', true)
    .executeTakeFirstOrThrow();
  const partOf = async () =>
    (await matches({ campaignId: about })).items.find(({ creator }) => creator.orgId === orgId)?.parts.topic;
  await set(niches);
  expect(await partOf()).toBeCloseTo(1, 6);

  const [kept, other] = niches;
  await world.owner
    .updateTable('creator_profiles')
    .set({ niches: [kept!] })
    .where('org_id', '=', orgId)
    .execute();
  const account = await world.owner
    .selectFrom('social_accounts')
    .select('id')
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow();
  await world.owner
    .insertInto('social_posts')
    .values({
      account_id: account.id,
      remote_id: '1',
      at: new Date(),
      url: 'https://instagram.test/p/1',
      text: `${nicheWords(other as NicheKey, 'en')[0]} every day`,
      is_video: false,
      likes: 1,
      comments: 0,
      read_at: new Date(),
    })
    .execute();
  expect(await partOf()).toBeLessThan(0.95);
  await world.owner.updateTable('creator_profiles').set({ niches }).where('org_id', '=', orgId).execute();
});

test('a rejected creator is left out of the campaign’s next rankings until brought back, and the reason raises its part', async () => {
  const [first] = (await matches()).items;
  const creatorOrg = first!.creator.orgId;
  await voteOnMatch(world.as(brand), { campaignId, creatorOrg, isUp: false, reason: 'price' });
  const after = await matches();
  expect(after.items.some((item) => item.creator.orgId === creatorOrg)).toBe(false);
  expect(after.rejected).toEqual([expect.objectContaining({ orgId: creatorOrg, reason: 'price' })]);
  expect(after.weights.budget).toBeCloseTo((WEIGHTS.budget + 0.02) / 1.02, 6);
  await withdrawVote(world.as(brand), { campaignId, creatorOrg });
  const back = await matches();
  expect(back.items.some((item) => item.creator.orgId === creatorOrg)).toBe(true);
  expect(back.weights).toEqual(WEIGHTS);
});

test('similar creators share topics with the others, and are neither one of them nor blocked', async () => {
  const [a, b] = (await matches()).items.map(({ creator }) => creator);
  const found = await similarCreators(world.as(brand), { handles: [a!.handle, b!.handle], limit: 20 });
  expect(found.length).toBeGreaterThan(0);
  expect(found.map(({ likeness }) => likeness)).toEqual(
    found.map(({ likeness }) => likeness).toSorted((x, y) => y - x),
  );
  expect(found.some(({ creator }) => [a!.handle, b!.handle].includes(creator.handle))).toBe(false);
  const [first] = found;
  await blockOrg(world.as(brand), { orgId: first!.creator.orgId });
  const after = await similarCreators(world.as(brand), { handles: [a!.handle, b!.handle], limit: 20 });
  expect(after.some(({ creator }) => creator.orgId === first!.creator.orgId)).toBe(false);
  await unblockOrg(world.as(brand), { orgId: first!.creator.orgId });
});

test('deals of other brands count for a creator, and exclusivity owed to one of them leaves the creator out', async () => {
  const creator = await createOrg(world, 'creator', 'Leo');
  const exclusivity = { days: 30, category: 'Roasted coffee' };
  const { contractId, milestoneId } = await insertDealRows(world, other, creator, 'released', { exclusivity });
  const record = () =>
    withTx(world.as(brand), async (tx) => (await dealRecords(tx.db, [creator.orgId])).get(creator.orgId));
  const gated = async (actor: OrgActor, id: string) =>
    (await matches({ campaignId: id }, actor)).gated.find(({ gate }) => gate === 'exclusivity')?.count ?? 0;
  const about = async (actor: OrgActor) => {
    const { campaignId: id } = await draftCampaign(world, actor, {
      exclusivity: { days: 10, category: ' roasted COFFEE' },
      wanted: {
        niches: [],
        city: '',
        radiusKm: 30,
        followersMin: 0,
        followersMax: 0,
        engagementMinBps: 0,
        languages: [],
      },
    });
    return gated(actor, id);
  };
  expect(await record()).toBeUndefined();
  expect(await about(brand)).toBe(1);
  expect(await about(other)).toBe(0);

  const set = (at: Date) =>
    world.owner
      .updateTable('contracts')
      .set({ state: 'completed', completed_at: at })
      .where('id', '=', contractId)
      .execute();
  await set(new Date());
  expect(await record()).toEqual({ deals: 1, onTime: 1 });
  await world.owner
    .updateTable('milestones')
    .set({ submitted_at: new Date(Date.now() + 30 * 24 * 3_600_000) })
    .where('id', '=', milestoneId)
    .execute();
  expect(await record()).toEqual({ deals: 1, onTime: 0 });
  expect(await about(brand)).toBe(1);
  await set(new Date(Date.now() - 31 * 24 * 3_600_000));
  expect(await about(brand)).toBe(0);
});

test('a ranking while weights are moved is not stored', async () => {
  const count = () => world.owner.selectFrom('match_runs').select('id').execute();
  const before = await count();
  expect((await matches({ stored: false })).run).toBeNull();
  expect(await count()).toEqual(before);
});

test('the best set stays within its budget, adds up and reaches at least as many as its best creator', async () => {
  const set = await bestSetOf(world.as(brand), bestSetInput.parse({ campaignId, budget: 500_000 }));
  expect(set.items.length).toBeGreaterThan(1);
  expect(set.price).toBe(set.items.reduce((sum, item) => sum + item.price, 0));
  expect(set.price + set.left).toBe(500_000);
  expect(set.left).toBeGreaterThanOrEqual(0);
  expect(set.reach).toBeGreaterThanOrEqual(Math.max(...set.items.map((item) => item.reach)));
  expect(set.compared + set.unmeasured).toBeLessThanOrEqual(200);
  expect(set.unpriced).toBeLessThan(set.compared);
});

test('a campaign that no creator fits names the condition that leaves out most creators', async () => {
  const { campaignId: narrow } = await draftCampaign(world, brand);
  const wanted = { niches: [], city: '', radiusKm: 30, followersMin: 99_999_999, followersMax: 100_000_000 };
  await world.owner
    .updateTable('campaigns')
    .set({ wanted: JSON.stringify({ ...wanted, engagementMinBps: 0, languages: [] }) })
    .where('id', '=', narrow)
    .execute();
  const { items, leftOut } = await matches({ campaignId: narrow });
  expect(items).toEqual([]);
  expect(leftOut).toEqual([{ condition: 'followers', count: expect.any(Number) }]);
  expect(leftOut[0]!.count).toBeGreaterThan(100);
});

test('every ranking is stored as it was shown, for the org that saw it alone', async () => {
  const { run, items, considered } = await matches();
  const row = await world.owner.selectFrom('match_runs').selectAll().where('id', '=', run).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ org_id: brand.orgId, campaign_id: campaignId, considered });
  const stored = await world.owner
    .selectFrom('match_results')
    .select(['creator_org', 'fit'])
    .where('run_id', '=', run)
    .orderBy('position')
    .execute();
  expect(stored).toEqual(items.map((item) => ({ creator_org: item.creator.orgId, fit: Math.round(item.fit * 10) })));
  const seenBy = (actor: OrgActor) =>
    withTx(world.as(actor), (tx) => tx.db.selectFrom('match_runs').select('id').where('id', '=', run).execute());
  expect(await seenBy(brand)).toHaveLength(1);
  expect(await seenBy(other)).toEqual([]);
});

test('erasing a creator takes it out of every stored ranking, erasing a brand deletes its rankings', async () => {
  const { run, items } = await matches();
  const person = await createOrg(world, 'creator', 'Maya');
  await world.owner
    .updateTable('match_results')
    .set({ creator_org: person.orgId })
    .where('run_id', '=', run)
    .where('position', '=', 1)
    .execute();
  const left = () => world.owner.selectFrom('match_results').select('position').where('run_id', '=', run).execute();
  const erase = (userId: string) =>
    withTx(world.system(), (tx) => register.erase!(tx, { userId, name: 'Deleted account' }));
  await erase(other.userId);
  expect(await left()).toHaveLength(items.length);
  await erase(person.userId);
  expect(await left()).toHaveLength(items.length - 1);
  await erase(brand.userId);
  expect(await left()).toEqual([]);
  expect(await world.owner.selectFrom('match_runs').select('id').execute()).toEqual([]);
});

test('rankings older than their time are deleted with their results, newer ones are kept', async () => {
  const [old, recent] = [(await matches()).run, (await matches()).run];
  const now = new Date();
  const days = (count: number) => new Date(now.getTime() - count * 24 * 3_600_000);
  await world.owner
    .updateTable('match_runs')
    .set({ made_at: days(401) })
    .where('id', '=', old)
    .execute();
  await withTx(world.system(), (tx) => register.deletePast!(tx.db, { now, limit: 100 }));
  const runs = await world.owner.selectFrom('match_results').select('run_id').distinct().execute();
  expect(runs).toEqual([{ run_id: recent }]);
});

test('a campaign of another brand is not found', async () => {
  await expect(matches({}, other)).rejects.toMatchObject({ code: 'not_found' });
});
