import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { nextById, type IdPage } from '../../../../db/keyset.ts';
import { holdsText, type RecordSearch } from '../../../../db/text-search.ts';

const OPEN = ['sent', 'countered'] as const;

export async function openOffers(db: Db, { before, ...page }: IdPage & { before: Date }): Promise<{ id: string }[]> {
  return db
    .selectFrom('offers')
    .select('id')
    .where('state', 'in', [...OPEN])
    .where('updated_at', '<', before)
    .where(nextById('id', page))
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

export async function overdueOffers(db: Db, { ids, since }: { ids: string[]; since: Date }): Promise<{ id: string }[]> {
  return db
    .selectFrom('offers')
    .select('id')
    .where('id', 'in', ids)
    .where('state', 'in', [...OPEN])
    .where('deadline_at', '<', since)
    .execute();
}

export async function isOpenOffer(db: Db, { id }: { id: string }): Promise<boolean> {
  const row = await db
    .selectFrom('offers')
    .select('id')
    .where('id', '=', id)
    .where('state', 'in', [...OPEN])
    .executeTakeFirst();
  return row !== undefined;
}

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
