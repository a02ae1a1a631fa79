import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { Currency } from '../../../core/money.ts';
import { MAP_CELLS, RESULTS_COUNTED } from '../rules.ts';
import { anyOf, conditionsOf, INDEXED_PRICE, isCompared, withoutPrice, type Point, type Search } from './conditions.ts';

/**
 * A plan for the values of each search: one plan for all of them could only be right for some. Bitmaps of large results need more
 * memory than the default to stay exact.
 */
export async function prepareSearch(db: Db): Promise<void> {
  await sql`select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('work_mem', '32MB', true), set_config('jit', 'off', true)`.execute(
    db,
  );
}

export interface SearchFacts {
  terms: string[][];
  not_terms: string[][];
  price_min: number | null;
  price_max: number | null;
  rates_of: string | null;
  like_niches: string[];
}

/** What the database has for a search's words, prices and named creators. */
export async function factsOf(
  db: Db,
  input: {
    words: readonly string[];
    notWords: readonly string[];
    price: { min?: number | undefined; max?: number | undefined; currency: Currency } | undefined;
    like: readonly string[];
  },
): Promise<SearchFacts> {
  const { price } = input;
  const lexemes = (words: readonly string[]) =>
    sql`(select coalesce(jsonb_agg(to_jsonb(search_lexemes(w)) order by n), '[]') from unnest(${[...words]}::text[]) with ordinality as t(w, n))`;
  const micros = (amount: number | undefined) =>
    sql`fx_micros(${amount ?? null}::bigint, ${price?.currency ?? null}::text)`;
  const { rows } =
    await sql<SearchFacts>`select ${lexemes(input.words)} as terms, ${lexemes(input.notWords)} as not_terms,
    ${micros(price?.min)} as price_min, ${micros(price?.max)} as price_max,
    (select max(day)::text from fx_rates where currency = ${price?.currency ?? null}::text) as rates_of,
    array(select distinct n from creator_search s, unnest(s.niches) n where s.handle = any(${[...input.like]}::text[])) as like_niches`.execute(
      db,
    );
  return rows[0]!;
}

/** Columns of the order of a list, each with the direction and the type of its cursor. */
const ORDERS = {
  recent: { by: `coalesce(s.last_post_at, '-infinity'::timestamptz)`, down: true, type: 'timestamptz' },
  followers: { by: 's.followers', down: true, type: 'int' },
  price: { by: INDEXED_PRICE, down: false, type: 'bigint' },
  engagementF: { by: 'coalesce(s.instagram_engagement, -1)', down: true, type: 'int' },
  engagementV: { by: 'coalesce(s.engagement_v, -1)', down: true, type: 'int' },
} as const;
export type Order = keyof typeof ORDERS | 'distance';

export interface ResultPlace {
  key: string;
  orgId: string;
}
export interface PageRow {
  org_id: string;
  key: string;
}

const orderFor = (order: Order, [first]: readonly Point[]) => {
  if (order === 'distance' && first) return { by: distanceFrom(first), down: false, type: 'double precision' as const };
  const named = ORDERS[order === 'distance' ? 'recent' : order];
  return { ...named, by: sql.raw<unknown>(named.by) };
};

export interface Page {
  order: Order;
  after: ResultPlace | null;
  limit: number;
  /** There are more results than are counted; unknown where left out. */
  many?: boolean | undefined;
}

/**
 * Ids of results in an order, behind a place; one more than `limit`. Of many results the newest are read from the index of the order
 * until the page is full: the planner assumes that conditions are independent, expects few results and would sort all of them.
 */
export async function pageOf(db: Db, search: Search, { order, after, limit, many }: Page): Promise<PageRow[]> {
  const { by, down, type } = orderFor(order, search.points);
  // The org's own direction is the same in every order: it only orders equal values.
  const behind =
    after === null
      ? sql`true`
      : down
        ? sql`(${by} < ${after.key}::${sql.raw(type)} or (${by} = ${after.key}::${sql.raw(type)} and s.org_id > ${after.orgId}::uuid))`
        : sql`(${by}, s.org_id) > (${after.key}::${sql.raw(type)}, ${after.orgId}::uuid)`;
  // In the order of the index from the place on; the second half of `behind` alone could not begin there.
  const from = after === null || !down ? sql`true` : sql`${by} <= ${after.key}::${sql.raw(type)}`;
  const inOrder = many === true && order === 'recent';
  if (inOrder) await allowSorting(db, false);
  const { rows } = await sql<PageRow>`select s.org_id, (${by})::text as key from creator_search s
    where ${conditionsOf(search)} and ${from} and ${behind}
    order by ${by} ${sql.raw(down ? 'desc' : 'asc')}, s.org_id limit ${limit + 1}`.execute(db);
  if (inOrder) await allowSorting(db, true);
  return rows;
}

