import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { Currency } from '../../core/money.ts';

export interface CandidateRow {
  org_id: string;
  niches: string[];
  facets: string[];
  lat: number | null;
  lon: number | null;
  /** Millionths of a euro: the lowest rate, and the lowest of each format in the order of FORMATS. */
  price: number | null;
  prices: (number | null)[];
  audience: Record<string, number>;
  available: boolean;
  last_post_at: Date | null;
}

/** Creators whom every user may find, in neither direction blocked, who meet what is wanted; those who posted last come first. */
export async function candidatesOf(
  db: Db,
  wanted: { niches: readonly string[]; languages: readonly string[]; followersMin: number; followersMax: number },
  limit: number,
): Promise<CandidateRow[]> {
  const facets = (prefix: string, values: readonly string[]) =>
    values.length === 0 ? sql`true` : sql`s.facets && ${values.map((value) => `${prefix}:${value}`)}::text[]`;
  // One plan for all values could only be right for some of them.
  await sql`select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('jit', 'off', true)`.execute(
    db,
  );
  const { rows } = await sql<CandidateRow>`
    select s.org_id, s.niches, s.facets, s.lat, s.lon, s.price, s.prices, s.audience, s.available, s.last_post_at
      from creator_search s
      where ${facets('n', wanted.niches)} and ${facets('l', wanted.languages)}
        and s.followers between ${wanted.followersMin} and ${wanted.followersMax}
        and s.org_id <> all(array(select orgs_blocked()))
      order by coalesce(s.last_post_at, '-infinity'::timestamptz) desc, s.org_id limit ${limit}`.execute(db);
  return rows;
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
