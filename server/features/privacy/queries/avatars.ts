import type { Db } from '../../../../db/client.ts';

/** A picture is claimed before it is stored, then shown; a leftover's file is removed by a sweep. */
export async function claimPicture(
  db: Db,
  { name, userId, at }: { name: string; userId: string; at: Date },
): Promise<void> {
  await db.insertInto('avatar_files').values({ name, user_id: userId, state: 'claimed', claimed_at: at }).execute();
}

/** False when the claim was deleted meanwhile. */
export async function showPicture(db: Db, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('avatar_files')
    .set({ state: 'shown' })
    .where('name', '=', name)
    .where('state', '=', 'claimed')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The person with the name of its picture, locked until the transaction ends. */
export async function lockPerson(db: Db, userId: string) {
  return db.selectFrom('profiles').select(['id', 'avatar']).where('id', '=', userId).forUpdate().executeTakeFirst();
}

export async function markLeftover(db: Db, name: string): Promise<void> {
  await db.updateTable('avatar_files').set({ state: 'leftover' }).where('name', '=', name).execute();
}

export async function markStaleClaims(db: Db, claimedBefore: Date): Promise<void> {
  await db
    .updateTable('avatar_files')
    .set({ state: 'leftover' })
    .where('state', '=', 'claimed')
    .where('claimed_at', '<', claimedBefore)
    .execute();
}

/** Names of leftovers, the oldest first. */
export async function leftoverPictures(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('avatar_files')
    .select('name')
    .where('state', '=', 'leftover')
    .orderBy('claimed_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.name);
}

export async function deleteLeftover(db: Db, name: string): Promise<void> {
  await db.deleteFrom('avatar_files').where('name', '=', name).where('state', '=', 'leftover').execute();
}
