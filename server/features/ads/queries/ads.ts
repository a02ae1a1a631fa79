import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { behind, nextById, placeTime, type IdPage, type ListPlace, inIndexOrder } from '../../../../db/keyset.ts';
import type { DB } from '../../../../db/types.ts';
import type { AdState } from '../rules.ts';

const COLUMNS = [
  'a.id',
  'a.org_id',
  'a.kind',
  'a.state',
  'a.version',
  'a.title',
  'a.body',
  'a.niches',
  'a.platform',
  'a.format',
  'a.remote',
  'a.city',
  'a.country',
  'a.lat',
  'a.lon',
  'a.currency',
  'a.pay_min',
  'a.pay_max',
  'a.goods',
  'a.goods_value',
  'a.due_at',
  'a.days',
  'a.photo_id',
  'a.posted_at',
  'a.ends_at',
  'a.warned_end',
  'a.held',
  'a.staff_reason',
  'a.updated_at',
] as const;

export type AdRow = NonNullable<Awaited<ReturnType<typeof adOfOrg>>>;

export async function adOfOrg(db: Db, input: { adId: string; orgId: string; lock?: boolean }) {
  return db
    .selectFrom('ads as a')
    .select(COLUMNS)
    .where('a.id', '=', input.adId)
    .where('a.org_id', '=', input.orgId)
    .$if(input.lock === true, (q) => q.forUpdate())
    .executeTakeFirst();
}

/** For the platform and staff; locked until the transaction ends. */
export async function adLocked(db: Db, adId: string): Promise<AdRow | undefined> {
  return db.selectFrom('ads as a').select(COLUMNS).where('a.id', '=', adId).forUpdate().executeTakeFirst();
}

