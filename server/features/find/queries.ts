import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../db/client.ts';

/** Whose records, what they are to hold, and how many at most. */
export interface FindInput {
  orgId: string;
  text: string;
  limit: number;
}

/** Compared as plain text: no character of the search text is a wildcard. */
const holds = (text: string, ...columns: RawBuilder<unknown>[]) =>
  sql<boolean>`(${sql.join(
    columns.map((column) => sql`position(lower(${text}) in lower(${column})) > 0`),
    sql` or `,
  )})`;

/*
 * Each reads the rows of the caller's own org by an index and compares those: a text search over the rows of all orgs
 * could not use one under row security.
 */

export async function findDeals(
  db: Db,
  { orgId, text, limit }: FindInput,
): Promise<{ id: string; title: string; other: string }[]> {
  return db
    .selectFrom('contracts as c')
    .innerJoin('orgs as o', (j) =>
      j.on('o.id', '=', sql<string>`case when c.brand_org = ${orgId}::uuid then c.creator_org else c.brand_org end`),
    )
    .select(['c.id', 'c.title', 'o.name as other'])
    .where((eb) =>
      eb.or([eb('c.brand_org', '=', orgId), eb('c.creator_org', '=', orgId), eb('c.agency_org', '=', orgId)]),
    )
    .where(holds(text, sql.ref('c.title'), sql.ref('o.name')))
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit)
    .execute();
}

/** Offers that became no deal, or not yet. */
export async function findOffers(
  db: Db,
  { orgId, text, limit }: FindInput,
): Promise<{ id: string; title: string; other: string }[]> {
  return db
    .selectFrom('offers as f')
    .innerJoin('orgs as o', (j) =>
      j.on('o.id', '=', sql<string>`case when f.brand_org = ${orgId}::uuid then f.creator_org else f.brand_org end`),
    )
    .select(['f.id', 'f.title', 'o.name as other'])
    .where((eb) =>
      eb.or([eb('f.brand_org', '=', orgId), eb('f.creator_org', '=', orgId), eb('f.agency_org', '=', orgId)]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('contracts as c').select('c.id').whereRef('c.offer_id', '=', 'f.id'))),
    )
    .where(holds(text, sql.ref('f.title'), sql.ref('o.name')))
    .orderBy('f.updated_at', 'desc')
    .orderBy('f.id', 'desc')
    .limit(limit)
    .execute();
}

/** Campaigns of the org, and those that it applied to or saved. */
export async function findCampaigns(
  db: Db,
  { orgId, text, limit }: FindInput,
): Promise<{ id: string; title: string; state: string; own: boolean; other: string }[]> {
  return (
    db
      .selectFrom('campaigns as c')
      .innerJoin('orgs as o', 'o.id', 'c.brand_org')
      .select(['c.id', 'c.title', 'c.state', 'o.name as other', sql<boolean>`c.brand_org = ${orgId}::uuid`.as('own')])
      // Not an alternative of three conditions, for which every campaign would be read.
      .where(sql<boolean>`c.id in (
      select id from campaigns where brand_org = ${orgId}::uuid
      union select campaign_id from applications where creator_org = ${orgId}::uuid
      union select campaign_id from saved_campaigns where org_id = ${orgId}::uuid)`)
      .where(holds(text, sql.ref('c.title'), sql`case when c.brand_org = ${orgId}::uuid then c.title else o.name end`))
      .orderBy('c.updated_at', 'desc')
      .orderBy('c.id', 'desc')
      .limit(limit)
      .execute()
  );
}

/** Orgs on the other side of a deal, an offer or an application, with the handle of a creator. */
export async function findPeople(
  db: Db,
  { orgId, text, limit }: FindInput,
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
    .where(holds(text, sql.ref('o.name'), sql`coalesce(p.handle, '')`))
    .orderBy('o.name')
    .orderBy('o.id')
    .limit(limit)
    .execute();
}
