import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrgActor } from '../../../../server/context.ts';
import { newId } from '../../../../server/core/ids.ts';
import { creatorEvidence } from '../../../../server/features/creators/evidence.ts';
import { creatorPage } from '../../../../server/features/creators/page.ts';
import { createOrg, createTestWorld, type TestWorld } from '../../../support/people.ts';

let world: TestWorld;
let brand: OrgActor;
let creator: OrgActor;
let handle: string;
const accountId = newId();

beforeAll(async () => {
  world = await createTestWorld('creator-evidence');
  brand = await createOrg(world, 'brand', 'Lumen');
  creator = await createOrg(world, 'creator', 'Maya');
  ({ handle } = await world.owner
    .selectFrom('creator_profiles')
    .select('handle')
    .where('org_id', '=', creator.orgId)
    .executeTakeFirstOrThrow());
  await world.owner
    .insertInto('social_accounts')
    .values({
      id: accountId,
      org_id: creator.orgId,
      platform: 'instagram',
      handle: 'maya.measured',
      url: 'https://www.instagram.com/maya.measured/',
      position: 9,
      state: 'connected',
      followers: 12_400,
      engagement_bps: 310,
      engagement_formula: 'er_f',
      posts_counted: 30,
      views: 4_000,
      views_counted: 12,
      views_as_of: new Date('2026-11-20T10:00:00Z'),
      source: 'api',
      as_of: new Date('2026-11-26T10:00:00Z'),
    })
    .execute();
});
afterAll(() => world?.close());

const comparison = async () =>
  (await creatorEvidence(world.as(brand), { handle })).comparisons.find((one) => one.accountId === accountId)?.among;
const publish = (validFrom: string, high: number) =>
  world.owner
    .insertInto('engagement_benchmarks')
    .values({
      platform: 'instagram',
      formula: 'er_f',
      followers_from: 10_000,
      valid_from: validFrom,
      low: 1,
      average_from: 2,
      average_to: 3,
      high,
      source: 'Another study',
    })
    .execute();

test('a rate is compared with the newest published ones that hold today, which rows replace', async () => {
  expect(await comparison()).toEqual({
    kind: 'start',
    source: 'Modash',
    asOf: new Date('2025-11-01T00:00:00Z'),
    low: 39,
    averageFrom: 84,
    averageTo: 111,
    high: 261,
  });
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await publish(day(1), 900);
  expect(await comparison()).toMatchObject({ source: 'Modash' });
  await publish(day(0), 700);
  expect(await comparison()).toMatchObject({ source: 'Another study', high: 700 });
});

test('views name the posts that have them and when they were read, whatever the engagement was taken from', async () => {
  const { accounts } = await creatorPage(world.as(brand), { handle });
  expect(accounts.find(({ id }) => id === accountId)).toMatchObject({
    engagement: { n: 30, asOf: new Date('2026-11-26T10:00:00Z') },
    views: { value: 4_000, n: 12, asOf: new Date('2026-11-20T10:00:00Z'), source: 'api' },
  });
});
