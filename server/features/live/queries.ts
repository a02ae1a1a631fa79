import type { Db } from '../../../db/client.ts';

const TABLES = { contract: 'contracts', offer: 'offers', campaign: 'campaigns' } as const;
export type FollowedNoun = keyof typeof TABLES;

export async function orgIdsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('org_members').select('org_id').where('user_id', '=', userId).execute();
  return rows.map((row) => row.org_id);
}

/** The brand of a row that the reader may see; undefined for any other row. */
export async function brandOf(db: Db, noun: FollowedNoun, id: string): Promise<string | undefined> {
  const row = await db.selectFrom(TABLES[noun]).where('id', '=', id).select('brand_org').executeTakeFirst();
  return row?.brand_org;
}
