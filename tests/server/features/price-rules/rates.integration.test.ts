import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrgActor } from '../../../../server/context.ts';
import { steppedClock } from '../../../../server/core/clock.ts';
import { isAppError } from '../../../../server/core/errors.ts';
import { newId } from '../../../../server/core/ids.ts';
import { dropProfileDraft, myCreatorProfile, saveProfileDraft } from '../../../../server/features/creators/service.ts';
import { setRate } from '../../../../server/features/creators/set-rate.ts';
import type { PricePolicy } from '../../../../server/features/price-rules/schema.ts';
import {
  decideSuggestion,
  myPriceRules,
  savePriceRules,
  simulate,
} from '../../../../server/features/price-rules/service.ts';
import { suggestFor } from '../../../../server/features/price-rules/suggest.ts';
import { apply, liveCampaign, offerTo } from '../../../support/negotiation.ts';
import { createOrg, createTestWorld, type TestWorld } from '../../../support/people.ts';

const DAY = 24 * 3_600_000;
let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld('rate_rules');
});
afterAll(() => world?.close());

const REEL = { platform: 'instagram', format: 'reel', currency: 'EUR' } as const;
const STORY = { platform: 'instagram', format: 'story', currency: 'EUR' } as const;
const SEASON = { kind: 'season', threshold: 0, bps: 5_000, from: 1, to: 12, less: false } as const;
const POLICY: PricePolicy = { active: true, automatic: false, rules: [SEASON], floorBps: 7_000, ceilingBps: 15_000 };

async function withReel(name: string, policy: Partial<PricePolicy> = {}): Promise<OrgActor> {
  const creator = await createOrg(world, 'creator', name);
  await setRate(world.as(creator), { ...REEL, amount: 40_000 });
  await savePriceRules(world.as(creator), { ...POLICY, ...policy, version: 0 });
  return creator;
}
const cardOf = async (creator: OrgActor) => (await myCreatorProfile(world.as(creator))).rates;
const reelOf = async (creator: OrgActor) => (await cardOf(creator)).find(({ format }) => format === 'reel')?.amount;
const at = (days: number) => steppedClock(new Date(Date.now() + days * DAY));
const night = (creator: OrgActor, days = 0) => suggestFor(world.system(at(days)), creator.orgId);
const openOf = async (creator: OrgActor) => (await myPriceRules(world.as(creator))).open;
const refusal = (run: Promise<unknown>) =>
  run.then(
    () => 'ok',
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  );

test('a rule moves a rate by at most 15 % a day, never past its limits, though the profile is saved in between', async () => {
  const raised = await withReel('Raised', { automatic: true });
  const seen: (number | undefined)[] = [];
  for (let day = 0; day < 5; day += 1) {
    await night(raised, day);
    seen.push(await reelOf(raised));
    // Another price of the card is typed: the reel keeps the base that it had.
    await setRate(world.as(raised), { ...STORY, amount: 10_000 });
  }
  expect(seen).toEqual([46_000, 52_900, 60_000, 60_000, 60_000]);
  const own = await myPriceRules(world.as(raised));
  expect(own.rates[0]).toMatchObject({
    target: { kind: 'rate', platform: 'instagram', format: 'reel' },
    price: { amount: 60_000, currency: 'EUR' },
    base: 40_000,
    ruled: 60_000,
  });

  const lowered = await withReel('Lowered', { automatic: true, rules: [{ ...SEASON, less: true }] });
  const down: (number | undefined)[] = [];
  for (let day = 0; day < 4; day += 1) {
    await night(lowered, day);
    down.push(await reelOf(lowered));
  }
  expect(down).toEqual([34_000, 28_900, 28_000, 28_000]);
});

