import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { COUNT_CAP } from '../../../core/lists.ts';
import { behind, inIndexOrder, placeTime, type ListPlace } from '../../../../db/keyset.ts';
import { likeText } from '../../../../db/like.ts';
import type { BrandInput, BrandLocation } from '../schema.ts';

const PROFILE = [
  'b.description',
  'b.website',
  'b.niches',
  'b.colors',
  'b.audience',
  'b.claims_allowed',
  'b.claims_forbidden',
  'b.targets',
  'b.links',
  'b.logo_id',
  'b.updated_at',
] as const;

const OPEN = (now: Date) =>
  sql<boolean>`c.state = 'live' and (c.application_deadline is null or c.application_deadline > ${now})`;

/** Brands, with what they say of themselves where they have said something. */
const profiles = (db: Db) =>
  db
    .selectFrom('orgs as o')
    .leftJoin('brand_profiles as b', 'b.org_id', 'o.id')
    .select(['o.id', 'o.name', 'o.slug', 'o.city', 'o.country', 'o.created_at', ...PROFILE])
    // As text, so that the index of brands serves a plan made for any kind.
    .where(sql<boolean>`o.kind = 'brand'`);

/** The same with the number of open campaigns, counted up to `COUNT_CAP`. */
const brands = (db: Db, now: Date) =>
  profiles(db)
    .select(placeTime('o.created_at').as('place'))
    .select(
      sql<number>`(select count(*)::int from (
        select from campaigns c where c.brand_org = o.id and ${OPEN(now)} limit ${COUNT_CAP}) open)`.as(
        'open_campaigns',
      ),
    );
export type BrandRow = NonNullable<Awaited<ReturnType<typeof brandBySlug>>>;
export type ProfileRow = NonNullable<Awaited<ReturnType<typeof ownBrand>>>;

export const ownBrand = (db: Db, orgId: string) => profiles(db).where('o.id', '=', orgId).executeTakeFirst();

export const storedAudiences = (db: Db, orgIds: readonly string[]) =>
  db
    .selectFrom('brand_profiles')
    .select(['org_id', 'audience'])
    .where('org_id', 'in', [...new Set(orgIds)])
    .execute();

export const savedAt = (db: Db, orgId: string) =>
  db.selectFrom('brand_profiles').select('updated_at').where('org_id', '=', orgId).executeTakeFirst();

/** A brand that others may see: neither closed nor on hold, not blocked in either direction; or the reader's own. */
export const brandBySlug = (db: Db, which: { slug: string; orgId: string; now: Date }) =>
  brands(db, which.now)
    .where('o.slug', '=', which.slug)
    .where(
      sql<boolean>`(o.id = ${which.orgId}::uuid or o.closed_at is null and o.suspended_at is null
        and o.id <> all(array(select orgs_blocked())))`,
    )
    .executeTakeFirst();

/** Brands with a profile or an open campaign, the newest first. */
export const directory = (
  db: Db,
  f: { q: string | null; niche: string | null; verified: boolean; now: Date; after: ListPlace | null; limit: number },
) =>
  inIndexOrder(db, () =>
    brands(db, f.now)
      .where('o.closed_at', 'is', null)
      .where('o.suspended_at', 'is', null)
      .where(sql<boolean>`o.id <> all(array(select orgs_blocked()))`)
      .where(
        sql<boolean>`(b.org_id is not null or exists (select from campaigns c where c.brand_org = o.id and ${OPEN(f.now)}))`,
      )
      .$if(f.q !== null, (q) =>
        q.where(sql<boolean>`concat_ws(' ', o.name, o.city, b.description) ilike ${likeText(f.q ?? '')}`),
      )
      .$if(f.niche !== null, (q) => q.where(sql<boolean>`${f.niche} = any(b.niches)`))
      .$if(f.verified, (q) =>
        q.where(
          sql<boolean>`exists (select from brand_verifications v where v.org_id = o.id and v.state = 'verified')`,
        ),
      )
      .where(behind('o.created_at', 'o.id', 'descending', f.after))
      .orderBy('o.created_at', 'desc')
      .orderBy('o.id', 'desc')
      .limit(f.limit)
      .execute(),
  );

export const locationsOf = (db: Db, orgId: string): Promise<BrandLocation[]> =>
  db
    .selectFrom('brand_locations')
    .select(['name', 'address', 'city', 'country', 'lat', 'lon'])
    .where('org_id', '=', orgId)
    .orderBy('position')
    .execute();

