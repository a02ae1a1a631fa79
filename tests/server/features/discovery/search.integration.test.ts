import fc from 'fast-check';
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool, setIdentity } from '../../../../db/client.ts';
import type { DB } from '../../../../db/types.ts';
import { engagementTiers } from '../../../../server/features/creators/evidence.ts';
import { loadManyCreators } from '../../../../db/seed/many-creators.ts';
import type { OrgActor, ServiceContext } from '../../../../server/context.ts';
import {
  hideCreator,
  publishCreatorProfile,
  saveCreatorProfile,
} from '../../../../server/features/creators/service.ts';
import { withTx } from '../../../../server/context.ts';
import { filters, type Filters } from '../../../../server/features/discovery/filters/schema.ts';
import { countSearches, missedCreator } from '../../../../server/features/discovery/counts.ts';
import { previewSearch } from '../../../../server/features/discovery/preview.ts';
import { readSentence } from '../../../../server/features/discovery/sentence.ts';
import {
  blockOrg,
  compareCreators,
  searchCreators,
  searchOnMap,
  unblockOrg,
} from '../../../../server/features/discovery/service.ts';
import { findRecords } from '../../../../server/features/find/service.ts';
import { prepareSearch } from '../../../../server/features/discovery/queries/search.ts';
import { followerStep, shareStep } from '../../../../server/features/discovery/tags/rules.ts';
import { NICHE_KEYS, NICHE_PARENT } from '../../../../server/features/niches/rules.ts';
import { FORMATS, PLATFORMS } from '../../../../server/features/terms/rules.ts';
import { meets, plainCreators, type PlainCreator } from '../../../support/brute-search.ts';
import { noteFigures } from '../../../support/chaos/chosen.ts';
import { createOrg, createTestWorld, type TestWorld } from '../../../support/people.ts';
import { insertDealRows } from '../../../support/deal-rows.ts';

/** `npm run search:filters` plays 2,000. */
const RUNS = Number(process.env.FILTERS ?? 200);
const CREATORS = 300;
const LYON = 2_996_944;
const MADRID = 3_117_735;

const refused = (code: string, data: Record<string, unknown>): unknown =>
  expect.objectContaining({ code, data: expect.objectContaining(data) });

let world: TestWorld;
let brand: OrgActor;
let creator: OrgActor;
let all: PlainCreator[];
let byHandle: Map<string, PlainCreator>;
const now = new Date();

beforeAll(async () => {
  world = await createTestWorld('discovery');
  await loadManyCreators(world.database.DATABASE_OWNER_URL, CREATORS);
  brand = await createOrg(world, 'brand', 'Lumen');
  creator = await createOrg(world, 'creator', 'Maya');
  all = await plainCreators(world.owner);
  byHandle = new Map(all.map((one) => [one.handle, one]));
}, 120_000);
afterAll(() => world?.close());

const search = (input: Filters, more: { after?: string; limit?: number } = {}) =>
  searchCreators(world.as(brand, { clock: { now: () => now } }), {
    filters: filters.parse(input),
    limit: 100,
    ...more,
  });

/** Every result, page by page. */
async function everyResult(input: Filters): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | undefined; ;) {
    const page = await search(input, after ? { after } : {});
    found.push(...page.items.map((item) => item.orgId));
    if (page.next === null) return found;
    after = page.next;
  }
}

const range = (highest: number, lowest = 0) =>
  fc
    .tuple(
      fc.integer({ min: lowest, max: highest }),
      fc.integer({ min: lowest, max: highest }),
      fc.constantFrom('min', 'max', 'both'),
    )
    .map(([a, b, ends]) => ({
      ...(ends === 'max' ? {} : { min: Math.min(a, b) }),
      ...(ends === 'min' ? {} : { max: Math.max(a, b) }),
    }));