export async function adByRequestKey(
  db: Db,
  input: { orgId: string; requestKey: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('ads')
    .select('id')
    .where('org_id', '=', input.orgId)
    .where('request_key', '=', input.requestKey)
    .executeTakeFirst();
  return row?.id;
}

/** The newest draft that the form saved by itself for this person. */
export async function autosavedDraft(
  db: Db,
  { orgId, userId }: { orgId: string; userId: string },
): Promise<{ adId: string; title: string; updatedAt: Date } | undefined> {
  return db
    .selectFrom('ads')
    .select(['id as adId', 'title', 'updated_at as updatedAt'])
    .where('org_id', '=', orgId)
    .where('created_by', '=', userId)
    .where('state', '=', 'draft')
    .where('autosaved', '=', true)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function clearAutosaved(db: Db, adId: string): Promise<void> {
  await db.updateTable('ads').set({ autosaved: false }).where('id', '=', adId).execute();
}

export async function insertAd(db: Db, ad: Insertable<DB['ads']>): Promise<void> {
  await db.insertInto('ads').values(ad).execute();
}

/** Pages that show the version before may not save any more. */
export async function updateAd(
  db: Db,
  { adId, at }: { adId: string; at: Date },
  set: Omit<Updateable<DB['ads']>, 'version' | 'updated_at'>,
): Promise<void> {
  await db
    .updateTable('ads')
    .set((eb) => ({ ...set, updated_at: at, version: eb('version', '+', 1) }))
    .where('id', '=', adId)
    .execute();
}

/** The org was warned of this end; pages that show the ad are not out of date by it. */
export async function setWarned(db: Db, { adId, end }: { adId: string; end: Date }): Promise<void> {
  await db.updateTable('ads').set({ warned_end: end }).where('id', '=', adId).execute();
}

export async function deleteDraftRow(db: Db, adId: string): Promise<void> {
  await db.deleteFrom('ads').where('id', '=', adId).where('state', '=', 'draft').execute();
}

/** Serializes what counts against the limit of live ads of an org. */
export async function lockAdsOf(db: Db, orgId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${orgId}, 21))`.execute(db);
}

export async function countLive(db: Db, input: { orgId: string; now: Date; without: string | null }): Promise<number> {
  const { n } = await db
    .selectFrom('ads')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('org_id', '=', input.orgId)
    .where((eb) =>
      eb.or([eb('state', '=', 'in_review'), eb.and([eb('state', '=', 'live'), eb('ends_at', '>', input.now)])]),
    )
    .$if(input.without !== null, (q) => q.where('id', '<>', input.without ?? ''))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Ads of an org in these states, the last touched first. */
export async function adsOfOrg(
  db: Db,
  input: { orgId: string; states: readonly AdState[]; after: ListPlace | null; limit: number },
): Promise<(AdRow & ListPlace)[]> {
  return inIndexOrder(db, () =>
    db
      .selectFrom('ads as a')
      .select(COLUMNS)
      .select(placeTime('a.updated_at').as('at'))
      .where('a.org_id', '=', input.orgId)
      .where('a.state', 'in', [...input.states])
      .where(behind('a.updated_at', 'a.id', 'descending', input.after))
      .orderBy('a.updated_at', 'desc')
      .orderBy('a.id', 'desc')
      .limit(input.limit)
      .execute(),
  );
}

/** Ads of the org in each of these states, each counted up to `cap`. */
export async function countsByState(
  db: Db,
  { orgId, states, cap }: { orgId: string; states: readonly AdState[]; cap: number },
): Promise<Map<AdState, number>> {
  const { rows } = await sql<{ state: AdState; n: number }>`
    select s.state, (select count(*)::int from (
        select from ads a where a.org_id = ${orgId}::uuid and a.state = s.state limit ${cap}) n) as n
      from unnest(${[...states]}::text[]) s(state)`.execute(db);
  return new Map(rows.map(({ state, n }) => [state, n]));
}

export interface AdStats {
  id: string;
  views: number;
  saves: number;
  replies: number;
  fresh: number;
  hires: number;
}

/** Counts of the owner's ads. */
export async function statsOf(db: Db, adIds: readonly string[]): Promise<Map<string, AdStats>> {
  if (adIds.length === 0) return new Map();
  const { rows } = await sql<AdStats>`
    select a.id,
      (select count(*)::int from ad_views v where v.ad_id = a.id) as views,
      (select count(*)::int from ad_saves s where s.ad_id = a.id) as saves,
      (select count(*)::int from ad_replies r where r.ad_id = a.id and r.state <> 'withdrawn') as replies,
      (select count(*)::int from ad_replies r where r.ad_id = a.id and r.state = 'sent') as fresh,
      (select count(*)::int from ad_replies r where r.ad_id = a.id and r.state = 'hired') as hires
      from unnest(${[...adIds]}::uuid[]) as a(id)`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Contracts of the deals that these ads led to. */
export async function contractsOfAds(
  db: Db,
  adIds: readonly string[],
): Promise<{ ad_id: string; id: string; currency: DB['contracts']['currency'] }[]> {
  if (adIds.length === 0) return [];
  return db
    .selectFrom('ad_replies as r')
    .innerJoin('contracts as c', 'c.offer_id', 'r.offer_id')
    .select(['r.ad_id', 'c.id', 'c.currency'])
    .where('r.ad_id', 'in', [...adIds])
    .execute();
}

/** Ads with an end to come, that is with a workflow. */
export async function openAds(db: Db, { before, ...page }: IdPage & { before: Date }): Promise<{ id: string }[]> {
  return db
    .selectFrom('ads')
    .select('id')
    .where('state', 'in', ['live', 'paused'])
    .where('updated_at', '<', before)
    .where(nextById('id', page))
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

export async function overdueAds(db: Db, { ids, since }: { ids: string[]; since: Date }): Promise<{ id: string }[]> {
  return db
    .selectFrom('ads')
    .select('id')
    .where('id', 'in', ids)
    .where('state', 'in', ['live', 'paused'])
    .where('ends_at', '<', since)
    .execute();
}

export async function isShownAd(db: Db, { id }: { id: string }): Promise<boolean> {
  const row = await db
    .selectFrom('ads')
    .select('id')
    .where('id', '=', id)
    .where('state', 'in', ['live', 'paused'])
    .executeTakeFirst();
  return row !== undefined;
}

/** Place of an org, to begin a search with. */
export async function placeOfOrg(db: Db, orgId: string) {
  return db
    .selectFrom('orgs')
    .select(['city', 'country', 'place_id', 'lat', 'lon'])
    .where('id', '=', orgId)
    .executeTakeFirst();
}
