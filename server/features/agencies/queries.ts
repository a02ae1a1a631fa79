import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { AgencyInput } from './schema.ts';

const agencies = (db: Db) =>
  db
    .selectFrom('orgs as o')
    .leftJoin('agency_profiles as a', 'a.org_id', 'o.id')
    .select([
      'o.id',
      'o.name',
      'o.slug',
      'o.city',
      'o.country',
      'a.about',
      'a.website',
      'a.contact_email',
      'a.licence',
      'a.niches',
      'a.commission_min_bps',
      'a.commission_max_bps',
      'a.published_at',
      'a.updated_at',
    ])
    .where('o.kind', '=', 'agency');
export type AgencyRow = NonNullable<Awaited<ReturnType<typeof agencyOf>>>;

export const agencyOf = (db: Db, orgId: string) => agencies(db).where('o.id', '=', orgId).executeTakeFirst();

/** An agency that shows its page, and neither is closed nor on hold. */
export const agencyBySlug = (db: Db, slug: string) =>
  agencies(db)
    .where('o.slug', '=', slug)
    .where('a.published_at', 'is not', null)
    .where('o.closed_at', 'is', null)
    .where('o.suspended_at', 'is', null)
    .executeTakeFirst();

export async function saveProfile(
  db: Db,
  { orgId, input, publishedAt, at }: { orgId: string; input: AgencyInput; publishedAt: Date | null; at: Date },
): Promise<void> {
  const values = {
    about: input.about,
    website: input.website,
    contact_email: input.contactEmail,
    licence: input.licence,
    niches: [...input.niches],
    commission_min_bps: input.commissionMinBps,
    commission_max_bps: input.commissionMaxBps,
    published_at: publishedAt,
    updated_at: at,
  };
  await db
    .insertInto('agency_profiles')
    .values({ org_id: orgId, ...values })
    .onConflict((c) => c.column('org_id').doUpdateSet(values))
    .execute();
}

export async function listedRoster(db: Db, agencyOrg: string): Promise<string[]> {
  const { rows } = await sql<{
    creator_org: string;
  }>`select creator_org from listed_roster(${agencyOrg}::uuid)`.execute(db);
  return rows.map((row) => row.creator_org);
}

/** Part of the erasure of a person: of agencies whose only member it was. */
export async function deleteProfilesOfPerson(db: Db, userId: string): Promise<void> {
  await sql`
    delete from agency_profiles a where exists (select from org_members m where m.org_id = a.org_id and m.user_id = ${userId})
      and not exists (select from org_members o where o.org_id = a.org_id and o.user_id <> ${userId})`.execute(db);
}
