import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrgActor } from '../../../../server/context.ts';
import { newId } from '../../../../server/core/ids.ts';
import { myCreatorProfile } from '../../../../server/features/creators/service.ts';
import { setRate } from '../../../../server/features/creators/set-rate.ts';
import { comparable, rateStart } from '../../../../server/features/rates/service.ts';
import { insertDealRows } from '../../../support/deal-rows.ts';
import { dealTermsOf } from '../../../support/deal-terms.ts';
import { createOrg, createTestWorld, type TestWorld } from '../../../support/people.ts';

let world: TestWorld;
let brands: OrgActor[];
let creators: OrgActor[];

beforeAll(async () => {
  world = await createTestWorld('rates');
  brands = await Promise.all(['A', 'B', 'C'].map((name) => createOrg(world, 'brand', name)));
  creators = await Promise.all(['Maya', 'Leo', 'Ana'].map((name) => createOrg(world, 'creator', name)));
  for (const { orgId } of creators)
    await world.owner
      .insertInto('social_accounts')
      .values({
        id: newId(),
        org_id: orgId,
        platform: 'instagram',
        handle: 'rates',
        url: 'https://www.instagram.com/rates',
        position: 0,
        followers: 12_400,
        engagement_bps: 560,
        as_of: new Date(),
      })
      .execute();
}, 120_000);
afterAll(() => world?.close());

const REELS = { platform: 'instagram', format: 'reel', tier: 'micro', currency: 'EUR' } as const;

/** A signed deal of 400 euros for so many reels. */
const sign = (brand: OrgActor, creator: OrgActor, count: number) =>
  insertDealRows(world, brand, creator, 'funded', {
    deliverables: dealTermsOf(40_000).deliverables.map((one) => ({ ...one, count })),
  });

test('comparable deals of others show a median from ten on and three parties, never a single price', async () => {
  const reader = world.as(await createOrg(world, 'brand', 'Reader'));
  for (let i = 0; i < 9; i += 1) await sign(brands[i % 3]!, creators[i % 3]!, i < 4 ? 1 : 2);
  expect(await comparable(reader, REELS)).toEqual({ n: 9, median: null });
  await sign(brands[0]!, creators[1]!, 1);
  // Five single reels at 400, five pairs at 200 each.
  expect(await comparable(reader, REELS)).toEqual({ n: 10, median: { amount: 30_000, currency: 'EUR' } });
  expect(await comparable(reader, { ...REELS, tier: 'mid' })).toEqual({ n: 0, median: null });
  expect(await comparable(reader, { ...REELS, format: 'story' })).toEqual({ n: 0, median: null });
  // A currency without reference rate has no median.
  expect(await comparable(reader, { ...REELS, currency: 'KWD' })).toEqual({ n: 10, median: null });
});

test('ten deals of one brand and one creator show no median', async () => {
  const [brand, creator] = [await createOrg(world, 'brand', 'Alone'), await createOrg(world, 'creator', 'Solo')];
  await world.owner
    .insertInto('social_accounts')
    .values({
      id: newId(),
      org_id: creator.orgId,
      platform: 'instagram',
      handle: 'solo',
      url: 'https://www.instagram.com/solo',
      position: 0,
      followers: 3_000,
      engagement_bps: null,
      as_of: new Date(),
    })
    .execute();
  for (let i = 0; i < 10; i += 1) await sign(brand, creator, 1);
  expect(await comparable(world.as(brands[0]!), { ...REELS, tier: 'nano' })).toEqual({ n: 10, median: null });
});

test('two prices that are set at the same time are both on the card', async () => {
  const creator = await createOrg(world, 'creator', 'Two windows');
  const price = { platform: 'instagram', currency: 'EUR', amount: 20_000 } as const;
  const formats = ['reel', 'story', 'post', 'photos'] as const;
  await Promise.all(formats.map((format) => setRate(world.as(creator), { ...price, format })));
  const { rates } = await myCreatorProfile(world.as(creator));
  expect(rates.map(({ format }) => format).toSorted()).toEqual(formats.toSorted());
});

test('a creator begins with the own figures and writes a price into the card once for each work', async () => {
  const ctx = world.as(creators[0]!);
  const start = await rateStart(ctx, {});
  expect(start).toMatchObject({ creator: { orgId: creators[0]!.orgId, isOwn: true }, currency: 'EUR' });
  expect(start.accounts[0]).toMatchObject({ followers: { value: 12_400, source: 'manual' } });
  expect(start.rates.some(({ currency }) => currency === 'USD')).toBe(true);
  const price = { platform: 'instagram', format: 'reel', currency: 'EUR' } as const;
  await setRate(ctx, { ...price, amount: 20_000 });
  await setRate(ctx, { ...price, amount: 21_000 });
  expect((await myCreatorProfile(ctx)).rates).toEqual([{ ...price, amount: 21_000 }]);
  await expect(setRate(ctx, { ...price, amount: 1 })).rejects.toMatchObject({ code: 'money.too_small' });
  await expect(rateStart(world.as(brands[0]!), { creator: 'nobody.here' })).rejects.toMatchObject({
    code: 'not_found',
  });
});
