import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadManyCreators } from '../../db/seed/many-creators.ts';
import { newId } from '../../server/core/ids.ts';
import type { OrgActor } from '../../server/context.ts';
import { saveBrand } from '../../server/features/brands/service.ts';
import { pauseCampaign } from '../../server/features/campaigns/service.ts';
import { makeRanking } from '../../server/features/matching/batch.ts';
import { matchesForCreator } from '../../server/features/matching/work.ts';
import type { WorkerRuntime } from '../../workflows/runtime.ts';
import { recordHistory } from '../support/histories.ts';
import { liveCampaign } from '../support/negotiation.ts';
import { createOrg, createTestWorld, type TestWorld } from '../support/people.ts';
import { eventually, startTestWorker, statusOf } from '../support/worker.ts';

let world: TestWorld;
let runtime: WorkerRuntime;
let brand: OrgActor;
let campaignId: string;

beforeAll(async () => {
  world = await createTestWorld('wf_matches');
  await loadManyCreators(world.database.DATABASE_OWNER_URL, 400);
  brand = await createOrg(world, 'brand', 'Café Lumen');
  runtime = await startTestWorker(world);
  campaignId = await liveCampaign(world, brand, {
    wanted: {
      niches: [],
      city: '',
      radiusKm: 500,
      followersMin: 0,
      followersMax: 100_000_000,
      engagementMinBps: 0,
      languages: [],
    },
  });
}, 120_000);
afterAll(async () => {
  await runtime.stop();
  await world.close();
});

const ranking = () =>
  world.owner.selectFrom('campaign_matches').selectAll().where('campaign_id', '=', campaignId).executeTakeFirst();
const first = () =>
  world.owner
    .selectFrom('campaign_fits')
    .select(['creator_org', 'fit'])
    .where('campaign_id', '=', campaignId)
    .orderBy('position')
    .execute();
const notices = () => world.owner.selectFrom('notices').select('data').where('kind', '=', 'matches_found').execute();

test('a published campaign has a ranking; a change of one of its creators makes it stale and wakes its workflow', async () => {
  const made = await eventually('the first ranking', async () => (await ranking()) ?? null);
  expect(made).toMatchObject({ state: 'ready', brand_org: brand.orgId });
  expect(made.due_at.getTime()).toBeGreaterThan(made.made_at.getTime());
  const fits = await first();
  expect(fits).toHaveLength(20);

  await world.owner
    .updateTable('creator_profiles')
    .set({ hidden_at: new Date() })
    .where('org_id', '=', fits[0]!.creator_org)
    .execute();
  expect(await ranking()).toMatchObject({ state: 'stale' });
  // The workflow waits a quarter of an hour for further changes: the wait is over.
  await world.owner
    .updateTable('campaign_matches')
    .set({ stale_at: new Date(Date.now() - 3_600_000) })
    .where('campaign_id', '=', campaignId)
    .execute();
  await wake();
  await eventually('the ranking made again', async () => ((await ranking())?.state === 'ready' ? true : null));
  expect((await first()).some(({ creator_org }) => creator_org === fits[0]!.creator_org)).toBe(false);
});

/** Wakes the workflow as any act of the campaign does. */
async function wake(): Promise<void> {
  const key = newId();
  await world.owner
    .insertInto('workflow_outbox')
    .values({
      dedupe_key: `signal:campaign-matches/${campaignId}:${key}`,
      kind: 'signal',
      workflow_id: `campaign-matches/${campaignId}`,
      name: 'rowMoved',
      payload: JSON.stringify({ key, event: 'test' }),
    })
    .execute();
}

test('a brand is notified of creators who came in, once a day, and never of those of the first ranking', async () => {
  expect(await notices()).toEqual([]);
  const [a, b] = (await first()).filter(({ fit }) => fit >= 500);
  const comeIn = (creatorOrg: string) =>
    world.owner
      .updateTable('campaign_fits')
      .set({ found_at: new Date(Date.now() + 60_000) })
      .where('campaign_id', '=', campaignId)
      .where('creator_org', '=', creatorOrg)
      .execute();
  await comeIn(a!.creator_org);
  expect(await makeRanking(world.system(), { campaignId })).toMatchObject({ found: 1 });
  expect(await notices()).toEqual([{ data: expect.objectContaining({ number: '1' }) }]);
  await comeIn(b!.creator_org);
  await makeRanking(world.system(), { campaignId });
  expect(await notices()).toHaveLength(1);
});

test('a creator sees the campaign with parts, reasons and what would raise the fit', async () => {
  const creator = await createOrg(world, 'creator', 'Maya');
  const { items, raises } = await matchesForCreator(world.as(creator), { limit: 20, stored: true });
  expect(items.map((item) => item.campaign.id)).toEqual([campaignId]);
  expect(items[0]!.partsInUse).toContain('delivery');
  expect(raises.length).toBeGreaterThan(0);
  for (const raise of raises) expect(raise.points).toBeGreaterThanOrEqual(0.5);
  const run = await world.owner
    .selectFrom('creator_match_runs')
    .select('results')
    .where('org_id', '=', creator.orgId)
    .executeTakeFirstOrThrow();
  expect(run.results).toEqual([expect.objectContaining({ campaignId })]);
});

test('a change of the brand’s audience makes its rankings stale and wakes their workflows; one of its colors does not', async () => {
  const input = {
    slug: 'cafe.lumen.lyon',
    description: '',
    website: null,
    niches: [],
    colors: [],
    audience: { ageMin: null, ageMax: null, genders: [] },
    claimsAllowed: [],
    claimsForbidden: [],
    locations: [],
    targets: { niches: [], places: [], followersMin: null, followersMax: null },
    links: [],
  } satisfies Parameters<typeof saveBrand>[1];
  await saveBrand(world.as(brand), input);
  const isReady = async () => ((await ranking())?.state === 'ready' ? true : null);
  const over = async () => {
    await world.owner
      .updateTable('campaign_matches')
      .set({ stale_at: new Date(Date.now() - 3_600_000) })
      .where('campaign_id', '=', campaignId)
      .where('state', '=', 'stale')
      .execute();
    await wake();
    await eventually('the ranking made again', isReady);
  };
  if (!(await isReady())) await over();
  await saveBrand(world.as(brand), { ...input, colors: ['#1a2b3c'] });
  expect(await ranking()).toMatchObject({ state: 'ready' });

  const before = new Map((await first()).map(({ creator_org, fit }) => [creator_org, fit]));
  await saveBrand(world.as(brand), { ...input, audience: { ageMin: 18, ageMax: 24, genders: ['female'] } });
  expect(await ranking()).toMatchObject({ state: 'stale' });
  const signals = await world.owner
    .selectFrom('workflow_outbox')
    .select('workflow_id')
    .where('dedupe_key', 'like', `signal:campaign-matches/${campaignId}:brand_changed:%`)
    .execute();
  expect(signals.length).toBeGreaterThan(0);
  await over();
  expect((await first()).some(({ creator_org, fit }) => before.get(creator_org) !== fit)).toBe(true);
});

test('the workflow ends with the campaign’s time on the market', async () => {
  await pauseCampaign(world.as(brand), { campaignId });
  const workflowId = `campaign-matches/${campaignId}`;
  await eventually('the end of the workflow', async () => (await statusOf(runtime, workflowId)) === 'COMPLETED');
  await recordHistory(runtime.client, workflowId, 'campaign-matches-paused');
});
