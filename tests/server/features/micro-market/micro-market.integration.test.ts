import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadManyCreators } from '../../../../db/seed/many-creators.ts';
import type { OrgActor } from '../../../../server/context.ts';
import { blockOrg } from '../../../../server/features/discovery/service.ts';
import { browseMicroInput, marketInput } from '../../../../server/features/micro-market/schema.ts';
import {
  browseMicro,
  contacted,
  marketAnalytics,
  marketStats,
  ownPlace,
} from '../../../../server/features/micro-market/service.ts';
import { sendOffer } from '../../../../server/features/offers/send.ts';
import { savePackage } from '../../../../server/features/packages/own.ts';
import { dealTermsOf } from '../../../support/deal-rows.ts';
import { createOrg, createTestWorld, type TestWorld } from '../../../support/people.ts';

let world: TestWorld;
let brand: OrgActor;

beforeAll(async () => {
  world = await createTestWorld('micro_market');
  await loadManyCreators(world.database.DATABASE_OWNER_URL, 300);
  brand = await createOrg(world, 'brand', 'Lumen');
}, 120_000);
afterAll(() => world?.close());

const browse = (more: object = {}) => browseMicro(world.as(brand), browseMicroInput.parse({ limit: 50, ...more }));
const stats = (more: object = {}) => marketStats(world.as(brand), marketInput.parse(more));

test('the list holds creators of 1,000 to 100,000 followers alone, each once over all pages, none of those blocked', async () => {
  const ids: string[] = [];
  let after: string | null | undefined;
  do {
    const page = await browse(after ? { after } : {});
    ids.push(...page.items.map(({ creator }) => creator.orgId));
    after = page.next;
  } while (after);
  const inScope = await world.owner
    .selectFrom('creator_search')
    .select('org_id')
    .where('followers', '>=', 1_000)
    .where('followers', '<=', 100_000)
    .execute();
  expect(new Set(ids)).toEqual(new Set(inScope.map((row) => row.org_id)));
  expect(ids).toHaveLength(inScope.length);
  expect((await stats()).creators).toBe(inScope.length);
  await blockOrg(world.as(brand), { orgId: ids[0]! });
  expect((await browse()).items.some(({ creator }) => creator.orgId === ids[0])).toBe(false);
});

test('a statistic of fewer than ten is not shown, and follows the filter', async () => {
  const before = await stats();
  expect(before.price).toMatchObject({ value: null, n: 0 });
  expect(before.rating).toMatchObject({ value: null, n: 0 });
  const [platform] = before.engagement;
  expect(platform!.n).toBeGreaterThanOrEqual(10);
  expect((await stats({ platform: 'youtube' })).engagement[0]!.platform).toBe('youtube');

  const all = (await browse()).items.slice(0, 12).map(({ creator }) => creator.orgId);
  for (const [i, orgId] of all.entries()) {
    const of: OrgActor = { ...brand, orgKind: 'creator', orgId, role: 'owner' };
    await savePackage(world.as(of), {
      title: 'A reel',
      description: 'A reel.',
      deliverables: [{ platform: 'instagram', format: 'reel', count: 1 }],
      currency: 'EUR',
      price: 10_000 + i * 1_000,
      deliveryDays: 7,
      rights: { use: 'organic', days: 30 },
      rounds: 1,
      addons: [],
    });
  }
  const { price } = await stats();
  expect(price).toMatchObject({ value: { amount: 15_500, currency: 'EUR' }, n: 12 });
  const { prices, supply } = await marketAnalytics(world.as(brand), marketInput.parse({}));
  expect(prices.length).toBeGreaterThan(0);
  expect(prices.every(({ n, value }) => value === null || n >= 10)).toBe(true);
  expect(supply[0]!.creators).toBeGreaterThanOrEqual(supply.at(-1)!.creators);
});

test('contacted creators stand with the state of the newest offer, and a creator reads why it ranks', async () => {
  const creator = await createOrg(world, 'creator', 'Maya');
  await sendOffer(world.as(brand), {
    creatorOrg: creator.orgId,
    title: 'A reel in Lyon',
    terms: dealTermsOf(40_000),
    note: '',
  });
  const { items } = await contacted(world.as(brand));
  expect(items).toMatchObject([{ state: 'sent', title: 'A reel in Lyon', creator: { orgId: creator.orgId } }]);
  const own = await ownPlace(world.as(creator));
  expect(own.inScope).toBe(false);
  expect(own.parts.map(({ points }) => points)).toEqual([0, 0, 0, 0]);
});