async function allowSorting(db: Db, allowed: boolean): Promise<void> {
  const value = allowed ? 'on' : 'off';
  await sql`select set_config('enable_bitmapscan', ${value}, true), set_config('enable_sort', ${value}, true)`.execute(
    db,
  );
}

const distanceFrom = ({ lat, lon }: Point): RawBuilder<unknown> =>
  sql`coalesce(distance_km(${lat}::double precision, ${lon}::double precision, s.lat, s.lon), 'infinity')`;

export interface Counts {
  total: number;
  facets: { value: string; count: number }[];
}

const COUNTED = sql`select null as value, count(*)::int as count from found
    union all select value, count(*)::int from found, unnest(facets) as value group by value`;

const countsIn = (rows: readonly { value: string | null; count: number | null }[]): Counts => ({
  total: rows.find((row) => row.value === null)?.count ?? 0,
  facets: rows.flatMap(({ value, count }) => (value === null || count === null ? [] : [{ value, count }])),
});

/** How many results there are and how many of each kind, of the first `RESULTS_COUNTED`. */
export async function countsOf(db: Db, search: Search): Promise<Counts> {
  const { rows } = await sql<{ value: string | null; count: number }>`
    with found as materialized (select s.facets from creator_search s where ${conditionsOf(search)} limit ${RESULTS_COUNTED + 1})
    ${COUNTED}`.execute(db);
  return countsIn(rows);
}

/**
 * The counts of a search with its first page, one more than `limit`. When all results are counted, they are read once for both;
 * otherwise a second statement reads the page.
 */
export async function firstPageOf(
  db: Db,
  search: Search,
  { order, limit }: { order: Order; limit: number },
): Promise<{ counts: Counts; rows: PageRow[] }> {
  const { by, down } = orderFor(order, search.points);
  const { rows } = await sql<{ value: string | null; count: number | null; org_id: string | null; key: string }>`
    with found as materialized (
      select s.facets, s.org_id, ${by} as place from creator_search s where ${conditionsOf(search)} limit ${RESULTS_COUNTED + 1}),
    counted as (${COUNTED}),
    page as (select org_id, place from found where (select count(*) from found) <= ${RESULTS_COUNTED}
      order by place ${sql.raw(down ? 'desc' : 'asc')}, org_id limit ${limit + 1})
    select value, count, null as org_id, null as key from counted
    union all (select null, null, p.org_id, p.place::text from page p order by p.place ${sql.raw(down ? 'desc' : 'asc')}, p.org_id)`.execute(
    db,
  );
  const counts = countsIn(rows);
  const page = rows.flatMap(({ org_id, key }) => (org_id === null ? [] : [{ org_id, key }]));
  return {
    counts,
    rows: counts.total > RESULTS_COUNTED ? await pageOf(db, search, { order, after: null, limit, many: true }) : page,
  };
}

export async function countOf(db: Db, search: Search): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from (select from creator_search s where ${conditionsOf(search)} limit ${RESULTS_COUNTED + 1}) found`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** What a wider search finds beside the results of a search: how many, and the one with the newest post. */
export async function missedBy(
  db: Db,
  { search, wider }: { search: Search; wider: Search },
): Promise<{ count: number; orgId: string | null }> {
  const { rows } = await sql<{ count: number; org_id: string | null }>`
    select count(*)::int as count, (array_agg(org_id order by last_post_at desc nulls last, org_id))[1] as org_id from (
      select s.org_id, s.last_post_at from creator_search s
        where ${conditionsOf(wider)} and ${conditionsOf(search)} is not true limit ${RESULTS_COUNTED + 1}) found`.execute(
    db,
  );
  return { count: rows[0]?.count ?? 0, orgId: rows[0]?.org_id ?? null };
}

/** Results but for their price, which is in a currency without a reference rate. */
export async function unconvertedOf(db: Db, search: Search): Promise<{ currency: Currency; count: number }[]> {
  if (!isCompared(search)) return [];
  const { rows } = await sql<{ currency: Currency; count: number }>`
    select unconverted_currency as currency, count(*)::int as count from (
      select s.unconverted_currency from creator_search s
        where s.tags && '{unconverted}' and ${conditionsOf(withoutPrice(search))} limit ${RESULTS_COUNTED}) found
      group by 1 order by 2 desc, 1`.execute(db);
  return rows;
}

export interface CandidateRow {
  org_id: string;
  length: number;
  counts: number[];
  last_post_at: Date | null;
}

/** Results that hold a word of each group of forms, or of one of them; the newest posts first. A word in the name counts three times. */
export async function candidatesOf(
  db: Db,
  search: Search,
  { groups, limit }: { groups: readonly (readonly string[])[]; limit: number },
): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    select c.org_id, c.length, c.last_post_at, array[${sql.join(
      search.terms.map(
        (forms) =>
          sql`coalesce(sum(u.weight) filter (where u.lexeme = any(${[...forms]}::text[])), 0)::float / c.words_forms`,
      ),
    )}] as counts
    from (
      select s.org_id, s.words, s.words_forms, s.words_length::float / s.words_forms as length, s.last_post_at from creator_search s
        where ${conditionsOf(search)} ${
          groups.length === 0
            ? sql``
            : sql`and ${sql.join(
                groups.map((forms) => sql`s.words @@ ${anyOf(forms)}`),
                sql` and `,
              )}`
        }
        order by coalesce(s.last_post_at, '-infinity'::timestamptz) desc, s.org_id limit ${limit}) c
    left join lateral (
      select w.lexeme, (select sum(case x when 'A' then 3 when 'B' then 2 else 1 end) from unnest(w.weights) x) as weight
        from unnest(c.words) w where w.lexeme = any(${search.terms.flat()}::text[])) u on true
    group by c.org_id, c.length, c.words_forms, c.last_post_at`.execute(db);
  return rows;
}

