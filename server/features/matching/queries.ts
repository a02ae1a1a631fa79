import { sql } from 'kysely';
import type { Batch } from '../../../db/batch.ts';
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

export interface ShownRun {
  id: string;
  orgId: string;
  campaignId: string;
  weights: Readonly<Record<string, number>>;
  considered: number;
  at: Date;
  results: readonly { creatorOrg: string; fit: number; parts: object; isNewcomer: boolean }[];
}

/** A ranking as it is shown. */
export async function insertRun(db: Db, run: ShownRun): Promise<void> {
  await db
    .insertInto('match_runs')
    .values({
      id: run.id,
      org_id: run.orgId,
      campaign_id: run.campaignId,
      weights: JSON.stringify(run.weights),
      considered: run.considered,
      made_at: run.at,
    })
    .execute();
  if (run.results.length === 0) return;
  await db
    .insertInto('match_results')
    .values(
      run.results.map(({ creatorOrg, fit, parts, isNewcomer }, i) => ({
        run_id: run.id,
        position: i + 1,
        org_id: run.orgId,
        creator_org: creatorOrg,
        fit: Math.round(fit * 10),
        parts: JSON.stringify(parts),
        is_newcomer: isNewcomer,
      })),
    )
    .execute();
}

/** Rankings that the orgs of this person alone were shown, and the places of those orgs in the rankings of others. */
export async function deleteRunsOfPerson(db: Db, userId: string): Promise<void> {
  const own = sql`(select m.org_id from org_members m where m.user_id = ${userId}
    and not exists (select from org_members o where o.org_id = m.org_id and o.user_id <> ${userId}))`;
  await sql`delete from match_results where creator_org in ${own}`.execute(db);
  await sql`delete from match_runs where org_id in ${own}`.execute(db);
}

export async function deleteOldRuns(db: Db, { before, limit }: Batch): Promise<number> {
  const { numAffectedRows } = await sql`delete from match_runs where id in (
    select id from match_runs where made_at < ${before} order by made_at limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
