import type { Db } from '../../../../db/client.ts';

/** Whether a picture of this account is stored, as row security shows the account. */
export async function hasAccountPicture(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('social_accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('picture_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
