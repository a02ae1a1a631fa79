import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrgActor } from '../../server/context.ts';
import { isAppError } from '../../server/core/errors.ts';
import { steppedClock } from '../../server/core/clock.ts';
import { myPackages, savePackage } from '../../server/features/packages/own.ts';
import type { PackageContent } from '../../server/features/packages/schema.ts';
import type { PricePolicy } from '../../server/features/price-rules/schema.ts';
import { decideSuggestion, myPriceRules, savePriceRules, simulate } from '../../server/features/price-rules/service.ts';
import { suggestFor } from '../../server/features/price-rules/suggest.ts';
import { FROM_SCHEDULE, TASK_QUEUES } from '../../workflows/contracts.ts';
import type { WorkerRuntime } from '../../workflows/runtime.ts';
import { recordHistory } from '../support/histories.ts';
import { apply, liveCampaign, offerTo } from '../support/negotiation.ts';
import { createOrg, createTestWorld, type TestWorld } from '../support/people.ts';
import { startTestWorker } from '../support/worker.ts';

const DAY = 24 * 3_600_000;
let world: TestWorld;
let runtime: WorkerRuntime;

beforeAll(async () => {
  world = await createTestWorld('price_rules');
  runtime = await startTestWorker(world);
});
afterAll(async () => {
  await runtime?.stop();
  await world?.close();
});

const PACKAGE: PackageContent = {
  title: 'Breakfast reel',
  description: 'A reel of thirty seconds in your place.',
  deliverables: [{ platform: 'instagram', format: 'reel', count: 1 }],
  currency: 'EUR',
  price: 40_000,
  deliveryDays: 2,
  rights: { use: 'organic', days: 90 },
  rounds: 1,
  addons: [],
  releaseTrigger: 'on_approval',
  clocks: {},
};
const RUSH = { kind: 'rush', threshold: 72, bps: 5_000, from: 1, to: 12, less: false } as const;
const POLICY: PricePolicy = { active: true, automatic: false, rules: [RUSH], floorBps: 7_000, ceilingBps: 15_000 };

async function withPackage(name: string): Promise<OrgActor> {
  const creator = await createOrg(world, 'creator', name);
  await savePackage(world.as(creator), PACKAGE);
  return creator;
}
const priceOf = async (creator: OrgActor) => (await myPackages(world.as(creator))).items[0]?.price;
const inDays = (days: number) => world.system(steppedClock(new Date(Date.now() + days * DAY)));
const refusal = (run: Promise<unknown>) =>
  run.then(
    () => 'ok',
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  );

test('every night each package gets one suggestion, which changes its price when the creator takes it', async () => {
  const creator = await withPackage('Zoë Lefèvre');
  const paused = await withPackage('Without rules');
  await savePriceRules(world.as(creator), { ...POLICY, version: 0 });
  await savePriceRules(world.as(paused), { ...POLICY, active: false, version: 0 });
  const run = await runtime.client.workflow.start('priceSuggestions', {
    workflowId: 'price-suggestions/test',
    taskQueue: TASK_QUEUES.discovery,
    args: [{ id: FROM_SCHEDULE }],
  });
  expect(await run.result()).toBe('added: 1');
  await recordHistory(runtime.client, 'price-suggestions/test', 'price-suggestions');
  expect(await suggestFor(world.system(), creator.orgId), 'once a day').toBe(0);
  expect((await myPriceRules(world.as(paused))).open).toEqual([]);

  const { open } = await myPriceRules(world.as(creator));
  expect(open).toMatchObject([
    { was: 40_000, price: 46_000, base: 40_000, lines: [{ kind: 'rush' }, { kind: 'step' }] },
  ]);
  const [suggestion] = open;
  const taken = { suggestionId: suggestion!.id, decision: 'accept' } as const;
  expect(await refusal(decideSuggestion(world.as(paused), taken)), 'of another creator').toBe('not_found');
  await decideSuggestion(world.as(creator), taken);
  expect(await priceOf(creator)).toBe(46_000);
  expect(await refusal(decideSuggestion(world.as(creator), taken))).toBe('pricing.decided');

  await suggestFor(inDays(1), creator.orgId);
  const next = await myPriceRules(world.as(creator));
  expect(next.open, 'the base stays the price that was typed').toMatchObject([
    { base: 40_000, was: 46_000, price: 52_900 },
  ]);
  const [item] = (await myPackages(world.as(creator))).items;
  await savePackage(world.as(creator), { ...PACKAGE, price: 30_000, packageId: item!.id, version: item!.version });
  const late = { suggestionId: next.open[0]!.id, decision: 'accept' } as const;
  expect(await refusal(decideSuggestion(world.as(creator), late)), 'edited since').toBe('package.changed');
  expect(await priceOf(creator)).toBe(30_000);
  await savePriceRules(world.as(creator), { ...POLICY, rules: [], version: 1 });
  expect((await myPriceRules(world.as(creator))).open, 'other rules, other suggestions').toEqual([]);
});

