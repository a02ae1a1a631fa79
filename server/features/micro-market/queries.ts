import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { behind, placeTime, type ListPlace } from '../../../db/keyset.ts';
import { likeText } from '../../../db/like.ts';
import type { Currency } from '../../core/money.ts';
import type { ContractState } from '../contracts/schema.ts';
import type { OfferState } from '../offers/schema.ts';
import type { Platform } from '../terms/schema.ts';
import { COUNTED, MICRO, RANK_POINTS, RECENT_DAYS } from './rules.ts';

export interface Scope {
  niches: readonly string[];
  platform: Platform | null;
  point: { lat: number; lon: number } | null;
  km: number;
  city: string | null;
}

/** In the circle, or coming to its centre by their own service area; who works online only comes to no place. */
const near = ({ lat, lon }: { lat: number; lon: number }, km: number): RawBuilder<unknown> =>
  sql`and s.service is distinct from 'online'
    and distance_km(${lat}, ${lon}, s.lat, s.lon) <= greatest(${km}::int, coalesce(s.service_km, 0))`;
const FREE_BY = (day: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(s.available and (s.free_from is null or s.free_from <= ${day}))`;

/** Creators of the marketplace whom users may find, in neither direction blocked. */
function conditionsOf(f: Scope): RawBuilder<boolean> {
  return sql<boolean>`s.followers between ${MICRO.min} and ${MICRO.max} and s.org_id <> all(array(select orgs_blocked()))
    ${f.niches.length > 0 ? sql`and s.niches && ${[...f.niches]}::text[]` : sql``}
    ${f.platform ? sql`and ${`p:${f.platform}`} = any(s.facets)` : sql``}
    ${f.point ? near(f.point, f.km) : sql``}
    ${f.city ? sql`and exists (select from orgs o where o.id = s.org_id and o.city ilike ${likeText(f.city)})` : sql``}`;
}

/** The newest reference rate of each currency, as minor units for a millionth of a euro. */
const RATES = sql`with rate as materialized (
  select distinct on (currency) currency, per_eur * case currency when 'JPY' then 1 when 'KWD' then 1000 else 100 end / 1000000 as divisor
    from fx_rates order by currency, day desc)`;

/** The creator's lowest published rate as millionths of a euro; null without one that converts. */
const LOWEST_RATE = sql`left join lateral (
  select min(round(a.amount / r.divisor))::bigint as micros from creator_rates a join rate r on r.currency = a.currency
    where a.org_id = s.org_id and a.amount > 0) a on true`;

/** The creator's cheapest active package, with the number of packages; micros are millionths of a euro. */
const CHEAPEST = sql`left join lateral (
  select k.price, k.currency, round(k.price / r.divisor)::bigint as micros, count(*) over ()::int as n
    from packages k left join rate r on r.currency = k.currency
    where k.org_id = s.org_id and k.state = 'active' order by 3 nulls last, 1 limit 1) k on true`;

const score = (now: Date): RawBuilder<number> => sql<number>`(
  case when ${FREE_BY(sql`${now.toISOString().slice(0, 10)}::date`)} then ${sql.lit(RANK_POINTS.available)} else 0 end
  + case when exists (select from packages k where k.org_id = s.org_id and k.state = 'active') then ${sql.lit(RANK_POINTS.package)} else 0 end
  + case when cardinality(s.verified) > 0 then ${sql.lit(RANK_POINTS.verified)} else 0 end
  + case when s.last_post_at >= ${new Date(now.getTime() - RECENT_DAYS * 24 * 3_600_000)} then ${sql.lit(RANK_POINTS.recent)} else 0 end)`;
const POSTED = sql`coalesce(s.last_post_at, '-infinity'::timestamptz)`;

export interface MicroPlace {
  score: number;
  at: string;
  id: string;
}

/** Ids in the order of the list, one more than `limit`. */
export async function microPage(
  db: Db,
  scope: Scope,
  { now, after, limit }: { now: Date; after: MicroPlace | null; limit: number },
): Promise<{ org_id: string; score: number; at: string }[]> {
  const place = after
    ? sql`where (p.score, p.posted, p.org_id) < (${after.score}::int, ${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``;
  const { rows } = await sql<{ org_id: string; score: number; at: string }>`
    select p.org_id, p.score, p.posted::text as at
      from (select s.org_id, ${score(now)} as score, ${POSTED} as posted from creator_search s where ${conditionsOf(scope)}) p
      ${place} order by p.score desc, p.posted desc, p.org_id desc limit ${limit + 1}`.execute(db);
  return rows;
}

export interface MarketRow {
  org_id: string;
  niches: string[];
  city: string | null;
  available: boolean;
  verified: string[];
  last_post_at: Date | null;
  instagram: number | null;
  tiktok: number | null;
  youtube: number | null;
  price: number | null;
  currency: Currency | null;
  micros: number | null;
  packages: number;
  /** Of the lowest published rate. */
  rate_micros: number | null;
}

const MARKET_COLUMNS = sql`s.org_id, s.niches, o.city,
  ${FREE_BY(sql`(now() at time zone 'utc')::date`)} as available, s.verified, s.last_post_at,
  s.instagram_engagement as instagram, s.tiktok_engagement as tiktok, s.youtube_engagement as youtube,
  k.price, k.currency, k.micros, coalesce(k.n, 0)::int as packages, a.micros as rate_micros`;

/** What statistics are made of: the creators of the scope with their cheapest package, at most `COUNTED` and one more. */
export async function marketRows(db: Db, scope: Scope): Promise<MarketRow[]> {
  await sql`select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('jit', 'off', true)`.execute(
    db,
  );
  const { rows } = await sql<MarketRow>`
    ${RATES} select ${MARKET_COLUMNS} from creator_search s join orgs o on o.id = s.org_id ${CHEAPEST} ${LOWEST_RATE}
      where ${conditionsOf(scope)} limit ${COUNTED + 1}`.execute(db);
  return rows;
}

export async function marketRowsOf(db: Db, orgIds: readonly string[]): Promise<Map<string, MarketRow>> {
  const { rows } = await sql<MarketRow>`
    ${RATES} select ${MARKET_COLUMNS} from creator_search s join orgs o on o.id = s.org_id ${CHEAPEST} ${LOWEST_RATE}
      where s.org_id = any(${[...orgIds]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.org_id, row]));
}

export interface CreatorRecord {
  org_id: string;
  completed: number;
  ratings: number;
  stars: number;
  asked: number;
  accepted: number;
  answered: number;
  answer_seconds: number | null;
}

/** Deals, ratings and answers of creators since a day; those without any are left out. */
export async function creatorRecords(
  db: Db,
  { orgIds, since }: { orgIds: readonly string[]; since: Date },
): Promise<CreatorRecord[]> {
  const { rows } = await sql<CreatorRecord>`select * from creator_records(${[...orgIds]}::uuid[], ${since})`.execute(
    db,
  );
  return rows;
}

/** How creators answered the offers that were sent to them from one moment until another. */
export interface AnswerRow {
  org_id: string;
  asked: number;
  accepted: number;
  answer_seconds: number | null;
}
export async function creatorAnswers(
  db: Db,
  { orgIds, from, until }: { orgIds: readonly string[]; from: Date; until: Date },
): Promise<AnswerRow[]> {
  const { rows } = await sql<AnswerRow>`
    select * from creator_answers(${[...orgIds]}::uuid[], ${from}, ${until})`.execute(db);
  return rows;
}

/** The niches in which each open campaign searches. */
export async function wantedNiches(db: Db): Promise<{ niches: string[] }[]> {
  const { rows } = await sql<{ niches: string[] }>`
    select array(select jsonb_array_elements_text(coalesce(c.wanted->'niches', '[]'))) as niches
      from campaigns c where c.state = 'live' limit ${COUNTED}`.execute(db);
  return rows;
}

/** Newest contact of the org with a creator: an offer, messages, or both. */
export interface ContactRow extends ListPlace {
  /** The creator's org, once in the list. */
  id: string;
  contacted_at: Date;
  offer_id: string | null;
  offer_state: OfferState | null;
  title: string | null;
  contract_id: string | null;
  contract_state: ContractState | null;
  to_fund: boolean;
  /** Whether the creator has written since then; null without a message of the org. */
  answered: boolean | null;
}

/** Creators whom the org sent an offer or wrote to since a day, each with the newest of both; the last contacted first. */
export async function contactedCreators(
  db: Db,
  { brandOrg, since, after, limit }: { brandOrg: string; since: Date; after: ListPlace | null; limit: number },
): Promise<ContactRow[]> {
  const { rows } = await sql<ContactRow>`
    with offer as (
      select distinct on (f.creator_org) f.creator_org, f.id, f.created_at
        from offers f where f.brand_org = ${brandOrg} and f.created_at >= ${since} order by f.creator_org, f.created_at desc
    ), written as (
      select creator_org, max(created_at) as at from messages
        where author_org = ${brandOrg} and brand_org = ${brandOrg} and created_at >= ${since} group by creator_org
    ), contact as (
      select coalesce(o.creator_org, w.creator_org) as id, greatest(o.created_at, w.at) as contacted_at, o.id as offer_id,
          w.creator_org is not null as is_written
        from offer o full join written w on w.creator_org = o.creator_org
    ), page as (
      select * from contact x where ${behind('x.contacted_at', 'x.id', 'descending', after)}
        order by x.contacted_at desc, x.id desc limit ${limit}
    )
    select x.id, x.contacted_at, x.offer_id, ${placeTime('x.contacted_at')} as at, f.state as offer_state, f.title,
        c.id as contract_id, c.state as contract_state,
        exists (select from milestones m where m.contract_id = c.id and m.state in ('awaiting_funding', 'funding')) as to_fund,
        case when x.is_written then exists (
          select from conversations v join messages a on a.conversation_id = v.id
            where v.brand_org = ${brandOrg} and v.creator_org = x.id and a.author_org <> ${brandOrg} and a.created_at >= ${since}) end as answered
      from page x
        left join offers f on f.id = x.offer_id
        left join contracts c on c.offer_id = x.offer_id
      order by x.contacted_at desc, x.id desc`.execute(db);
  return rows;
}

/** How many creators of the same place come before one with this score and post. */
export async function rankIn(
  db: Db,
  { orgId, now }: { orgId: string; now: Date },
): Promise<{ rank: number; of: number } | null> {
  const { rows } = await sql<{ rank: number; n: number }>`
    with ranked as (
      select s.org_id, row_number() over (order by ${score(now)} desc, ${POSTED} desc, s.org_id desc)::int as rank,
          count(*) over ()::int as n
        from creator_search s
        where s.followers between ${MICRO.min} and ${MICRO.max}
          and s.place_id = (select place_id from creator_search where org_id = ${orgId}::uuid))
    select rank, n from ranked where org_id = ${orgId}::uuid`.execute(db);
  const [row] = rows;
  return row ? { rank: row.rank, of: row.n } : null;
}

export async function followersOf(db: Db, orgId: string): Promise<number> {
  const row = await db.selectFrom('creator_search').select('followers').where('org_id', '=', orgId).executeTakeFirst();
  return row?.followers ?? 0;
}
