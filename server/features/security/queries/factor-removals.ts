import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { nextById, type IdPage } from '../../../../db/keyset.ts';

/** Held until the transaction ends, so that the last factor is detected when several are removed at once. */
export async function lockFactors(db: Db, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`factors:${userId}`}, 0))`.execute(db);
}

export async function plannedRemovalOf(db: Db, userId: string) {
  return db
    .selectFrom('factor_removals')
    .select(['passkey_id', 'due_at'])
    .where('user_id', '=', userId)
    .where('state', '=', 'planned')
    .executeTakeFirst();
}

export async function insertRemoval(
  db: Db,
  input: { id: string; userId: string; passkeyId: string | null; dueAt: Date; at: Date },
): Promise<void> {
  await db
    .insertInto('factor_removals')
    .values({
      id: input.id,
      user_id: input.userId,
      passkey_id: input.passkeyId,
      requested_at: input.at,
      due_at: input.dueAt,
      updated_at: input.at,
    })
    .execute();
}

/** The id of the removal that was planned until now. */
export async function endPlannedRemoval(
  db: Db,
  { userId, state, at }: { userId: string; state: 'stopped' | 'replaced'; at: Date },
): Promise<string | undefined> {
  const row = await db
    .updateTable('factor_removals')
    .set({ state, updated_at: at, ended_at: at })
    .where('user_id', '=', userId)
    .where('state', '=', 'planned')
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Removes the factor of a planned removal; its owner, or null when it is not planned any more. */
export async function removePlannedFactor(db: Db, id: string): Promise<string | null> {
  const { rows } = await sql<{ user_id: string | null }>`select remove_factor(${id}) as user_id`.execute(db);
  return rows[0]?.user_id ?? null;
}

export async function emailOf(db: Db, userId: string): Promise<string | undefined> {
  return (await db.selectFrom('profiles').select('email').where('id', '=', userId).executeTakeFirst())?.email;
}

export async function plannedRemovals(
  db: Db,
  { before, ...page }: IdPage & { before: Date },
): Promise<{ id: string }[]> {
  return db
    .selectFrom('factor_removals')
    .select('id')
    .where('state', '=', 'planned')
    .where('updated_at', '<', before)
    .where(nextById('id', page))
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

export async function overdueRemovals(
  db: Db,
  { ids, since }: { ids: string[]; since: Date },
): Promise<{ id: string }[]> {
  return db
    .selectFrom('factor_removals')
    .select('id')
    .where('id', 'in', ids)
    .where('state', '=', 'planned')
    .where('due_at', '<', since)
    .execute();
}

export async function isPlannedRemoval(db: Db, { id }: { id: string }): Promise<boolean> {
  const row = await db.selectFrom('factor_removals').select('state').where('id', '=', id).executeTakeFirst();
  return row?.state === 'planned';
}