const some = <T>(values: readonly T[], most = 3) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: most });
const LANGUAGES = ['en', 'fr', 'es', 'it', 'pt', 'zh', 'ru', 'ar'];
const COUNTRIES = ['FR', 'ES', 'US', 'GB', 'RU', 'CN', 'IT', 'AE'];
/** One or a few conditions at a time, so that many searches have results. */
const anyFilters = fc
  .record(
    {
      platforms: some(PLATFORMS),
      notPlatforms: some(PLATFORMS, 2),
      followers: range(60_000),
      engagementBps: range(1_300),
      growthBps: range(1_300, -500),
      views: range(40_000),
      price: fc
        .tuple(range(60_000), fc.constantFrom('EUR', 'USD', 'GBP', 'JPY', 'KWD', 'CAD'))
        .map(([r, currency]) => ({ ...r, currency })),
      formats: some(FORMATS),
      niches: some(NICHE_KEYS, 8),
      notNiches: some(NICHE_KEYS, 4),
      languages: some(LANGUAGES),
      countries: some(COUNTRIES, 4),
      notCountries: some(COUNTRIES, 4),
      places: fc.uniqueArray(
        fc.record({
          id: fc.constantFrom(LYON, MADRID, 2_643_743, 524_901),
          radiusKm: fc.integer({ min: 1, max: 500 }),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      notPlaces: some([LYON, MADRID], 2),
      gender: some(['female', 'male', 'nonbinary'] as const, 2),
      age: range(70, 13),
      audienceCountries: some(COUNTRIES, 2).map((list) => list.map((country) => ({ country, shareBps: 3_000 }))),
      audienceGender: fc.record({
        gender: fc.constant('female' as const),
        shareBps: fc.integer({ min: 0, max: 9_000 }),
      }),
      audienceAge: fc.constant([{ band: '18-24' as const, shareBps: 2_000 }]),
      lastPostDays: fc.integer({ min: 1, max: 120 }),
      rating: fc.integer({ min: 0, max: 50 }),
      verifiedOnly: fc.constant(true),
      availableNow: fc.constant(true),
    },
    { requiredKeys: [] },
  )
  .chain((full) =>
    fc
      .subarray(Object.keys(full), { maxLength: Math.min(4, Object.keys(full).length) })
      .map((keys) => Object.fromEntries(keys.map((key) => [key, full[key as 'age']])) as Filters),
  );

describe('a search', () => {
  test('has exactly the creators who meet every filter, each once, in every order', { timeout: 600_000 }, async () => {
    const seen = { searches: 0, withResults: 0, results: 0, breaking: 0, missing: 0, unknown: 0, hidden: 0 };
    const [hidden, blocking] = [all.slice(0, 5), all.slice(5, 10)].map((part) => part.map(({ orgId }) => orgId));
    const gone = new Set([...hidden!, ...blocking!]);
    const known = new Set(all.map(({ orgId }) => orgId));
    const leave = async (away: boolean) => {
      await world.owner
        .updateTable('creator_profiles')
        .set({ hidden_at: away ? now : null })
        .where('org_id', 'in', hidden!)
        .execute();
      for (const orgId of blocking!) await (away ? blockOrg : unblockOrg)(world.as(brand), { orgId });
    };
    await leave(true);
    await fc.assert(
      fc.asyncProperty(
        anyFilters,
        fc.constantFrom('relevance', 'price', 'engagement', 'recent', 'followers', 'distance'),
        async (input, sort) => {
          const asked = { ...input, sort: sort === 'distance' && !input.places ? 'recent' : sort } as Filters;
          const found = await everyResult(asked);
          const expected = all
            .filter((one) => !gone.has(one.orgId) && meets(one, asked, now, byHandle))
            .map((one) => one.orgId);
          seen.searches += 1;
          seen.withResults += found.length > 0 ? 1 : 0;
          seen.results += found.length;
          seen.hidden += found.filter((id) => gone.has(id)).length;
          seen.unknown += found.filter((id) => !known.has(id)).length;
          seen.breaking += found.filter((id) => known.has(id) && !gone.has(id) && !expected.includes(id)).length;
          seen.missing += expected.filter((id) => !found.includes(id)).length;
          noteFigures(seen);
          expect(new Set(found).size).toBe(found.length);
          expect(found.toSorted()).toEqual(expected.toSorted());
        },
      ),
      { numRuns: RUNS, seed: 7 },
    );
    await leave(false);
    expect(seen.withResults).toBeGreaterThan(RUNS / 3);
  });

  test('and the database agree on the steps of figures and the groups of niches', async () => {
    const numbers = [
      ...new Set(Array.from({ length: 90 }, (_, n) => [2 ** (n / 3), 10 ** (n % 8), 50 * n]).flat()),
    ].map(Math.floor);
    const { rows } = await sql<{ number: number; followers: number; share: number }>`
      select n as number, follower_step(n) as followers, share_step(n) as share from unnest(${numbers}::int[]) n`.execute(
      world.owner,
    );
    expect(rows).toEqual(numbers.map((n) => ({ number: n, followers: followerStep(n), share: shareStep(n) })));
    const groups = await sql<{
      niche: string;
      parent: string | null;
    }>`select n as niche, niche_group(n) as parent from unnest(${[...NICHE_KEYS]}::text[]) n`.execute(world.owner);
    expect(Object.fromEntries(groups.rows.map(({ niche, parent }) => [niche, parent]))).toEqual(NICHE_PARENT);
  });

  test('goes through many results in the order of the index, each once', { timeout: 60_000 }, async () => {
    const page = await search({ languages: ['en'] }, { limit: 7 });
    const many = `${page.next}~many`;
    const [own, other] = [
      await search({ languages: ['en'] }, { limit: 7, after: page.next! }),
      await search({ languages: ['en'] }, { limit: 7, after: many }),
    ];
    expect(other.items.map((item) => item.orgId)).toEqual(own.items.map((item) => item.orgId));
    expect(other.next).toBe(`${own.next}~many`);
  });

  test('counts what brute force counts, in total and by kind', async () => {
    for (const input of [
      {},
      { platforms: ['instagram'] },
      { languages: ['fr'], followers: { min: 5_000 } },
    ] as Filters[]) {
      const page = await search(input);
      const expected = all.filter((one) => meets(one, input, now, byHandle));
      expect(page.total).toEqual({ count: expected.length, exact: true });
      const counted = (values: (one: PlainCreator) => string[]) => {
        const counts = new Map<string, number>();
        for (const one of expected)
          for (const value of new Set(values(one))) counts.set(value, (counts.get(value) ?? 0) + 1);
        return [...counts]
          .map(([value, count]) => ({ value, count }))
          .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
      };
      expect(page.facets).toMatchObject({
        niches: counted((one) => one.niches),
        languages: counted((one) => one.languages),
        countries: counted((one) => (one.country ? [one.country] : [])),
        platforms: counted((one) => one.accounts.map((a) => a.platform)),
        formats: counted((one) => one.rates.map((r) => r.format)),
        gender: counted((one) => (one.gender ? [one.gender] : [])),
      });
    }
  });

  test('by words finds each language by its own forms, the best match first', async () => {
    const [vegan] = (await search({ text: 'vegan recipe' })).items;
    expect(vegan?.reasons[0]).toEqual({ key: 'words', words: expect.arrayContaining(['vegan']) as string[] });
    // Other forms than those in the texts; of Chinese, two characters within a longer run.
    for (const [text, own] of [
      ['недели', 'неделю'],
      ['semaines', 'semaine'],
      ['拍摄', '每周拍摄'],
      ['الأسبوع', 'أسبوع'],
    ] as const) {
      const found = new Set(await everyResult({ text }));
      const expected = all.filter((one) => one.bio.includes(own)).map((one) => one.orgId);
      expect(expected.length).toBeGreaterThan(5);
      expect([text, expected.filter((id) => !found.has(id))]).toEqual([text, []]);
    }
    const ranked = await everyResult({ text: 'recipes video' });
    expect(new Set(ranked).size).toBe(ranked.length);
    expect(ranked.length).toBe((await search({ text: 'recipes video' })).total?.count);
    const without = await everyResult({ text: 'recipes video', notText: ['vegan'] });
    expect(without.length).toBeLessThan(ranked.length);
    await expect(search({ text: '😀' })).rejects.toEqual(refused('discovery.no_words', { field: 'filters.text' }));
  });

  test('refuses the cursor of another search, and a distance without a place', async () => {
    const { next } = await search({ languages: ['fr'] }, { limit: 2 });
    const refusal = refused('discovery.other_search', { field: 'after' });
    await expect(search({ languages: ['es'] }, { after: next!, limit: 2 })).rejects.toEqual(refusal);
    await expect(search({ languages: ['fr'] }, { after: 'nonsense' })).rejects.toEqual(refusal);
    await expect(search({ sort: 'distance' })).rejects.toEqual(
      refused('input.invalid', { field: 'filters.sort', problem: 'required' }),
    );
  });

  test('without results says what each step of relaxing would find; prices without a rate are counted beside them', async () => {
    const asked: Filters = { places: [{ id: LYON, radiusKm: 1 }], followers: { min: 90_000_000 }, niches: ['coffee'] };
    const page = await search(asked);
    expect(page.items).toEqual([]);
    expect(page.relaxed?.map((step) => step.step)).toEqual(['radius', 'followers', 'niche']);
    expect(page.relaxed?.at(-1)?.filters).toMatchObject({ niches: ['food'], followers: { min: 63_000_000 } });
    const priced = await search({ price: { max: 50_000, currency: 'USD' } });
    expect(priced.ratesOf).toBe('2026-09-30');
    const onlyKwd = all.filter((one) => one.rates.length > 0 && one.rates.every((r) => r.currency === 'KWD')).length;
    expect(priced.unconverted).toEqual([{ currency: 'KWD', count: onlyKwd }]);
  });

  test('is counted beside others, and names one creator whom a slightly wider search adds', async () => {
    const asked: Filters = { followers: { min: 5_000 } };
    const wider: Filters = { followers: { min: 3_500 } };
    const [narrow, wide] = await countSearches(world.as(brand), { searches: [asked, wider] });
    const missed = await missedCreator(world.as(brand), { filters: asked });
    expect(missed).toMatchObject({ step: 'followers', filters: wider });
    expect(missed?.added.count).toBe(wide!.count - narrow!.count);
    const results = await everyResult(asked);
    expect(results).not.toContain(missed?.creator.orgId);
    expect(await everyResult(wider)).toContain(missed?.creator.orgId);
    expect(await missedCreator(world.as(brand), { filters: { niches: ['food'] } })).toBeNull();
  });

  test('compares creators in the order asked, without those whom the org cannot find', async () => {
    const [first, second, third] = (await search({})).items;
    await blockOrg(world.as(brand), { orgId: second!.orgId });
    const compared = await compareCreators(world.as(brand), {
      handles: [third!.handle, second!.handle, 'not.here', first!.handle],
    });
    expect(compared.map(({ handle }) => handle)).toEqual([third!.handle, first!.handle]);
    await unblockOrg(world.as(brand), { orgId: second!.orgId });
  });

  test('finds creators for the palette by the beginning of a name or the handle, for brands and agencies alone', async () => {
    const [one] = (await search({})).items;
    const groupsOf = async (actor: OrgActor, text: string) =>
      (await findRecords(world.as(actor), { text })).filter(({ kind }) => kind === 'creator');
    for (const text of [one!.name, one!.name.slice(0, -1), `@${one!.handle}`]) {
      const [group] = await groupsOf(brand, text);
      expect(group?.records, text).toContainEqual({
        id: one!.orgId,
        title: one!.name,
        detail: `@${one!.handle}`,
        path: `/creator/${one!.handle}`,
      });
    }
    expect(await groupsOf(creator, one!.name)).toEqual([]);
    expect(await groupsOf(await createOrg(world, 'agency', 'Scouts'), one!.name)).toHaveLength(1);
    expect(await groupsOf(brand, "'&|!")).toEqual([]);
  });

  test('on the map counts the results of a box', async () => {
    const box = { south: 44, north: 47, west: 3, east: 7 };
    const { cells, total } = await searchOnMap(world.as(brand), { filters: {}, box, language: 'en' });
    const expected = all.filter(
      (one) => one.lat !== null && one.lat > 44 && one.lat < 47 && one.lon! > 3 && one.lon! < 7,
    );
    expect(total).toEqual({ count: expected.length, exact: true });
    expect(cells.reduce((sum, cell) => sum + cell.count, 0)).toBe(expected.length);
    // The list beside the map finds its rows in them.
    for (const { count, extent } of cells)
      expect(
        expected.filter(
          ({ lat, lon }) => lat! >= extent.south && lat! <= extent.north && lon! >= extent.west && lon! <= extent.east,
        ),
      ).toHaveLength(count);
    const everywhere = await searchOnMap(world.as(brand), { filters: {}, language: 'fr' });
    expect(everywhere.total.count).toBe(all.filter((one) => one.lat !== null).length);
    expect(everywhere.cells.map(({ place }) => place?.name)).toContain('Londres');
  });
});

test('the usual engagement of a group is what was published while it has few accounts here, by its own formula alone', async () => {
  const instagram = { platform: 'instagram', formula: 'er_f' } as const;
  const tiers = await engagementTiers(world.as(brand), {
    tiers: [
      { ...instagram, followers: 6_000 },
      { ...instagram, followers: 7_000 },
      { ...instagram, followers: 400 },
      { platform: 'youtube', formula: 'er_f', followers: 6_000 },
    ],
  });
  expect(tiers).toEqual([
    {
      cell: { ...instagram, followersFrom: 5_000, followersTo: 10_000 },
      from: 125,
      to: 162,
      n: null,
      source: expect.any(String),
    },
  ]);
});

describe('a creator is found', () => {
  const isFound = async () => (await everyResult({ countries: ['FR'], languages: ['fr'] })).includes(creator.orgId);
  const profile = {
    handle: 'maya.found',
    headline: 'Breakfast in Lyon',
    bio: '',
    city: 'Lyon',
    country: 'FR',
    niches: ['food' as const],
    languages: ['fr'],
    platforms: [
      { platform: 'instagram' as const, url: 'https://instagram.com/maya', followers: 12_400, engagementBps: 560 },
    ],
    rates: [{ platform: 'instagram' as const, format: 'reel' as const, currency: 'EUR' as const, amount: 45_000 }],
  };

  test('by what it saved, with figures marked as entered by hand', async () => {
    await saveCreatorProfile(world.as(creator), profile);
    await publishCreatorProfile(world.as(creator));
    expect(await isFound()).toBe(true);
    const [item] = (
      await search({
        text: 'maya breakfast',
        followers: { min: 12_000, max: 13_000 },
        price: { max: 45_000, currency: 'EUR' },
      })
    ).items;
    expect(item).toMatchObject({
      handle: 'maya.found',
      priceFrom: { amount: 45_000, currency: 'EUR' },
      accounts: [{ followers: { value: 12_400, source: 'manual', formula: null } }],
      reasons: [{ key: 'words' }, { key: 'followers', value: 12_400 }, { key: 'price' }],
    });
    // Maya's city is within 30 km of Lyon and not of Madrid.
    const near = (id: number) => search({ text: 'maya breakfast', places: [{ id, radiusKm: 30 }] });
    expect((await near(LYON)).items.map((one) => one.handle)).toContain('maya.found');
    expect((await near(MADRID)).items).toEqual([]);
    await saveCreatorProfile(world.as(creator), { ...profile, rates: [] });
    expect(
      (
        await search({
          text: 'breakfast lyon',
          followers: { min: 12_400, max: 12_400 },
          price: { max: 45_000, currency: 'EUR' },
        })
      ).items,
    ).toEqual([]);
  });

  test('not while it is hidden, unpublished, on hold or closed', async () => {
    const hide = (hidden: boolean) =>
      withTx(world.as(creator), (tx) => hideCreator(tx, { orgId: creator.orgId, hidden }));
    const setOrg = (set: { suspended_at?: Date | null; closed_at?: Date | null }) =>
      world.owner.updateTable('orgs').set(set).where('id', '=', creator.orgId).execute();
    const publish = (published_at: Date | null) =>
      world.owner.updateTable('creator_profiles').set({ published_at }).where('org_id', '=', creator.orgId).execute();
    for (const [off, on] of [
      [() => hide(true), () => hide(false)],
      [() => publish(null), () => publish(new Date())],
      [() => setOrg({ suspended_at: new Date() }), () => setOrg({ suspended_at: null })],
      [() => setOrg({ closed_at: new Date() }), () => setOrg({ closed_at: null })],
    ] as const) {
      await off();
      expect(await isFound()).toBe(false);
      await on();
      expect(await isFound()).toBe(true);
    }
  });

  test('not by an org that it blocked or that blocked it, and not when those contacted are left out', async () => {
    for (const [blocker, blocked] of [
      [creator, brand],
      [brand, creator],
    ] as const) {
      await blockOrg(world.as(blocker), { orgId: blocked.orgId });
      expect(await isFound()).toBe(false);
      await unblockOrg(world.as(blocker), { orgId: blocked.orgId });
      expect(await isFound()).toBe(true);
    }
    const contacted = all[0]!.orgId;
    await insertDealRows(world, brand, { ...creator, orgId: contacted }, 'funded');
    const left = await everyResult({ hideContacted: true });
    expect(left).not.toContain(contacted);
    expect(left.length).toBe(all.length - 1);
  });

  test('in the state that both of two changes at once left', async () => {
    await Promise.all([
      saveCreatorProfile(world.as(creator), { ...profile, headline: 'Zebra crossings' }),
      world.owner.updateTable('orgs').set({ city: 'Quimper' }).where('id', '=', creator.orgId).execute(),
      world.owner
        .updateTable('creator_profiles')
        .set({ gender: 'female' })
        .where('org_id', '=', creator.orgId)
        .execute(),
    ]);
    const { items } = await search({ text: 'zebra', gender: ['female'] });
    expect(items.map((item) => item.orgId)).toEqual([creator.orgId]);
  });
});

/** What brands commonly search for, each with an index that must answer it. */
const STANDARD: Filters[] = [
  { platforms: ['instagram'], followers: { min: 100_000 } },
  { niches: ['coffee'], languages: ['fr'] },
  { places: [{ id: LYON, radiusKm: 50 }] },
  { text: 'vegan recipes' },
  { text: '手冲咖啡' },
  { niches: ['fitness'], price: { max: 20_000, currency: 'EUR' }, sort: 'price' },
  { countries: ['AE'], gender: ['female'], sort: 'engagement' },
  { platforms: ['tiktok'], verifiedOnly: true, niches: ['travel'], followers: { min: 5_000, max: 50_000 } },
  { languages: ['ru'], niches: ['books'], sort: 'followers' },
  { places: [{ id: MADRID, radiusKm: 30 }], niches: ['food'], availableNow: true, sort: 'distance' },
];

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}
const readByScan = (node: PlanNode): number =>
  (node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'creator_search'
    ? node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
    : 0) + (node.Plans ?? []).reduce((sum, plan) => sum + readByScan(plan), 0);

test(
  'ten standard searches over 20,000 creators use an index as sponsio_app, and count what brute force counts',
  { timeout: 300_000 },
  async () => {
    const own = await createTestWorld('searches');
    const statements: CompiledQuery[] = [];
    const pool = createPool(own.database.DATABASE_URL, { max: 1 });
    const app = new Kysely<DB>({
      dialect: new PostgresDialect({ pool }),
      log: (event) => void (event.level === 'query' && statements.push(event.query as CompiledQuery)),
    });
    try {
      await loadManyCreators(own.database.DATABASE_OWNER_URL, 20_000);
      const reader = await createOrg(own, 'brand', 'Reader');
      const creators = await plainCreators(own.owner);
      const scans: string[] = [];
      for (const asked of STANDARD) {
        statements.length = 0;
        const ctx = { ...own.as(reader, { clock: { now: () => now } }), db: app };
        const page = await searchCreators(ctx, { filters: asked, limit: 25 });
        if (asked.text === undefined) {
          const expected = creators.filter((one) => meets(one, asked, now, new Map()));
          expect([asked, page.total]).toEqual([asked, { count: expected.length, exact: true }]);
          const niches = expected.flatMap((one) => one.niches);
          expect(
            page.facets?.niches.map(({ value, count }) => [value, count === niches.filter((n) => n === value).length]),
          ).toEqual([...new Set(niches)].map(() => [expect.any(String), true]));
        }
        expect(page.items.length).toBeGreaterThan(0);
        const searched = statements.filter((s) => /from creator_search s/.test(s.sql) && !s.sql.includes('sample'));
        await app.transaction().execute(async (tx) => {
          await setIdentity(tx, { user: reader.userId, org: reader.orgId, kind: 'brand' });
          await prepareSearch(tx);
          for (const { sql: text, parameters } of searched) {
            const { rows } = await tx.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
              CompiledQuery.raw(`explain (analyze, timing off, format json) ${text}`, [...parameters]),
            );
            if (readByScan(rows[0]!['QUERY PLAN'][0]!.Plan) > 0)
              scans.push(`${JSON.stringify(asked)}: ${text.slice(0, 200)}`);
          }
        });
      }
      expect(scans).toEqual([]);
    } finally {
      await app.destroy();
      await own.close();
    }
  },
);

test('a visitor learns how many creators answer a question, and of three nothing that names them, thirty times an hour', async () => {
  const anonymous = { ...world.as(brand), actor: { kind: 'anonymous' as const } };
  const ask = (text: string, ctx: ServiceContext = anonymous) =>
    previewSearch(ctx, { text, language: 'en' }, '203.0.113.7');
  const { total, creators } = await ask('more than 3k followers and 1%+ engagement');
  const found = await search({ followers: { min: 3_000 }, engagementBps: { min: 100 } });
  expect(total).toEqual(found.total);
  expect(creators).toHaveLength(3);
  const shown = JSON.stringify(creators);
  for (const { name, handle, orgId, accounts } of found.items)
    for (const secret of [name, handle, orgId, ...accounts.map((own) => own.url)]) expect(shown).not.toContain(secret);
  expect(creators.every(({ account }) => account!.followers % 100 === 0)).toBe(true);
  expect(await ask('hello there')).toEqual({ total: null, creators: [] });
  const live = {
    ...anonymous,
    integrations: {
      ...anonymous.integrations,
      settings: { ...anonymous.integrations.settings, mode: 'production' as const },
    },
  };
  for (let i = 2; i < 30; i += 1) await ask('food', live);
  await expect(ask('food', live)).rejects.toEqual(refused('rate.limited', {}));
  await expect(ask('🙂')).rejects.toEqual(refused('discovery.no_words', { field: 'text' }));
});

test('a sentence finds what its filters find, and each user may have sixty read in an hour', async () => {
  const text = 'followers over 5k, not on tiktok';
  const read = await readSentence(world.as(brand), { text, language: 'en' });
  expect(read.filters).toEqual({ followers: { min: 5_000 }, notPlatforms: ['tiktok'] });
  await search(read.filters);
  const local = world.as(creator);
  const { settings } = local.integrations;
  const live = {
    ...local,
    integrations: { ...local.integrations, settings: { ...settings, mode: 'production' as const } },
  };
  await expect(readSentence(live, { text: 'a'.repeat(401), language: 'en' })).rejects.toEqual(
    refused('discovery.too_long', { limit: 400, field: 'text' }),
  );
  await expect(readSentence(live, { text: '🙂🎉', language: 'en' })).rejects.toEqual(
    refused('discovery.no_words', { field: 'text' }),
  );
  const both = await readSentence(live, { text: 'under 5k and over 10k followers', language: 'en' });
  expect(both.chips).toMatchObject([{ key: 'followers', problem: 'contradiction' }]);
  expect(both.filters.followers).toBeUndefined();
  for (let i = 0; i < 59; i += 1) await readSentence(live, { text, language: 'en' });
  await expect(readSentence(live, { text, language: 'en' })).rejects.toEqual(
    refused('discovery.hourly_limit', { limit: 60 }),
  );
});
