import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { nextById, type IdPage } from '../../../../db/keyset.ts';
import type { ExportScope } from '../../../registration.ts';

export async function openAddenda(db: Db, { before, ...page }: IdPage & { before: Date }): Promise<{ id: string }[]> {
  return db
    .selectFrom('addenda')
    .select('id')
    .where('ended_at', 'is', null)
    .where('updated_at', '<', before)
    .where(nextById('id', page))
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

/** Past their deadline, or signed by both and still not applied. */
export async function overdueAddenda(
  db: Db,
  { ids, before, since }: { ids: string[]; before: Date; since: Date },
): Promise<{ id: string }[]> {
  return db
    .selectFrom('addenda')
    .select('id')
    .where('id', 'in', ids)
    .where('ended_at', 'is', null)
    .where((eb) =>
      eb.or([eb('deadline_at', '<', since), eb.and([eb('state', '=', 'signed'), eb('updated_at', '<', before)])]),
    )
    .execute();
}

export async function isOpenAddendum(db: Db, { id }: { id: string }): Promise<boolean> {
  const row = await db.selectFrom('addenda').select('ended_at').where('id', '=', id).executeTakeFirst();
  return row !== undefined && row.ended_at === null;
}

/** Signatures of the orgs' addenda; the other side's address and browser are its personal data. */
export const signaturesToExport = ({ userId, orgIds }: ExportScope) =>
  sql<{
    row: unknown;
  }>`select to_jsonb(t) - case when user_id = ${userId} then '{}'::text[] else '{ip,user_agent,user_id}'::text[] end as row from addendum_signatures t where brand_org = any(${orgIds}::uuid[]) or creator_org = any(${orgIds}::uuid[])`;