test('a suggestion that is taken late leaves no room for a second one on that day', async () => {
  const creator = await withReel('Late');
  await night(creator);
  const [suggestion] = await openOf(creator);
  const late = world.as(creator, { clock: at(1) });
  await decideSuggestion(late, { suggestionId: suggestion!.id, decision: 'accept' });
  expect(await night(creator, 1)).toBe(0);
  expect(await reelOf(creator)).toBe(46_000);
  expect(await night(creator, 2)).toBe(1);
});

test('each rate of the card gets one suggestion a day, which changes it when the creator takes it', async () => {
  const creator = await withReel('Two rates');
  await setRate(world.as(creator), { ...STORY, amount: 10_000 });
  expect(await night(creator)).toBe(2);
  expect(await night(creator), 'once a day').toBe(0);
  const open = await openOf(creator);
  expect(open.map(({ target, was, price, base }) => ({ target, was, price, base }))).toEqual([
    { target: { kind: 'rate', platform: 'instagram', format: 'reel' }, was: 40_000, price: 46_000, base: 40_000 },
    { target: { kind: 'rate', platform: 'instagram', format: 'story' }, was: 10_000, price: 11_500, base: 10_000 },
  ]);
  const story = open.find(({ was }) => was === 10_000)!;
  await decideSuggestion(world.as(creator), { suggestionId: story.id, decision: 'ignore' });
  const reel = open.find(({ was }) => was === 40_000)!;
  await decideSuggestion(world.as(creator), { suggestionId: reel.id, decision: 'accept' });
  expect(await cardOf(creator)).toEqual([
    { ...REEL, amount: 46_000 },
    { ...STORY, amount: 10_000 },
  ]);
});

test('a sent offer keeps its price when a rule moves the rate', async () => {
  const brand = await createOrg(world, 'brand', 'Café Lumen');
  const creator = await withReel('Offered', { automatic: true });
  const offer = await offerTo(world, brand, await apply(world, creator, await liveCampaign(world, brand)));
  const sent = () =>
    world.owner
      .selectFrom('offer_versions as v')
      .innerJoin('offers as o', 'o.id', 'v.offer_id')
      .select(['o.version', 'v.n', 'v.terms', 'v.terms_hash'])
      .where('v.offer_id', '=', offer.id)
      .execute();
  const before = await sent();
  expect(before).toHaveLength(1);
  expect(await night(creator)).toBe(1);
  expect(await reelOf(creator)).toBe(46_000);
  expect(await sent()).toEqual(before);
});

test('a suggestion of a rate is applied once though two clicks take it or two nights run', async () => {
  const creator = await withReel('Clicked twice');
  await night(creator);
  const [suggestion] = await openOf(creator);
  const take = () => refusal(decideSuggestion(world.as(creator), { suggestionId: suggestion!.id, decision: 'accept' }));
  expect((await Promise.all([take(), take()])).toSorted()).toEqual(['ok', 'pricing.decided']);
  expect(await reelOf(creator)).toBe(46_000);

  const automatic = await withReel('Run twice', { automatic: true });
  const added = await Promise.all([night(automatic), night(automatic)]);
  expect(added.toSorted()).toEqual([0, 1]);
  expect(await reelOf(automatic)).toBe(46_000);
});

test("another creator's rate is untouched, and another creator cannot take the suggestion", async () => {
  const other = await withReel('Untouched', { active: false });
  const creator = await withReel('Moved');
  await night(creator);
  expect(await night(other)).toBe(0);
  const [suggestion] = await openOf(creator);
  const taken = { suggestionId: suggestion!.id, decision: 'accept' } as const;
  expect(await refusal(decideSuggestion(world.as(other), taken))).toBe('not_found');
  expect([await reelOf(creator), await reelOf(other)]).toEqual([40_000, 40_000]);
  await decideSuggestion(world.as(creator), taken);
  expect([await reelOf(creator), await reelOf(other)]).toEqual([46_000, 40_000]);
});

