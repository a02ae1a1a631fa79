import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { Currency } from '../../../core/money.ts';
import type { Service } from '../../creators/rules.ts';
import type { Condition } from '../rules.ts';

export interface CandidateRow {
  org_id: string;
  niches: string[];
  facets: string[];
  country: string | null;
  lat: number | null;
  lon: number | null;
  /** Millionths of a euro: the lowest rate, and the lowest of each format in the order of FORMATS. */
  price: number | null;
  prices: (number | null)[];
  audience: Record<string, number>;
  /** Median views of a post, of the network with most; null where no network gives them. */
  views: number | null;
  available: boolean;
  /** The first day with time for new work, if it is stated. */
  freeFrom: string | null;
  service: Service | null;
  serviceKm: number | null;
  /** Categories that the creator does not advertise. */
  refused: string[];
  last_post_at: Date | null;
}

/** Conditions that a creator must meet to be compared at all. */
export interface Wanted {
  niches: readonly string[];
  languages: readonly string[];
  followersMin: number;
  followersMax: number;
}

const facets = (prefix: string, values: readonly string[]) =>
  values.length === 0 ? sql`true` : sql`s.facets && ${values.map((value) => `${prefix}:${value}`)}::text[]`;

const conditionsOf = (wanted: Wanted): Record<Condition, RawBuilder<unknown>> => ({
  niches: facets('n', wanted.niches),
  languages: facets('l', wanted.languages),
  followers: sql`s.followers between ${wanted.followersMin} and ${wanted.followersMax}`,
});

// One plan for all values could only be right for some of them.
const prepare = (db: Db) =>
  sql`select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('jit', 'off', true)`.execute(db);

const COLUMNS = sql`s.org_id, s.niches, s.facets, s.country, s.lat, s.lon, s.price, s.prices, s.audience, s.available,
  to_char(s.free_from, 'YYYY-MM-DD') as "freeFrom", s.service, s.service_km as "serviceKm", s.refused, s.last_post_at, greatest(s.instagram_views, s.tiktok_views, s.youtube_views) as views`;

/** One creator whom every user may find. */
export async function readCandidate(db: Db, orgId: string): Promise<{ row: CandidateRow; followers: number } | null> {
  const { rows } = await sql<CandidateRow & { followers: number }>`
    select ${COLUMNS}, s.followers from creator_search s where s.org_id = ${orgId}`.execute(db);
  const [found] = rows;
  if (!found) return null;
  const { followers, ...row } = found;
  return { row, followers };
}

/**
 * Creators whom every user may find, neither blocked by the org nor blocking it, who meet what is wanted; those who posted
 * last come first.
 */
export async function candidatesOf(
  db: Db,
  { orgId, wanted, limit }: { orgId: string; wanted: Wanted; limit: number },
): Promise<CandidateRow[]> {
  await prepare(db);
  const { niches, languages, followers } = conditionsOf(wanted);
  const { rows } = await sql<CandidateRow>`
    select ${COLUMNS} from creator_search s
      where ${niches} and ${languages} and ${followers}
        and s.org_id <> all(array(select orgs_blocked_with(${orgId}::uuid)))
      order by coalesce(s.last_post_at, '-infinity'::timestamptz) desc, s.org_id limit ${limit}`.execute(db);
  return rows;
}

/** How many creators would be compared without each condition, up to `limit`. */
export async function countsWithout(
  db: Db,
  { wanted, limit }: { wanted: Wanted; limit: number },
): Promise<Record<Condition, number>> {
  await prepare(db);
  const all = conditionsOf(wanted);
  const without = async (left: Condition): Promise<number> => {
    const kept = Object.entries(all).flatMap(([name, condition]) => (name === left ? [] : [condition]));
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
      select from creator_search s where ${sql.join(kept, sql` and `)} limit ${limit}) c`.execute(db);
    return rows[0]?.n ?? 0;
  };
  return {
    niches: await without('niches'),
    languages: await without('languages'),
    followers: await without('followers'),
  };
}

/** Millionths of a euro; null for a currency without a reference rate. */
export async function microsOf(
  db: Db,
  { currency, amounts }: { currency: Currency; amounts: readonly number[] },
): Promise<(number | null)[]> {
  const { rows } = await sql<{ micros: number | null }>`
    select fx_micros(a, ${currency}::text) as micros
      from unnest(${[...amounts]}::bigint[]) with ordinality as t(a, n) order by n`.execute(db);
  return rows.map((row) => row.micros);
}

export interface DealRecord {
  deals: number;
  onTime: number;
}

/** Completed deals of these creators, and those in time; creators without one are left out. */
export async function dealRecords(db: Db, orgIds: readonly string[]): Promise<Map<string, DealRecord>> {
  const { rows } = await sql<{ creator_org: string; deals: number; on_time: number }>`
    select creator_org, deals, on_time from deal_records(${[...orgIds]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.creator_org, { deals: row.deals, onTime: row.on_time }]));
}

/** Those of these creators who owe another brand exclusivity in one of the categories. */
export async function boundCreators(
  db: Db,
  input: { orgIds: readonly string[]; categories: readonly string[]; brandOrg: string; now: Date },
): Promise<Set<string>> {
  if (input.categories.length === 0) return new Set();
  const { rows } = await sql<{ org_id: string }>`
    select org_id from creators_bound(${[...input.orgIds]}::uuid[], ${[...input.categories]}::text[],
      ${input.brandOrg}::uuid, ${input.now}) as b(org_id)`.execute(db);
  return new Set(rows.map((row) => row.org_id));
}
