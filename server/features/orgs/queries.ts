import type { Db } from '../../../db/client.ts';

export interface PartyRow {
  id: string;
  kind: string;
  name: string;
  slug: string;
  handle: string | null;
  country: string | null;
  city: string | null;
  /** Of the one person behind a creator, where row security lets the reader see it: one's own. */
  avatar: string | null;
}

export async function orgsByIds(db: Db, ids: readonly string[]): Promise<PartyRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('orgs as o')
    .leftJoin('creator_profiles as p', 'p.org_id', 'o.id')
    .select(['o.id', 'o.kind', 'o.name', 'o.slug', 'p.handle', 'o.country', 'o.city'])
    .select((eb) => eb.selectFrom('org_members as m').innerJoin('profiles as person', 'person.id', 'm.user_id').select('person.avatar').whereRef('m.org_id', '=', 'p.org_id').limit(1).as('avatar'))
    .where('o.id', 'in', [...ids])
    .execute();
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
  const row = await db.selectFrom('org_members').select('role').where('org_id', '=', orgId).where('user_id', '=', userId).executeTakeFirst();
  return row?.role;
}