test('a package that is saved without another price keeps the base that it had, and one whose price is typed anew has that', async () => {
  const creator = await withPackage('Saved in between');
  const me = () => world.as(creator);
  const saved = async (change: Partial<PackageContent>) => {
    const [item] = (await myPackages(me())).items;
    await savePackage(me(), { ...PACKAGE, price: item!.price, ...change, packageId: item!.id, version: item!.version });
  };
  await savePriceRules(me(), { ...POLICY, automatic: true, version: 0 });
  const seen: (number | undefined)[] = [];
  for (let day = 0; day < 5; day += 1) {
    await suggestFor(inDays(day), creator.orgId);
    seen.push(await priceOf(creator));
    await saved({ description: `A reel of thirty seconds, edited on day ${day}.` });
  }
  expect(seen, 'never past the limit of what was typed').toEqual([46_000, 52_900, 60_000, 60_000, 60_000]);
  expect((await myPriceRules(me())).packages).toMatchObject([{ base: 40_000, price: { amount: 60_000 } }]);
  await saved({ price: 50_000 });
  expect((await myPriceRules(me())).packages).toMatchObject([{ base: 50_000, price: { amount: 50_000 } }]);
});

test('a creator for whom nothing can be computed stops no other, is counted, and has the next night', async () => {
  const [broken, other] = [await withPackage('Broken'), await withPackage('Other')];
  for (const creator of [broken, other]) await savePriceRules(world.as(creator), { ...POLICY, version: 0 });
  const rules = (value: unknown) =>
    world.owner
      .updateTable('price_policies')
      .set({ rules: JSON.stringify(value) })
      .where('org_id', '=', broken.orgId)
      .execute();
  const night = (name: string) =>
    runtime.client.workflow.execute('priceSuggestions', {
      workflowId: `price-suggestions/${name}`,
      taskQueue: TASK_QUEUES.discovery,
      args: [{ id: FROM_SCHEDULE }],
    });
  await rules(7);
  expect(await night('one-fails')).toMatch(/^added: \d+; creators that failed: 1$/u);
  await recordHistory(runtime.client, 'price-suggestions/one-fails', 'price-suggestions-one-fails');
  await rules([RUSH]);
  for (const creator of [broken, other])
    expect((await myPriceRules(world.as(creator))).open).toHaveLength(creator === other ? 1 : 0);
  expect(await night('next')).toBe('added: 1');
  expect((await myPriceRules(world.as(broken))).open).toHaveLength(1);
});

test('automatic rules move the price without a click, at most 15 % a day; rules saved elsewhere are not overwritten', async () => {
  const creator = await withPackage('Automatic');
  await savePriceRules(world.as(creator), { ...POLICY, automatic: true, version: 0 });
  const seen: (number | undefined)[] = [];
  for (let day = 0; day < 5; day += 1) {
    await suggestFor(inDays(day), creator.orgId);
    seen.push(await priceOf(creator));
  }
  expect(seen).toEqual([46_000, 52_900, 60_000, 60_000, 60_000]);
  expect((await myPriceRules(world.as(creator))).past.map(({ byRule }) => byRule)).toEqual([true, true, true]);
  expect(await refusal(savePriceRules(world.as(creator), { ...POLICY, version: 0 }))).toBe('pricing.changed');
});

test('the simulation prices the offers of 90 days again, and changes none of them', async () => {
  const brand = await createOrg(world, 'brand', 'Café Lumen');
  const creator = await createOrg(world, 'creator', 'Simulated');
  const offer = await offerTo(world, brand, await apply(world, creator, await liveCampaign(world, brand)));
  const rules = [{ ...RUSH, kind: 'volume', threshold: 2, bps: 1_000 } as const];
  const { offers, leftOut } = await simulate(world.as(creator), { rules, floorBps: 7_000, ceilingBps: 15_000 });
  expect([offers.length, leftOut]).toEqual([1, 0]);
  expect(offers[0]).toMatchObject({ id: offer.id, offered: { amount: 40_000 }, ruled: 36_000 });
  const [row] = await world.owner.selectFrom('offers').select('version').where('id', '=', offer.id).execute();
  expect(row?.version).toBe(1);
});
