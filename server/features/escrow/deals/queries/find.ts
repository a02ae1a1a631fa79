import { sql } from 'kysely';
import type { Db } from '../../../../../db/client.ts';
import { isParty } from '../../../../../db/parties.ts';
import { holdsText, type RecordSearch } from '../../../../../db/text-search.ts';

/** Deals of the org by their title or the other side. */
export async function findDeals(
  db: Db,
  { orgId, text, limit }: RecordSearch,
): Promise<{ id: string; title: string; other: string }[]> {
  return db
    .selectFrom('contracts as c')
    .innerJoin('orgs as o', (j) =>
      j.on('o.id', '=', sql<string>`case when c.brand_org = ${orgId}::uuid then c.creator_org else c.brand_org end`),
    )
    .select(['c.id', 'c.title', 'o.name as other'])
    .where(isParty('c', orgId))
    .where(holdsText(text, sql.ref('c.title'), sql.ref('o.name')))
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit)
    .execute();
}
