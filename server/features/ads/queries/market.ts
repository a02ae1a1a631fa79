import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { inIndexOrder } from '../../../../db/keyset.ts';
import type { DB } from '../../../../db/types.ts';
import type { HideReason } from '../schema.ts';
import type { AdReplyState } from '../rules.ts';
import type { AdRow } from './ads.ts';

export interface ShownAdRow extends AdRow {
  distance: number | null;
  sort_key: string;
  saved: boolean;
  hidden: boolean;
  my_state: AdReplyState | null;
}

export interface AdFilter {
  orgId: string;
  kind: DB['ads']['kind'];
  now: Date;
  center: { lat: number; lon: number } | null;
  km?: number | undefined;
  niches?: readonly string[] | undefined;
  verified?: boolean | undefined;
  format?: string | undefined;
  currency?: string | undefined;
  payMin?: number | undefined;
  from?: Date | undefined;
  saved?: boolean | undefined;
  sort: 'distance' | 'newest' | 'pay';
  after: { key: string; id: string } | null;
  limit: number;
  /** Left out. */
  without?: string | undefined;
  /** Posted after that moment; for alerts. */
  postedSince?: Date | undefined;
}

/** Behind every distance: work without a place. */
const NO_PLACE = 1_000_000_000;

const distanceTo = (center: AdFilter['center']): RawBuilder<number | null> =>
  center
    ? sql`distance_km(a.lat, a.lon, ${center.lat}::double precision, ${center.lon}::double precision)`
    : sql`null::double precision`;

const isByTime = ({ sort, center }: Pick<AdFilter, 'sort' | 'center'>): boolean =>
  sort === 'newest' || (sort === 'distance' && !center);

/** Ascending in every order; of amounts, in millionths of a euro at the reference rates. */
function sortKey({ sort, center }: Pick<AdFilter, 'sort' | 'center'>): RawBuilder<unknown> {
  if (sort === 'pay') return sql`-coalesce(fx_micros(coalesce(a.pay_max, a.pay_min), a.currency), -1)::numeric`;
  if (isByTime({ sort, center })) return sql`-(extract(epoch from a.posted_at) * 1000000)::bigint::numeric`;
  return sql`coalesce(round((${distanceTo(center)})::numeric, 3), ${NO_PLACE})`;
}

const MINE = (orgId: string) => sql`
  exists (select from ad_saves s where s.ad_id = a.id and s.org_id = ${orgId}) as saved,
  exists (select from ad_hides h where h.ad_id = a.id and h.org_id = ${orgId}) as hidden,
  (select r.state from ad_replies r where r.ad_id = a.id and r.replier_org = ${orgId} order by r.created_at desc limit 1) as my_state`;

/** Orgs that have blocked each other do not find each other. The worker reads the rows, the application may not. */
const UNBLOCKED = sql`a.org_id <> all(array(select orgs_blocked()))`;
const unblockedFor = (orgId: string) => sql`not exists (
  select from org_blocks b where (b.org_id, b.blocked_org) in ((${orgId}::uuid, a.org_id), (a.org_id, ${orgId}::uuid)))`;

function conditions(f: AdFilter, unblocked: RawBuilder<unknown>): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [
    sql`a.state = 'live' and a.ends_at > ${f.now} and a.kind = ${f.kind} and a.org_id <> ${f.orgId}`,
    // Not a join: few rows of `orgs` are expected to pass row security, so that all of them would be read.
    sql`(select o.suspended_at is null and o.closed_at is null from orgs o where o.id = a.org_id)`,
    unblocked,
  ];
  if (f.saved) all.push(sql`exists (select from ad_saves s where s.ad_id = a.id and s.org_id = ${f.orgId})`);
  else all.push(sql`not exists (select from ad_hides h where h.ad_id = a.id and h.org_id = ${f.orgId})`);
  if (f.center && f.km !== undefined) all.push(sql`(a.remote or ${distanceTo(f.center)} <= ${f.km})`);
  if (f.niches) all.push(sql`a.niches && ${[...f.niches]}::text[]`);
  if (f.verified)
    all.push(sql`exists (select from brand_verifications v where v.org_id = a.org_id and v.state = 'verified')`);
  if (f.format) all.push(sql`a.format = ${f.format}`);
  if (f.currency && f.payMin !== undefined)
    all.push(
      sql`fx_micros(coalesce(a.pay_max, a.pay_min), a.currency) >= fx_micros(${f.payMin}::bigint, ${f.currency})`,
    );
  if (f.from) all.push(sql`(a.due_at is null or a.due_at >= ${f.from})`);
  if (f.without) all.push(sql`a.id <> ${f.without}`);
  if (f.postedSince) all.push(sql`a.posted_at > ${f.postedSince}`);
  return sql.join(all, sql` and `);
}