/** How many creators hold a form of the word, up to a bound. */
export async function holdingOf(db: Db, forms: readonly string[]): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from (select from creator_search s where s.words @@ ${anyOf(forms)} limit ${RESULTS_COUNTED}) found`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Size of the table by its statistics, and the mean number of words of a row. */
export async function collectionFacts(db: Db): Promise<{ documents: number; average_length: number }> {
  const { rows } = await sql<{ documents: number; average_length: number }>`
    select greatest((select reltuples from pg_class where oid = 'creator_search'::regclass), count(*))::int as documents,
        coalesce(avg(words_length::float / words_forms), 1) as average_length
      from (select words_length, words_forms from creator_search limit 1000) sample`.execute(db);
  return rows[0]!;
}

export interface CellRow {
  lat: number;
  lon: number;
  count: number;
  org_id: string | null;
  handle: string | null;
  place_id: number | null;
  south: number;
  north: number;
  west: number;
  east: number;
}

export interface Box {
  south: number;
  north: number;
  west: number;
  east: number;
}

/** A margin of degrees around the results, so that none stands on the edge. */
const MARGIN = 0.05;

/** The smallest box that holds the results; null where none has a place. */
export async function extentOf(db: Db, search: Search): Promise<Box | null> {
  const { rows } = await sql<{ [Side in keyof Box]: number | null }>`
    select min(lat)::float as south, max(lat)::float as north, min(lon)::float as west, max(lon)::float as east from (
      select s.lat, s.lon from creator_search s where s.lat is not null and ${conditionsOf(search)} limit ${RESULTS_COUNTED + 1}) found`.execute(
    db,
  );
  const { south = null, north = null, west = null, east = null } = rows[0] ?? {};
  if (south === null || north === null || west === null || east === null) return null;
  return {
    south: Math.max(-90, south - MARGIN),
    north: Math.min(90, north + MARGIN),
    west: Math.max(-180, west - MARGIN),
    east: Math.min(180, east + MARGIN),
  };
}

/** Results in a box, in groups by place; of the first `RESULTS_COUNTED`. */
export async function cellsOf(db: Db, search: Search, box: Box): Promise<CellRow[]> {
  const { south, north, west, east } = box;
  const inside = west <= east ? sql`s.lon between ${west} and ${east}` : sql`(s.lon >= ${west} or s.lon <= ${east})`;
  const [rows_, columns] = [20, 25];
  const { rows } = await sql<CellRow>`
    select avg(lat)::float as lat, avg(lon)::float as lon, count(*)::int as count,
        case when count(*) = 1 then min(org_id::text) end as org_id, case when count(*) = 1 then min(handle) end as handle,
        mode() within group (order by place_id) as place_id,
        min(lat)::float as south, max(lat)::float as north, min(lon)::float as west, max(lon)::float as east
      from (select s.org_id, s.handle, s.place_id, s.lat, s.lon from creator_search s
        where s.lat between ${south} and ${north} and ${inside} and ${conditionsOf(search)} limit ${RESULTS_COUNTED + 1}) found
      group by floor((lat - ${south}) / ${Math.max((north - south) / rows_, 1e-6)}::float),
        floor((lon - ${west} + case when lon < ${west} then 360 else 0 end) / ${Math.max((east - west + (west > east ? 360 : 0)) / columns, 1e-6)}::float)
      order by 3 desc, 1, 2 limit ${MAP_CELLS}`.execute(db);
  return rows;
}
