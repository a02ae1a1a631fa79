import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { OrgKind, OrgRole } from '../../context.ts';
import type { LimitedRole, ReleaseLimit } from './rules.ts';
import type { Contact } from './schema.ts';

export interface PartyRow {
  id: string;
  kind: OrgKind;
  name: string;
  slug: string;
  handle: string | null;
  country: string | null;
  city: string | null;
}

const orgs = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('orgs as o')
    .leftJoin('creator_profiles as p', 'p.org_id', 'o.id')
    .select(['o.id', 'o.kind', 'o.name', 'o.slug', 'p.handle', 'o.country', 'o.city'])
    .where('o.id', '=', sql<string>`any(${[...ids]}::uuid[])`);

export async function orgsById(db: Db, ids: readonly string[]): Promise<PartyRow[]> {
  return ids.length === 0 ? [] : orgs(db, ids).execute();
}

export async function orgById(db: Db, id: string): Promise<PartyRow | undefined> {
  return orgs(db, [id]).executeTakeFirst();
}

/**
 * Orgs with the file names of creators' pictures, where the reader may see them: all of the directory, and parties of
 * its deals; with the logos of brands.
 */
export async function orgsWithPictures(
  db: Db,
  ids: readonly string[],
): Promise<(PartyRow & { avatar: string | null; logo_id: string | null })[]> {
  if (ids.length === 0) return [];
  return orgs(db, ids)
    .leftJoin(
      sql<{ org_id: string; avatar: string }>`pictures_of_creators(${[...ids]}::uuid[])`.as('c'),
      'c.org_id',
      'o.id',
    )
    .leftJoin('brand_profiles as b', 'b.org_id', 'o.id')
    .select(['c.avatar', 'b.logo_id'])
    .execute();
}

/** File names of people's pictures, where the reader may see them: its team, and parties of its deals. */
export async function picturesOfPeople(db: Db, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{
    user_id: string;
    avatar: string;
  }>`select user_id, avatar from pictures_of_people(${[...userIds]}::text[])`.execute(db);
  return new Map(rows.map((r) => [r.user_id, r.avatar]));
}

export async function billingOf(db: Db, orgId: string) {
  return db
    .selectFrom('billing_profiles')
    .select(['legal_name', 'country', 'tax_id', 'address', 'invoice_email', 'po_number'])
    .where('org_id', '=', orgId)
    .executeTakeFirst();
}

export async function membersOf(db: Db, orgId: string) {
  return db
    .selectFrom('org_members as m')
    .innerJoin('profiles as p', 'p.id', 'm.user_id')
    .select(['m.user_id', 'p.display_name', 'p.email', 'm.role', 'm.created_at'])
    .where('m.org_id', '=', orgId)
    .orderBy('m.created_at')
    .execute();
}

export async function memberRole(db: Db, orgId: string, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('org_members')
    .select('role')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.role;
}

/** Those of the orgs that are on hold or erased. */
export async function blockedOrgs(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('orgs')
    .select(['id', 'closed_at'])
    .where('id', 'in', [...ids])
    .where((eb) => eb.or([eb('suspended_at', 'is not', null), eb('closed_at', 'is not', null)]))
    .execute();
}

/** The person of each of these orgs to write to: its first owner. Orgs without a member are absent. */
export async function contactsOf(db: Db, orgIds: readonly string[]): Promise<Map<string, Contact>> {
  if (orgIds.length === 0) return new Map();
  const { rows } = await sql<Contact & { id: string }>`
    select distinct on (m.org_id) m.org_id as id, p.display_name as name, p.email from org_members m join profiles p on p.id = m.user_id
      where m.org_id = any(${[...new Set(orgIds)]}::uuid[]) order by m.org_id, (m.role = 'owner') desc, m.created_at, m.user_id`.execute(
    db,
  );
  return new Map(rows.map(({ id, ...contact }) => [id, contact]));
}

