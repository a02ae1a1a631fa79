import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { holdsText, type RecordSearch } from '../../../db/text-search.ts';

/** Orgs on the other side of a deal, an offer or an application, with the handle of a creator. */
export async function findPeople(
  db: Db,
  { orgId, text, limit }: RecordSearch,
): Promise<
  { id: string; name: string; kind: string; handle: string | null; contractId: string | null; offerId: string | null }[]
> {
  return db
    .selectFrom('orgs as o')
    .leftJoin('creator_profiles as p', 'p.org_id', 'o.id')
    .select((eb) => [
      'o.id',
      'o.name',
      'o.kind',
      // A profile that is not shown has no page.
      sql<string | null>`case when p.published_at is not null and p.hidden_at is null then p.handle end`.as('handle'),
      eb
        .selectFrom('contracts as c')
        .select('c.id')
        .where(
          sql<boolean>`(c.brand_org = o.id and ${orgId}::uuid in (c.creator_org, c.agency_org)) or (c.creator_org = o.id and ${orgId}::uuid in (c.brand_org, c.agency_org))`,
        )
        .orderBy('c.created_at', 'desc')
        .limit(1)
        .as('contractId'),
      eb
        .selectFrom('offers as f')
        .select('f.id')
        .where(
          sql<boolean>`(f.brand_org = o.id and ${orgId}::uuid in (f.creator_org, f.agency_org)) or (f.creator_org = o.id and ${orgId}::uuid in (f.brand_org, f.agency_org))`,
        )
        .orderBy('f.updated_at', 'desc')
        .limit(1)
        .as('offerId'),
    ])
    .where(sql<boolean>`o.id in (
      select creator_org from offers where brand_org = ${orgId}::uuid
      union select brand_org from offers where creator_org = ${orgId}::uuid
      union select unnest(array[brand_org, creator_org]) from offers where agency_org = ${orgId}::uuid
      union select creator_org from applications where brand_org = ${orgId}::uuid)`)
    .where('o.id', '!=', orgId)
    .where(holdsText(text, sql.ref('o.name'), sql`coalesce(p.handle, '')`))
    .orderBy('o.name')
    .orderBy('o.id')
    .limit(limit)
    .execute();
}
