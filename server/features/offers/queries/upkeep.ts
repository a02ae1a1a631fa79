import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { endingRows } from '../../../../db/ending-rows.ts';
import { holdsText, type RecordSearch } from '../../../../db/text-search.ts';

/** Offers whose workflow must be running. Late: the time to answer passed. */
export const openOffers = endingRows(
  'offers',
  ({ since }) => sql<boolean>`deadline_at < ${since}`,
  sql<boolean>`state in ('sent', 'countered')`,
);

/** Offers that became no deal, or not yet. */
export async function findOffers(
  db: Db,
  { orgId, text, limit }: RecordSearch,
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
    .where(holdsText(text, sql.ref('f.title'), sql.ref('o.name')))
    .orderBy('f.updated_at', 'desc')
    .orderBy('f.id', 'desc')
    .limit(limit)
    .execute();
}
