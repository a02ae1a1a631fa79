import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { nextById, type IdPage } from '../../../../db/keyset.ts';
import type { DeletionBlocker, DeletionState } from '../schema.ts';

const OPEN: DeletionState[] = ['checking', 'blocked', 'planned'];

/** False when the person has an open request already. */
export async function insertDeletion(
  db: Db,
  input: { id: string; code: string; userId: string; source: 'profile' | 'mail'; at: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto('deletion_requests')
    .values({
      id: input.id,
      code: input.code,
      user_id: input.userId,
      source: input.source,
      state: 'checking',
      requested_at: input.at,
      updated_at: input.at,
    })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** A request of Meta, complete at once; the same id again changes nothing. */
export async function insertMetaDeletion(db: Db, { id, code, at }: { id: string; code: string; at: Date }) {
  await db
    .insertInto('deletion_requests')
    .values({
      id,
      code,
      user_id: null,
      source: 'meta',
      state: 'closed',
      requested_at: at,
      updated_at: at,
      ended_at: at,
    })
    .onConflict((c) => c.doNothing())
    .execute();
}

export async function openDeletionOf(db: Db, userId: string) {
  const row = await db
    .selectFrom('deletion_requests')
    .select(['code', 'state', 'blockers', 'requested_at', 'erase_at', 'ended_at'])
    .where('user_id', '=', userId)
    .where('state', 'in', OPEN)
    .executeTakeFirst();
  return row && { ...row, blockers: row.blockers as unknown as DeletionBlocker[] };
}

/** The id of the request that was withdrawn; undefined when none was open. */
export async function withdrawDeletion(db: Db, { userId, at }: { userId: string; at: Date }) {
  const row = await db
    .updateTable('deletion_requests')
    .set({ state: 'cancelled', blockers: '[]', erase_at: null, updated_at: at, ended_at: at })
    .where('user_id', '=', userId)
    .where('state', 'in', OPEN)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export interface DeletionStatusRow {
  state: DeletionState;
  requested_at: Date;
  erase_at: Date | null;
  ended_at: Date | null;
}

export async function deletionWithCode(db: Db, code: string): Promise<DeletionStatusRow | undefined> {
  const { rows } = await sql<DeletionStatusRow>`
    select state, requested_at, erase_at, ended_at from deletion_status(${code})`.execute(db);
  return rows[0];
}

/** The request in one of these states, locked until the transaction ends. */
export async function lockDeletion(db: Db, { id, states }: { id: string; states: readonly DeletionState[] }) {
  return db
    .selectFrom('deletion_requests')
    .select(['id', 'user_id', 'source', 'state', 'erase_at'])
    .where('id', '=', id)
    .where('state', 'in', [...states])
    .forUpdate()
    .executeTakeFirst();
}

export async function updateDeletion(
  db: Db,
  id: string,
  set: { state: DeletionState; blockers: readonly DeletionBlocker[]; erase_at?: Date | null; updated_at: Date },
): Promise<void> {
  await db
    .updateTable('deletion_requests')
    .set({ ...set, blockers: JSON.stringify(set.blockers) })
    .where('id', '=', id)
    .execute();
}

/** Whether the last mail to the erased person is sent or given up; its address is deleted then. */
export async function deleteFarewellMail(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ gone: boolean }>`select delete_farewell_mail(${id}) as gone`.execute(db);
  return rows[0]?.gone ?? false;
}

export async function closeErased(db: Db, { id, at }: { id: string; at: Date }): Promise<void> {
  await db
    .updateTable('deletion_requests')
    .set({ state: 'closed', updated_at: at, ended_at: at })
    .where('id', '=', id)
    .where('state', '=', 'erased')
    .execute();
}

export async function openDeletions(db: Db, { before, ...page }: IdPage & { before: Date }): Promise<{ id: string }[]> {
  return db
    .selectFrom('deletion_requests')
    .select('id')
    .where('state', 'not in', ['closed', 'cancelled'])
    .where('updated_at', '<', before)
    .where(nextById('id', page))
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

export async function overdueDeletions(
  db: Db,
  { ids, since }: { ids: string[]; since: Date },
): Promise<{ id: string }[]> {
  return db
    .selectFrom('deletion_requests')
    .select('id')
    .where('id', 'in', ids)
    .where('state', '=', 'planned')
    .where('erase_at', '<', since)
    .execute();
}

export async function deletionMayResume(db: Db, { id }: { id: string }): Promise<boolean> {
  const row = await db.selectFrom('deletion_requests').select('state').where('id', '=', id).executeTakeFirst();
  return row !== undefined && !['closed', 'cancelled'].includes(row.state);
}
