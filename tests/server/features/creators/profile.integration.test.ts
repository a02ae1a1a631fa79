import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTx, type OrgActor } from '../../../../server/context.ts';
import { isAppError } from '../../../../server/core/errors.ts';
import { creatorPage } from '../../../../server/features/creators/page.ts';
import { register } from '../../../../server/features/creators/register.ts';
import type { CreatorDetails, CreatorInput } from '../../../../server/features/creators/schema.ts';
import {
  dropProfileDraft,
  myCreatorProfile,
  publishCreatorProfile,
  saveCreatorProfile,
  saveProfileDraft,
  unpublishCreatorProfile,
} from '../../../../server/features/creators/service.ts';
import { blockedOrgs } from '../../../../server/features/discovery/blocks.ts';
import { blockOrg, searchCreators, unblockOrg } from '../../../../server/features/discovery/service.ts';
import { searchInput } from '../../../../server/features/discovery/schema.ts';
import { forCreatorInput, ofCampaignInput } from '../../../../server/features/matching/schema.ts';
import { matchesOfCampaign } from '../../../../server/features/matching/service.ts';
import { matchesForCreator } from '../../../../server/features/matching/work.ts';
import { startOffer } from '../../../../server/features/offers/start.ts';
import { apply, liveCampaign } from '../../../support/negotiation.ts';
import { createOrg, createTestWorld, type TestWorld } from '../../../support/people.ts';

let world: TestWorld;
let brand: OrgActor;
let creator: OrgActor;
const HANDLE = 'refusing.creator';

const DETAILS: CreatorDetails = {
  available: true,
  freeFrom: null,
  service: 'area',
  serviceKm: 40,
  formats: ['story', 'video'],
  refused: ['gambling', 'alcohol'],
  hidesRates: false,
};
const input = (details: Partial<CreatorDetails> = {}): CreatorInput => ({
  handle: HANDLE,
  headline: 'Coffee and bread in Lyon',
  bio: '',
  city: 'Lyon',
  country: 'FR',
  niches: ['food'],
  languages: ['fr'],
  platforms: [
    { platform: 'instagram', url: 'https://www.instagram.com/refusing', followers: 12_000, engagementBps: 500 },
  ],
  rates: [{ platform: 'instagram', format: 'reel', currency: 'EUR', amount: 40_000 }],
  details: { ...DETAILS, ...details },
});
const save = (details: Partial<CreatorDetails> = {}) => saveCreatorProfile(world.as(creator), input(details));
const code = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  );
const found = async (filters: object = {}, actor = brand) =>
  (await searchCreators(world.as(actor), searchInput.parse({ filters: { niches: ['food'], ...filters } }))).items.find(
    ({ handle }) => handle === HANDLE,
  );

beforeAll(async () => {
  world = await createTestWorld('creator-profile');
  brand = await createOrg(world, 'brand', 'Lumen');
  creator = await createOrg(world, 'creator', 'Refusing');
  await save();
  await world.owner
    .updateTable('creator_profiles')
    .set({ birth_year: 1990, adult_confirmed_at: new Date() })
    .where('org_id', '=', creator.orgId)
    .execute();
  await publishCreatorProfile(world.as(creator));
}, 120_000);
afterAll(() => world?.close());

test('search shows where and when a creator works, and finds the formats of the profile beside those of the rates', async () => {
  expect(await found()).toMatchObject({ available: true, freeFrom: null, service: 'area', serviceKm: 40 });
  expect(await found({ formats: ['story'] })).toBeDefined();
  expect(await found({ formats: ['article'] })).toBeUndefined();
  const later = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  await save({ freeFrom: later });
  expect(await found({ availableNow: true })).toBeUndefined();
  expect(await found()).toMatchObject({ available: false, freeFrom: later });
  await save();
  expect(await found({ availableNow: true })).toBeDefined();
});

test('a campaign or brand of a refused category is left out on both sides, each with the reason', async () => {
  const campaignId = await liveCampaign(world, brand, { title: 'Natural wine evenings' });
  const ranked = await matchesOfCampaign(world.as(brand), ofCampaignInput.parse({ campaignId }));
  expect(ranked.items.map(({ creator: { handle } }) => handle)).not.toContain(HANDLE);
  expect(ranked.gated).toContainEqual({ gate: 'refused_category', count: 1 });
  expect(ranked.refused).toEqual(['alcohol']);
  const work = await matchesForCreator(world.as(creator), forCreatorInput.parse({}));
  expect(work.items).toEqual([]);
  expect(work.refused).toEqual({ campaigns: 1, categories: ['alcohol'] });
  expect(await startOffer(world.as(brand), { creatorOrg: creator.orgId, campaignId })).toMatchObject({
    conflicts: ['alcohol'],
  });
  expect((await startOffer(world.as(brand), { creatorOrg: creator.orgId })).conflicts).toEqual([]);

  await save({ refused: [] });
  const after = await matchesOfCampaign(world.as(brand), ofCampaignInput.parse({ campaignId }));
  expect(after.items.map(({ creator: { handle } }) => handle)).toContain(HANDLE);
  await save();
  const casino = await createOrg(world, 'brand', 'Casino Royal');
  expect((await creatorPage(world.as(casino), { handle: HANDLE })).conflicts).toEqual(['gambling']);
  expect((await creatorPage(world.as(brand), { handle: HANDLE })).conflicts).toEqual([]);
});