/** Ads that take replies now, for a reader of the other side; one row more than `limit`. */
export async function liveAds(db: Db, f: AdFilter): Promise<ShownAdRow[]> {
  const { after } = f;
  const read = async (within: RawBuilder<unknown>, order: RawBuilder<unknown>) => {
    const { rows } = await sql<ShownAdRow>`
    select * from (
      select a.*, ${distanceTo(f.center)} as distance, ${sortKey(f)} as sort_key, ${MINE(f.orgId)}
        from ads a where ${conditions(f, UNBLOCKED)} and ${within}) a
     where ${after ? sql`(a.sort_key, a.id) > (${after.key}::numeric, ${after.id}::uuid)` : sql`true`}
     order by ${order}, a.id limit ${f.limit + 1}`.execute(db);
    return rows.map(typed);
  };
  if (!isByTime(f)) return read(sql`true`, sql`a.sort_key`);
  // The key is the time, negative and in microseconds; an index has the times themselves.
  const notNewer = after
    ? sql`a.posted_at <= 'epoch'::timestamptz - ${after.key}::bigint * interval '1 microsecond'`
    : sql`true`;
  return inIndexOrder(db, () => read(notNewer, sql`a.posted_at desc`));
}

/** How many an actor finds, up to `limit`. */
export async function countFoundAds(db: Db, f: AdFilter): Promise<number> {
  return countOf(db, f, UNBLOCKED);
}

/** How many there are, up to `limit`. For the platform, in the name of the reading org. */
export async function countLiveAds(db: Db, f: AdFilter): Promise<number> {
  return countOf(db, f, unblockedFor(f.orgId));
}

async function countOf(db: Db, f: AdFilter, unblocked: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select a.id from ads a where ${conditions(f, unblocked)} limit ${f.limit}) x`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The driver returns these columns of a plain statement as text. */
const typed = (row: ShownAdRow): ShownAdRow => ({
  ...row,
  sort_key: String(row.sort_key),
  distance: row.distance === null ? null : Number(row.distance),
  pay_min: numberOf(row.pay_min),
  pay_max: numberOf(row.pay_max),
  goods_value: numberOf(row.goods_value),
});
const numberOf = (value: number | string | null): number | null => (value === null ? null : Number(value));

/** An ad that others may see, in any later state, with the reader's relation to it. */
export async function shownAd(
  db: Db,
  input: { adId: string; orgId: string; center: AdFilter['center'] },
): Promise<ShownAdRow | undefined> {
  const { rows } = await sql<ShownAdRow>`
    select a.*, ${distanceTo(input.center)} as distance, 0 as sort_key, ${MINE(input.orgId)}
      from ads a where a.id = ${input.adId} and a.state not in ('draft', 'in_review', 'rejected')
       and ${UNBLOCKED}`.execute(db);
  return rows[0] && typed(rows[0]);
}

export async function isMemberOf(db: Db, orgId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('org_members')
    .select('role')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

interface Reader {
  adId: string;
  orgId: string;
  ownerOrg: string;
}

/** Counted once for each reading org and day. */
export async function insertView(db: Db, { adId, orgId, ownerOrg, at }: Reader & { at: Date }): Promise<void> {
  await db
    .insertInto('ad_views')
    .values({ ad_id: adId, viewer_org: orgId, owner_org: ownerOrg, day: at.toISOString().slice(0, 10) })
    .onConflict((c) => c.doNothing())
    .execute();
}

export async function saveAd(db: Db, { adId, orgId, ownerOrg, at }: Reader & { at: Date }): Promise<void> {
  await db
    .insertInto('ad_saves')
    .values({ ad_id: adId, org_id: orgId, owner_org: ownerOrg, created_at: at })
    .onConflict((c) => c.doNothing())
    .execute();
}

export async function unsaveAd(db: Db, { adId, orgId }: Omit<Reader, 'ownerOrg'>): Promise<void> {
  await db.deleteFrom('ad_saves').where('ad_id', '=', adId).where('org_id', '=', orgId).execute();
}

export async function hideAd(
  db: Db,
  input: { adId: string; orgId: string; reason: HideReason; at: Date },
): Promise<void> {
  await db
    .insertInto('ad_hides')
    .values({ ad_id: input.adId, org_id: input.orgId, reason: input.reason, created_at: input.at })
    .onConflict((c) => c.doNothing())
    .execute();
}

export async function unhideAd(db: Db, { adId, orgId }: Omit<Reader, 'ownerOrg'>): Promise<void> {
  await db.deleteFrom('ad_hides').where('ad_id', '=', adId).where('org_id', '=', orgId).execute();
}