test('a rate that was typed since the suggestion is not overwritten', async () => {
  const creator = await withReel('Typed since');
  await night(creator);
  const [suggestion] = await openOf(creator);
  await setRate(world.as(creator), { ...REEL, amount: 70_000 });
  expect(await openOf(creator), 'no longer offered').toEqual([]);
  const late = { suggestionId: suggestion!.id, decision: 'accept' } as const;
  expect(await refusal(decideSuggestion(world.as(creator), late))).toBe('pricing.rate_changed');
  expect(await reelOf(creator)).toBe(70_000);
  await night(creator, 1);
  expect(await openOf(creator), 'starts from what was typed').toMatchObject([
    { base: 70_000, was: 70_000, price: 80_500 },
  ]);
});

test('a rule that moves a rate keeps what is typed in the draft, and a form opened before is refused', async () => {
  const creator = await withReel('Typing', { automatic: true });
  await setRate(world.as(creator), { ...STORY, amount: 10_000 });
  const { version } = await myCreatorProfile(world.as(creator));
  const typed = { ...REEL, amount: 45_000 };
  const rates = [typed, { ...STORY, amount: 10_000 }];
  const kept = await saveProfileDraft(world.as(creator), { version, content: { headline: 'Half typed', rates } });
  await night(creator);
  const profile = await myCreatorProfile(world.as(creator));
  expect(profile.draft?.content).toEqual({ headline: 'Half typed', rates: [typed, { ...STORY, amount: 11_500 }] });
  expect(profile.rates.map(({ amount }) => amount)).toEqual([46_000, 11_500]);
  expect(await refusal(dropProfileDraft(world.as(creator), { version: kept.version }))).toBe('profile.changed');

  await saveProfileDraft(world.as(creator), { version: profile.version, content: { rates: [null, 'reel'] } });
  expect(await night(creator, 1), 'a draft without a card').toBe(2);
});

test('the simulation starts from the rate that the creator typed, not from the one that the rules made', async () => {
  const brand = await createOrg(world, 'brand', 'Bar Nord');
  const creator = await withReel('Simulated', { automatic: true });
  const photos = { platform: 'instagram', format: 'photos', currency: 'EUR', amount: 5_000 } as const;
  await setRate(world.as(creator), photos);
  await offerTo(world, brand, await apply(world, creator, await liveCampaign(world, brand)));
  const tried = { rules: [SEASON], floorBps: 7_000, ceilingBps: 15_000 };
  // A reel and four photos.
  const ruled = Math.round((40_000 + 4 * 5_000) * 1.5);
  expect((await simulate(world.as(creator), tried)).offers).toMatchObject([{ ruled }]);
  expect(await night(creator)).toBe(2);
  expect((await simulate(world.as(creator), tried)).offers).toMatchObject([{ ruled }]);
});

test('a suggestion names exactly one package or one rate', async () => {
  const creator = await createOrg(world, 'creator', 'Rows');
  const row = {
    org_id: creator.orgId,
    day: new Date(),
    currency: 'EUR',
    base: 40_000,
    was: 40_000,
    price: 44_000,
    lines: '[]',
    policy_version: 1,
    state: 'open',
    created_at: new Date(),
  } as const;
  const insert = (target: { package_id?: string; package_version?: number; platform?: 'instagram'; format?: 'reel' }) =>
    world.owner
      .insertInto('price_suggestions')
      .values({ id: newId(), ...row, ...target })
      .execute();
  const both = { package_id: newId(), package_version: 1, platform: 'instagram', format: 'reel' } as const;
  await expect(insert({})).rejects.toThrow('price_suggestions_target');
  await expect(insert({ platform: 'instagram' })).rejects.toThrow('price_suggestions_target');
  await expect(insert(both)).rejects.toThrow('price_suggestions_target');
  await insert({ platform: 'instagram', format: 'reel' });
  await expect(insert({ platform: 'instagram', format: 'reel' }), 'one a day').rejects.toThrow(
    'price_suggestions_rate',
  );
});
