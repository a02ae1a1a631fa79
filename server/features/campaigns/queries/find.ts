import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { holdsText, type RecordSearch } from '../../../../db/text-search.ts';

/** Campaigns of the org, and those that it applied to or saved. */
export async function findCampaigns(
  db: Db,
  { orgId, text, limit }: RecordSearch,
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
      .where(
        holdsText(text, sql.ref('c.title'), sql`case when c.brand_org = ${orgId}::uuid then c.title else o.name end`),
      )
      .orderBy('c.updated_at', 'desc')
      .orderBy('c.id', 'desc')
      .limit(limit)
      .execute()
  );
}
