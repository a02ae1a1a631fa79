import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { Currency } from '../../../core/money.ts';
import { MAP_CELLS, RESULTS_COUNTED } from '../rules.ts';
import { anyOf, conditionsOf, isCompared, withoutPrice, type Point, type Search } from './conditions.ts';

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
  price: { by: 'coalesce(s.price, 9000000000000000)', down: false, type: 'bigint' },
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

/** Ids of results in an order, behind a place; one more than `limit`. */
export async function pageOf(
  db: Db,
  search: Search,
  { order, after, limit }: { order: Order; after: ResultPlace | null; limit: number },
): Promise<PageRow[]> {
  const [first] = search.points;
  const { by, down, type } =
    order === 'distance' && first
      ? { by: distanceFrom(first), down: false, type: 'double precision' }
      : {
          ...ORDERS[order === 'distance' ? 'recent' : order],
          by: sql.raw(ORDERS[order === 'distance' ? 'recent' : order].by),
        };
  // The org's own direction is the same in every order: it only orders equal values.
  const behind =
    after === null
      ? sql`true`
      : down
        ? sql`(${by} < ${after.key}::${sql.raw(type)} or (${by} = ${after.key}::${sql.raw(type)} and s.org_id > ${after.orgId}::uuid))`
        : sql`(${by}, s.org_id) > (${after.key}::${sql.raw(type)}, ${after.orgId}::uuid)`;
  // In the order of the index from the place on; the second half of `behind` alone could not begin there.
  const from = after === null || !down ? sql`true` : sql`${by} <= ${after.key}::${sql.raw(type)}`;
  const { rows } = await sql<PageRow>`select s.org_id, (${by})::text as key from creator_search s
    where ${conditionsOf(search)} and ${from} and ${behind}
    order by ${by} ${sql.raw(down ? 'desc' : 'asc')}, s.org_id limit ${limit + 1}`.execute(db);
  return rows;
}

const distanceFrom = ({ lat, lon }: Point): RawBuilder<unknown> =>
  sql`coalesce(distance_km(${lat}::double precision, ${lon}::double precision, s.lat, s.lon), 'infinity')`;

/** How many results there are and how many of each kind, of the first `RESULTS_COUNTED`. */
export async function countsOf(
  db: Db,
  search: Search,
): Promise<{ total: number; facets: { value: string; count: number }[] }> {
  const { rows } = await sql<{ value: string | null; count: number }>`
    with found as materialized (select s.facets from creator_search s where ${conditionsOf(search)} limit ${RESULTS_COUNTED + 1})
    select null as value, count(*)::int as count from found
    union all select value, count(*)::int from found, unnest(facets) as value group by value`.execute(db);
  return {
    total: rows.find((row) => row.value === null)?.count ?? 0,
    facets: rows.flatMap(({ value, count }) => (value === null ? [] : [{ value, count }])),
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
        where s.price is null and s.unconverted_currency is not null and ${conditionsOf(withoutPrice(search))} limit ${RESULTS_COUNTED}) found
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
        mode() within group (order by place_id) as place_id
      from (select s.org_id, s.handle, s.place_id, s.lat, s.lon from creator_search s
        where s.lat between ${south} and ${north} and ${inside} and ${conditionsOf(search)} limit ${RESULTS_COUNTED + 1}) found
      group by floor((lat - ${south}) / ${Math.max((north - south) / rows_, 1e-6)}::float),
        floor((lon - ${west} + case when lon < ${west} then 360 else 0 end) / ${Math.max((east - west + (west > east ? 360 : 0)) / columns, 1e-6)}::float)
      order by 3 desc, 1, 2 limit ${MAP_CELLS}`.execute(db);
  return rows;
}