export const openCampaignsOf = (db: Db, which: { orgId: string; now: Date; limit: number }) =>
  db
    .selectFrom('campaigns as c')
    .select(['c.id', 'c.title', 'c.city', 'c.currency', 'c.pay', 'c.application_deadline'])
    .where('c.brand_org', '=', which.orgId)
    .where(OPEN(which.now))
    .orderBy('c.published_at', 'desc')
    .orderBy('c.id')
    .limit(which.limit)
    .execute();

/** Ratings of brands that others may read: number and sum of the stars. */
export async function starsOfBrands(
  db: Db,
  { orgIds, now }: { orgIds: readonly string[]; now: Date },
): Promise<Map<string, { count: number; stars: number }>> {
  const { rows } = await sql<{ org: string; count: number; stars: number }>`
    select brand_org as org, count(*)::int as count, sum(stars)::int as stars from ratings
      where brand_org = any(${[...orgIds]}::uuid[]) and author_side = 'creator' and removed_at is null
        and visible_at <= ${now} group by brand_org`.execute(db);
  return new Map(rows.map(({ org, ...row }) => [org, row]));
}

/** Median seconds to an answer, with the number of answers. */
export async function replyTimesOf(
  db: Db,
  orgIds: readonly string[],
): Promise<Map<string, { answered: number; seconds: number }>> {
  const { rows } = await sql<{ brand_org: string; answered: number; median_seconds: number }>`
    select * from brand_reply_times(${[...orgIds]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.brand_org, { answered: row.answered, seconds: row.median_seconds }]));
}

export async function saveProfile(
  db: Db,
  { orgId, input, at }: { orgId: string; input: Omit<BrandInput, 'slug' | 'locations'>; at: Date },
): Promise<void> {
  const values = {
    description: input.description,
    website: input.website,
    niches: input.niches,
    colors: input.colors,
    audience: JSON.stringify(input.audience),
    claims_allowed: input.claimsAllowed,
    claims_forbidden: input.claimsForbidden,
    targets: JSON.stringify(input.targets),
    links: input.links,
    updated_at: at,
  };
  await db
    .insertInto('brand_profiles')
    .values({ org_id: orgId, ...values })
    .onConflict((c) => c.column('org_id').doUpdateSet(values))
    .execute();
}

/** Changes a text that staff released; in their transaction. */
export async function setText(
  db: Db,
  orgId: string,
  text: { description?: string; claims_allowed?: string[]; claims_forbidden?: string[]; updated_at: Date },
): Promise<void> {
  await db.updateTable('brand_profiles').set(text).where('org_id', '=', orgId).execute();
}

/** The picture that is shown for the brand, or none. */
export async function setLogo(db: Db, of: { orgId: string; logoId: string | null; at: Date }): Promise<void> {
  const values = { logo_id: of.logoId, updated_at: of.at };
  await db
    .insertInto('brand_profiles')
    .values({ org_id: of.orgId, ...values })
    .onConflict((c) => c.column('org_id').doUpdateSet(values))
    .execute();
}

export type StoredLocation = BrandLocation & { id: string; place_id: number | null };
export async function replaceLocations(
  db: Db,
  { orgId, locations }: { orgId: string; locations: readonly StoredLocation[] },
): Promise<void> {
  await db.deleteFrom('brand_locations').where('org_id', '=', orgId).execute();
  if (locations.length > 0)
    await db
      .insertInto('brand_locations')
      .values(locations.map((location, position) => ({ org_id: orgId, position, ...location })))
      .execute();
}

/** Part of a person's erasure: of the orgs that are the person's alone. */
export async function deleteBrandsOfPerson(db: Db, userId: string): Promise<void> {
  const own = sql`(select m.org_id from org_members m where m.user_id = ${userId}
    and not exists (select from org_members o where o.org_id = m.org_id and o.user_id <> ${userId}))`;
  await sql`delete from brand_locations where org_id in ${own}`.execute(db);
  await sql`delete from brand_profiles where org_id in ${own}`.execute(db);
  await sql`delete from brand_pictures where org_id in ${own}`.execute(db);
  await sql`delete from brand_verifications where org_id in ${own}`.execute(db);
  await sql`update brand_verifications set address = null, created_by = null where created_by = ${userId}`.execute(db);
}

/** For the copy of personal data. */
export const rowsOfPictures = ({ orgIds }: { orgIds: string[] }) => sql<{ row: unknown }>`
  select to_jsonb(t) - 'bytes' as row from brand_pictures t where org_id = any(${orgIds}::uuid[])`;
