import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadManyCreators } from '../../../../db/seed/many-creators.ts';
import { withTx, type OrgActor } from '../../../../server/context.ts';
import { newId } from '../../../../server/core/ids.ts';
import { sendToOrg } from '../../../../server/features/conversations/write.ts';
import { blockOrg } from '../../../../server/features/discovery/service.ts';
import { CELL_ENOUGH, medianOf, MICRO } from '../../../../server/features/micro-market/rules.ts';
import { isNiche, NICHE_PARENT } from '../../../../server/features/niches/rules.ts';
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
import { dealTermsOf } from '../../../support/deal-terms.ts';
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
      releaseTrigger: 'on_approval',
      clocks: {},
    });
  }
  const { price } = await stats();
  expect(price).toMatchObject({ value: { amount: 15_500, currency: 'EUR' }, n: 12 });
  // Cells of five need more in one place than the loaded ones have.
  await world.owner.updateTable('orgs').set({ city: 'Lyon' }).where('kind', '=', 'creator').execute();
  await world.owner.deleteFrom('creator_rates').execute();
  const rates = await world.owner
    .selectFrom('creator_search as s')
    .innerJoin('orgs as o', 'o.id', 's.org_id')
    .select(['s.org_id', 's.niches', 's.followers', 'o.city'])
    .orderBy('s.org_id')
    .execute();
  await world.owner
    .insertInto('creator_rates')
    .values(
      rates.flatMap(({ org_id }, i) => [
        {
          org_id,
          position: 8,
          platform: 'instagram' as const,
          format: 'reel' as const,
          currency: 'EUR' as const,
          amount: 10_000 + i * 100,
        },
        {
          org_id,
          position: 9,
          platform: 'instagram' as const,
          format: 'story' as const,
          currency: 'EUR' as const,
          amount: 90_000,
        },
      ]),
    )
    .execute();
  const { prices, supply } = await marketAnalytics(world.as(brand), marketInput.parse({}));
  expect(prices.length).toBeGreaterThan(0);
  // Each cell again, from the rates themselves.
  const groupOf = (niche: string) => (isNiche(niche) ? (NICHE_PARENT[niche] ?? niche) : niche);
  const blocked = await world.owner
    .selectFrom('org_blocks')
    .select('blocked_org')
    .where('org_id', '=', brand.orgId)
    .execute();
  for (const { niche, city, n, value } of prices) {
    const lowest = rates.flatMap((row, i) =>
      row.city === city &&
      row.followers >= MICRO.min &&
      row.followers <= MICRO.max &&
      row.niches.some((one) => groupOf(one) === niche) &&
      !blocked.some(({ blocked_org }) => blocked_org === row.org_id)
        ? [10_000 + i * 100]
        : [],
    );
    expect({ n, amount: value?.amount }).toEqual({ n: lowest.length, amount: Math.round(medianOf(lowest)!) });
    expect(n).toBeGreaterThanOrEqual(CELL_ENOUGH);
  }
  expect(supply[0]!.creators).toBeGreaterThanOrEqual(supply.at(-1)!.creators);
});

test('answers to offers are compared with the ninety days before', async () => {
  const [first] = (await browse()).items;
  const creator = { ...brand, orgKind: 'creator' as const, orgId: first!.creator.orgId };
  const add = async (days: number, count: number, accepted: number) => {
    for (let i = 0; i < count; i += 1) {
      const id = newId();
      const created_at = new Date(Date.now() - days * 24 * 3_600_000);
      await world.owner.transaction().execute(async (trx) => {
        await trx
          .insertInto('workflow_outbox')
          .values({
            dedupe_key: `start:offer/${id}`,
            kind: 'start',
            workflow_id: `offer/${id}`,
            workflow_type: 'offerExpiry',
            task_queue: 'money',
            payload: JSON.stringify({ id }),
          })
          .execute();
        await trx
          .insertInto('offers')
          .values({
            id,
            brand_org: brand.orgId,
            creator_org: creator.orgId,
            state: i < accepted ? 'accepted' : 'declined',
            current_n: 1,
            turn: 'creator',
            title: 'A reel',
            currency: 'EUR',
            deadline_at: created_at,
            created_by: brand.userId,
            created_at,
            updated_at: new Date(created_at.getTime() + 3_600_000),
          })
          .execute();
      });
    }
  };
  await add(10, 12, 9);
  await add(100, 10, 5);
  // Older than both windows.
  await add(200, 3, 3);
  const { acceptance, answerHours, offers, days } = await marketAnalytics(world.as(brand), marketInput.parse({}));
  expect(days).toBe(90);
  expect(acceptance).toEqual({ value: 7_500, n: 12, before: { value: 5_000, n: 10 }, change: 5_000 });
  expect(offers).toMatchObject({ value: 12, before: { value: 10 }, change: 2_000 });
  // One creator answered: the middle of one is not shown.
  expect(answerHours).toMatchObject({ value: null, n: 1, change: null });
});

test('contacted creators stand with the state of the newest offer or message, and a creator reads why it ranks', async () => {
  const creator = await createOrg(world, 'creator', 'Maya');
  await sendOffer(world.as(brand), {
    creatorOrg: creator.orgId,
    title: 'A reel in Lyon',
    terms: dealTermsOf(40_000),
    note: '',
  });
  const [newest] = (await contacted(world.as(brand))).items;
  expect(newest).toMatchObject({ state: 'sent', title: 'A reel in Lyon', creator: { orgId: creator.orgId } });
  const written = await createOrg(world, 'creator', 'Jade');
  await withTx(world.as(brand), (tx) => sendToOrg(tx, { to: written.orgId, body: 'Are you free on Thursday?' }));
  const [message, offer] = (await contacted(world.as(brand))).items;
  expect(message).toMatchObject({ state: 'written', title: null, offerId: null, creator: { orgId: written.orgId } });
  expect(offer).toMatchObject({ state: 'sent', creator: { orgId: creator.orgId } });
  await withTx(world.as(written), (tx) => sendToOrg(tx, { to: brand.orgId, body: 'Yes, in the morning.' }));
  const page = await contacted(world.as(brand), { limit: 1 });
  expect(page.items[0]).toMatchObject({ state: 'answered' });
  const next = await contacted(world.as(brand), { limit: 1, after: page.next! });
  expect(next.items[0]!.creator.orgId).toBe(creator.orgId);
  const own = await ownPlace(world.as(creator));
  expect(own.inScope).toBe(false);
  expect(own.parts.map(({ points }) => points)).toEqual([0, 0, 0, 0]);
});