/** Serializes users who request the same slug or handle at once, until the transaction ends. */
export async function lockNames(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('names', 0))`.execute(db);
}

export async function insertOrg(
  db: Db,
  input: { id: string; kind: OrgKind; name: string; slug: string; createdBy: string; at: Date },
): Promise<void> {
  await db
    .insertInto('orgs')
    .values({
      id: input.id,
      kind: input.kind,
      name: input.name,
      slug: input.slug,
      created_by: input.createdBy,
      created_at: input.at,
    })
    .execute();
}

export interface NewMember {
  orgId: string;
  userId: string;
  role: OrgRole;
  at: Date;
}

export async function insertMember(db: Db, { orgId, userId, role, at }: NewMember): Promise<void> {
  await db.insertInto('org_members').values({ org_id: orgId, user_id: userId, role, created_at: at }).execute();
}

/** Where an org is; null where its city is no known place. */
interface Location {
  place_id: number | null;
  lat: number | null;
  lon: number | null;
}

export async function updateOrg(
  db: Db,
  orgId: string,
  set: { name?: string; slug?: string; city?: string | null; country?: string | null } & Partial<Location>,
): Promise<void> {
  await db.updateTable('orgs').set(set).where('id', '=', orgId).execute();
}

/** Sets the country of an org that has none. */
export async function setUnknownCountry(db: Db, orgId: string, set: { country: string } & Location): Promise<void> {
  await db.updateTable('orgs').set(set).where('id', '=', orgId).where('country', 'is', null).execute();
}

export async function markOrgsClosed(db: Db, orgIds: readonly string[], at: Date): Promise<void> {
  await db
    .updateTable('orgs')
    .set({ closed_at: at })
    .where('id', 'in', [...orgIds])
    .execute();
}

const HELD = ['id', 'name', 'slug', 'kind', 'suspended_at'] as const;

/** Sets or lifts the hold; `same`: it was so before. */
export async function setSuspended(db: Db, input: { orgId: string; at: Date | null }) {
  const org = await db
    .selectFrom('orgs')
    .select(HELD)
    .where('id', '=', input.orgId)
    .where('kind', 'in', ['brand', 'creator', 'agency'])
    .executeTakeFirst();
  if (!org) return 'missing' as const;
  const moved = await db
    .updateTable('orgs')
    .set({ suspended_at: input.at })
    .where('id', '=', input.orgId)
    .where('suspended_at', input.at ? 'is' : 'is not', null)
    .returning(HELD)
    .executeTakeFirst();
  return moved ?? ('same' as const);
}

export interface BillingValues {
  legal_name: string;
  country: string;
  tax_id: string | null;
  address: string;
  invoice_email: string | null;
  po_number: string | null;
  updated_at: Date;
}

export async function saveBillingProfile(db: Db, orgId: string, values: BillingValues): Promise<void> {
  await db
    .insertInto('billing_profiles')
    .values({ org_id: orgId, ...values })
    .onConflict((c) => c.column('org_id').doUpdateSet(values))
    .execute();
}

const LOCKED_BY = 2;

/** Locks whether something may be agreed with these orgs until commit: shared by agreements, exclusive for who changes it. */
export async function lockAgreements(db: Db, orgIds: readonly string[], mode: 'shared' | 'exclusive'): Promise<void> {
  const lock = sql.raw(mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock');
  for (const id of [...new Set(orgIds)].sort())
    await sql`select ${lock}(hashtextextended(${id}, ${sql.lit(LOCKED_BY)}))`.execute(db);
}

/** Limits that the org has set, with the person who set them. */
export async function releaseLimitRows(db: Db, orgId: string) {
  return db
    .selectFrom('release_limits as l')
    .leftJoin('profiles as p', 'p.id', 'l.changed_by')
    .select(['l.role', 'l.mode', 'l.amount', 'l.currency', 'l.changed_at', 'p.display_name as by'])
    .where('l.org_id', '=', orgId)
    .execute();
}

export async function saveReleaseLimit(
  db: Db,
  { orgId, role, limit, by, at }: { orgId: string; role: LimitedRole; limit: ReleaseLimit; by: string; at: Date },
): Promise<void> {
  const values = {
    mode: limit.mode,
    amount: limit.mode === 'up_to' ? limit.amount : null,
    currency: limit.mode === 'up_to' ? limit.currency : null,
    changed_by: by,
    changed_at: at,
  };
  await db
    .insertInto('release_limits')
    .values({ org_id: orgId, role, ...values })
    .onConflict((c) => c.columns(['org_id', 'role']).doUpdateSet(values))
    .execute();
}