test('hidden rates are read by those who deal with the creator alone, and no price filter finds them out', async () => {
  const partner = await createOrg(world, 'brand', 'Partner');
  const price = { price: { min: 39_000, max: 41_000, currency: 'EUR' } };
  expect(await found(price)).toMatchObject({ priceFrom: { amount: 40_000, currency: 'EUR' } });
  await save({ hidesRates: true });
  expect(await found(price)).toBeUndefined();
  expect(await found()).toMatchObject({ priceFrom: null, ratesOnRequest: true });
  const rates = async (actor: OrgActor) => (await creatorPage(world.as(actor), { handle: HANDLE })).profile.rates;
  expect(await rates(brand)).toEqual([]);
  expect(await rates(creator)).toHaveLength(1);
  expect((await creatorPage(world.as(creator), { handle: HANDLE, preview: true })).profile.rates).toEqual([]);
  await apply(world, creator, await liveCampaign(world, partner));
  expect(await rates(partner)).toHaveLength(1);
  await save();
  expect(await rates(brand)).toHaveLength(1);
});

test('a blocked brand neither finds, opens nor invites the creator', async () => {
  const blocked = await createOrg(world, 'brand', 'Blocked');
  await blockOrg(world.as(creator), { orgId: blocked.orgId });
  expect((await blockedOrgs(world.as(creator), { limit: 10 })).items.map(({ party }) => party.orgId)).toEqual([
    blocked.orgId,
  ]);
  expect(await found({}, blocked)).toBeUndefined();
  expect(await code(creatorPage(world.as(blocked), { handle: HANDLE }))).toBe('not_found');
  expect(await code(startOffer(world.as(blocked), { creatorOrg: creator.orgId }))).toBe('offer.blocked');
  await unblockOrg(world.as(creator), { orgId: blocked.orgId });
  expect(await code(startOffer(world.as(blocked), { creatorOrg: creator.orgId }))).toBe('done');
  await blockOrg(world.as(blocked), { orgId: creator.orgId });
  expect(await code(startOffer(world.as(blocked), { creatorOrg: creator.orgId }))).toBe('offer.you_blocked');
});

test('what is typed is kept as a draft that others do not read, and no window overwrites another one', async () => {
  const { version } = await myCreatorProfile(world.as(creator));
  const content = { headline: 'Typed and not finished', rates: [{ platform: 'instagram', amount: null }] };
  const first = await saveProfileDraft(world.as(creator), { version, content });
  expect(first.version).toBe(version + 1);
  expect(await code(saveProfileDraft(world.as(creator), { version, content: {} }))).toBe('profile.changed');
  expect(await code(saveCreatorProfile(world.as(creator), { ...input(), version }))).toBe('profile.changed');
  expect(await myCreatorProfile(world.as(creator))).toMatchObject({ draft: { content }, version: first.version });
  const headline = async (actor: OrgActor, preview?: boolean) =>
    (await creatorPage(world.as(actor), preview ? { handle: HANDLE, preview } : { handle: HANDLE })).profile.headline;
  expect(await headline(brand, true)).toBe('Coffee and bread in Lyon');
  expect(await headline(creator, true)).toBe('Typed and not finished');

  const saves = [1, 2, 3].map((n) =>
    code(saveProfileDraft(world.as(creator), { version: first.version, content: { headline: `${n}` } })),
  );
  expect((await Promise.all(saves)).filter((answer) => answer === 'done')).toHaveLength(1);
  const { version: now } = await myCreatorProfile(world.as(creator));
  expect((await dropProfileDraft(world.as(creator), { version: now })).draft).toBeNull();
  const saved = await saveCreatorProfile(world.as(creator), { ...input(), version: now + 1 });
  expect(saved).toMatchObject({ draft: null, version: now + 2 });
});

test.each([
  [0, 'money.not_positive'],
  [-500, 'money.not_positive'],
  [1, 'money.too_small'],
])('a rate of %s is refused at its field, and what was typed is kept', async (amount, refusal) => {
  const me = world.as(creator);
  const [reel] = input().rates;
  const typed = {
    ...input(),
    headline: 'Typed with a wrong price',
    rates: [reel!, { ...reel!, format: 'story' as const, amount }],
  };
  const { version, rates } = await myCreatorProfile(me);
  const kept = await saveProfileDraft(me, { version, content: typed });
  await expect(saveCreatorProfile(me, { ...typed, version: kept.version })).rejects.toMatchObject({
    code: refusal,
    data: { field: 'rates.1.amount' },
  });
  expect(await myCreatorProfile(me)).toMatchObject({
    headline: input().headline,
    rates,
    draft: { content: typed },
    version: kept.version,
  });
  await dropProfileDraft(me, { version: kept.version });
});

test('a profile that is taken back is not found until it is published again', async () => {
  const { version } = await myCreatorProfile(world.as(creator));
  expect((await unpublishCreatorProfile(world.as(creator), { version })).publishedAt).toBeNull();
  expect(await found()).toBeUndefined();
  expect(await code(creatorPage(world.as(brand), { handle: HANDLE }))).toBe('not_found');
  await publishCreatorProfile(world.as(creator));
  expect(await found()).toBeDefined();
});

test('erasing the person deletes the draft and how the creator works', async () => {
  const { version } = await myCreatorProfile(world.as(creator));
  await saveProfileDraft(world.as(creator), { version, content: { headline: 'Not finished' } });
  await withTx(world.system(), (tx) => register.erase!(tx, { userId: creator.userId, name: 'Deleted' }));
  const rows = await world.owner.selectFrom('creator_profile_drafts').selectAll().execute();
  expect(rows).toEqual([]);
  expect(
    await world.owner
      .selectFrom('creator_profiles')
      .select(['service', 'refused', 'formats'])
      .where('org_id', '=', creator.orgId)
      .executeTakeFirstOrThrow(),
  ).toEqual({ service: null, refused: [], formats: [] });
});
