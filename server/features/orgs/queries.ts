import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { OrgKind } from '../../context.ts';
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

export async function orgsByIds(db: Db, ids: readonly string[]): Promise<PartyRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('orgs as o')
    .leftJoin('creator_profiles as p', 'p.org_id', 'o.id')
    .select(['o.id', 'o.kind', 'o.name', 'o.slug', 'p.handle', 'o.country', 'o.city'])
    .where('o.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
}

/**
 * File names of the creators' pictures, where the reader may see them: all of the directory, and parties of its deals.
 */
export async function picturesOfCreators(db: Db, orgIds: readonly string[]): Promise<Map<string, string>> {
  if (orgIds.length === 0) return new Map();
  const { rows } = await sql<{
    org_id: string;
    avatar: string;
  }>`select org_id, avatar from pictures_of_creators(${[...orgIds]}::uuid[])`.execute(db);
  return new Map(rows.map((r) => [r.org_id, r.avatar]));
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
