import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTx, type OrgActor } from '../../../../server/context.ts';
import { newId } from '../../../../server/core/ids.ts';
import { register } from '../../../../server/features/brands/register.ts';
import { brandInput } from '../../../../server/features/brands/schema.ts';
import { brandPage, listBrands, myBrand, saveBrand } from '../../../../server/features/brands/service.ts';
import { blockOrg } from '../../../../server/features/discovery/service.ts';
import { liveCampaign } from '../../../support/negotiation.ts';
import { createOrg, createTestWorld, type TestWorld } from '../../../support/people.ts';

let world: TestWorld;
let brand: OrgActor;
let creator: OrgActor;
let slug: string;

const PROFILE = brandInput.parse({
  slug: 'lumen',
  description: 'Breakfast all day.',
  website: 'https://lumen.example',
  niches: ['food'],
  colors: ['#1a2b3c'],
  audience: { ageMin: 18, ageMax: 35, genders: ['female'] },
  claimsAllowed: ['Roasted in Lyon'],
  claimsForbidden: ['Healthy'],
  locations: [{ name: 'Croix-Rousse', address: '1 rue de Belfort', city: 'Lyon', country: 'FR' }],
  targets: { niches: [], places: [], followersMin: null, followersMax: null },
  links: [],
});

beforeAll(async () => {
  world = await createTestWorld('brands');
  brand = await createOrg(world, 'brand', 'Lumen');
  creator = await createOrg(world, 'creator', 'Maya');
  ({ slug } = await myBrand(world.as(brand)));
}, 120_000);
afterAll(() => world?.close());

const code = (call: Promise<unknown>) => call.then(() => 'ok').catch((error: { code?: string }) => error.code);
const listed = async (more: object = {}, actor = creator) =>
  (await listBrands(world.as(actor), { limit: 25, ...more })).items.map((item) => item.party.name);

test('a saved profile is what others read, its locations have a place, and only some roles save it', async () => {
  expect(await listed()).toEqual([]);
  expect(await code(saveBrand(world.as({ ...brand, role: 'manager' }), { ...PROFILE, slug }))).toBe('auth.not_allowed');
  expect(await saveBrand(world.as(brand), { ...PROFILE, slug })).toMatchObject({ ...PROFILE, slug });
  const page = await brandPage(world.as(creator), { slug });
  expect(page).toMatchObject({ description: PROFILE.description, colors: PROFILE.colors, audience: PROFILE.audience });
  expect(page.locations).toMatchObject([{ name: 'Croix-Rousse', city: 'Lyon' }]);
  expect(page.locations[0]!.lat).toBeCloseTo(45.7, 0);
  const stored = await world.owner.selectFrom('brand_locations').select('place_id').executeTakeFirstOrThrow();
  expect(stored.place_id).toBeGreaterThan(0);
  expect(await listed({ q: 'breakfast' })).toEqual(['Lumen']);
  expect(await listed({ q: 'tyres' })).toEqual([]);
  expect(await listed({ niche: 'food' })).toEqual(['Lumen']);
});

test('the page shows open campaigns and the time to an answer once there are three answers', async () => {
  const campaignId = await liveCampaign(world, brand);
  expect((await brandPage(world.as(creator), { slug })).campaigns).toMatchObject([{ id: campaignId, payMin: 40_000 }]);
  const at = Date.now();
  const answer = async (n: number) => {
    const other = await createOrg(world, 'creator', `Creator ${n}`);
    await world.owner
      .insertInto('applications')
      .values({
        id: newId(),
        campaign_id: campaignId,
        brand_org: brand.orgId,
        creator_org: other.orgId,
        state: 'declined',
        pitch: 'I film breakfast.',
        price: 40_000,
        currency: 'EUR',
        created_by: other.userId,
        created_at: new Date(at - n * 3_600_000),
        updated_at: new Date(at),
      })
      .execute();
  };
  await answer(1);
  await answer(2);
  expect((await brandPage(world.as(creator), { slug })).replySeconds).toBeNull();
  await answer(9);
  const { replySeconds, openCampaigns, rating } = await brandPage(world.as(creator), { slug });
  expect({ replySeconds, openCampaigns, rating }).toEqual({
    replySeconds: 7_200,
    openCampaigns: 1,
    rating: { count: 0, mean: null },
  });
});

test('another brand and a blocked creator do not find the brand, no creator does while it is on hold', async () => {
  const rival = await createOrg(world, 'brand', 'Ombra');
  expect(await code(brandPage(world.as(rival), { slug }))).toBe('auth.wrong_account_type');
  expect(await code(brandPage(world.as(brand), { slug }))).toBe('ok');
  const blocked = await createOrg(world, 'creator', 'Jonas');
  await blockOrg(world.as(brand), { orgId: blocked.orgId });
  expect(await listed({}, blocked)).toEqual([]);
  expect(await code(brandPage(world.as(blocked), { slug }))).toBe('not_found');
  const hold = (suspended_at: Date | null) =>
    world.owner.updateTable('orgs').set({ suspended_at }).where('id', '=', brand.orgId).execute();
  await hold(new Date());
  expect(await listed()).toEqual([]);
  expect(await code(brandPage(world.as(creator), { slug }))).toBe('not_found');
  await hold(null);
  expect(await listed()).toEqual(['Lumen']);
});

test('erasing the only member of a brand deletes its profile and its locations', async () => {
  await withTx(world.system(), (tx) => register.erase!(tx, { userId: brand.userId, name: 'Deleted account' }));
  expect(await myBrand(world.as(brand))).toMatchObject({ description: '', locations: [], savedAt: null });
});
