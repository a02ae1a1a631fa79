import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { Benchmark, Cell } from '../benchmarks/rules.ts';
import type { Engagement, EngagementFormula } from '../schema.ts';

/** A cell is measured on at most so many of its accounts. */
const MEASURED = 20_000;

export interface CellFigures {
  n: number;
  /** Accounts with a rate below the given one. */
  below: number;
  low: number;
  median: number;
  high: number;
}

/** Quartiles of the measured rates of a cell, of how many accounts, and how many of them are below a rate. */
export async function cellFigures<F extends EngagementFormula>(
  db: Db,
  { platform, formula, followersFrom, followersTo }: Cell<F>,
  { bps: value }: Engagement<NoInfer<F>>,
): Promise<CellFigures | null> {
  const { rows } = await sql<{ n: number; below: number; quartiles: number[] | null }>`
    select count(*)::int as n, (count(*) filter (where engagement_bps < ${value}))::int as below,
        percentile_cont(array[.25, .5, .75]) within group (order by engagement_bps) as quartiles
      from (select engagement_bps from social_accounts
        where platform = ${platform} and engagement_formula = ${formula} and followers >= ${followersFrom}
          and (${followersTo}::int is null or followers < ${followersTo}) and engagement_bps is not null and source = 'api'
        limit ${MEASURED}) cell`.execute(db);
  const [row] = rows;
  const [low, median, high] = row?.quartiles ?? [];
  if (!row || low === undefined || median === undefined || high === undefined) return null;
  return { n: row.n, below: row.below, low: Math.round(low), median: Math.round(median), high: Math.round(high) };
}

/** The newest published rates of a cell that hold on a day; null where none were published for its formula. */
export async function publishedRates(
  db: Db,
  { platform, formula, followersFrom }: Cell,
  on: Date,
): Promise<(Benchmark & { source: string; asOf: Date }) | null> {
  const { rows } = await sql<Benchmark & { source: string; day: string }>`
    select low, average_from as "averageFrom", average_to as "averageTo", high, source, to_char(valid_from, 'YYYY-MM-DD') as day
      from engagement_benchmarks
     where platform = ${platform} and formula = ${formula} and followers_from = ${followersFrom}
       and valid_from <= (${on}::timestamptz at time zone 'UTC')::date
     order by valid_from desc limit 1`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { day, ...rates } = row;
  return { ...rates, asOf: new Date(`${day}T00:00:00Z`) };
}

export interface AudienceRow {
  account_id: string;
  kind: 'country' | 'gender' | 'age';
  value: string;
  share_bps: number;
}

/** Shares of the followers of a creator's accounts, as the networks give them, the largest first. */
export const audienceOf = (db: Db, orgId: string): Promise<AudienceRow[]> =>
  db
    .selectFrom('account_audience as d')
    .innerJoin('social_accounts as a', 'a.id', 'd.account_id')
    .select(['d.account_id', 'd.kind', 'd.value', 'd.share_bps'])
    .where('a.org_id', '=', orgId)
    .orderBy('d.account_id')
    .orderBy('d.kind')
    .orderBy('d.share_bps', 'desc')
    .orderBy('d.value')
    .execute();

/** The newest posts of each of a creator's accounts. */
export async function postsOf(db: Db, { orgId, perAccount }: { orgId: string; perAccount: number }) {
  const { rows } = await sql<{
    account_id: string;
    handle: string;
    remote_id: string;
    at: Date;
    url: string;
    text: string;
    is_video: boolean;
    likes: number;
    comments: number;
    views: number | null;
  }>`
    select p.account_id, a.handle, p.remote_id, p.at, p.url, p.text, p.is_video, p.likes, p.comments, p.views
      from social_accounts a cross join lateral (
        select * from social_posts where account_id = a.id order by at desc limit ${perAccount}) p
     where a.org_id = ${orgId}::uuid order by p.at desc, p.remote_id`.execute(db);
  return rows;
}

/** Brands that reviewed the creator after a completed deal, the last first. Their reviews, which name the deal, are public. */
export async function brandsThatReviewed(db: Db, { creatorOrg, now }: { creatorOrg: string; now: Date }) {
  const { rows } = await sql<{ brand_org: string; deals: number }>`
    select brand_org, count(*)::int as deals from ratings
     where creator_org = ${creatorOrg}::uuid and author_side = 'brand' and removed_at is null and visible_at <= ${now}
     group by brand_org order by max(visible_at) desc, brand_org`.execute(db);
  return rows;
}
