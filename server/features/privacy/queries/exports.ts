import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { nextById, type IdPage } from '../../../../db/keyset.ts';
import type { ExportState } from '../schema.ts';

const COLUMNS = ['id', 'state', 'done', 'total', 'size', 'created_at', 'expires_at'] as const;

export interface ExportRow {
  id: string;
  state: ExportState;
  done: number;
  total: number;
  size: number | null;
  created_at: Date;
  expires_at: Date | null;
}

/** Copies that the person requested after `since`. */
export async function exportsSince(db: Db, { userId, since }: { userId: string; since: Date }) {
  return db
    .selectFrom('data_exports')
    .select(['id', 'state'])
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .execute();
}

/** Undefined when a copy of this person is being made already. */
export async function insertExport(
  db: Db,
  input: { id: string; userId: string; orgId: string; total: number; at: Date },
): Promise<ExportRow | undefined> {
  return db
    .insertInto('data_exports')
    .values({
      id: input.id,
      user_id: input.userId,
      org_id: input.orgId,
      state: 'queued',
      total: input.total,
      created_at: input.at,
      updated_at: input.at,
    })
    .onConflict((c) => c.doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
}

export async function newestExportOf(db: Db, userId: string): Promise<ExportRow | undefined> {
  return db
    .selectFrom('data_exports')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The size of a copy that this person may download at `at`. */
export async function readyExportSize(
  db: Db,
  { id, userId, at }: { id: string; userId: string; at: Date },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('data_exports')
    .select(['size'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('state', '=', 'ready')
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return row && Number(row.size);
}

/** Begins a copy, or begins it again; its owner, or undefined when it is done or gone. */
export async function beginExport(db: Db, { id, at }: { id: string; at: Date }): Promise<string | undefined> {
  const row = await db
    .updateTable('data_exports')
    .set({ state: 'collecting', done: 0, updated_at: at })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'collecting'])
    .returning(['user_id'])
    .executeTakeFirst();
  return row?.user_id;
}

export async function noteExportDone(db: Db, { id, done, at }: { id: string; done: number; at: Date }): Promise<void> {
  await db
    .updateTable('data_exports')
    .set({ done, updated_at: at })
    .where('id', '=', id)
    .where('state', '=', 'collecting')
    .execute();
}

/** False when it was not being collected any more. */
export async function finishExport(
  db: Db,
  { id, size, expiresAt, at }: { id: string; size: number; expiresAt: Date; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_exports')
    .set((eb) => ({ state: 'ready', done: eb.ref('total'), size, expires_at: expiresAt, updated_at: at }))
    .where('id', '=', id)
    .where('state', '=', 'collecting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function exportExists(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('data_exports').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

export async function markExportExpired(db: Db, { id, at }: { id: string; at: Date }): Promise<void> {
  await db
    .updateTable('data_exports')
    .set({ state: 'expired', updated_at: at })
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .execute();
}

/** Stored files of the orgs and the person's picture, under names that are unique in the zip. */
export async function filesOf(
  db: Db,
  { userId, orgIds }: { userId: string; orgIds: readonly string[] },
): Promise<{ key: string; name: string }[]> {
  const { rows } = await sql<{ key: string; name: string }>`
    select storage_key as key, 'files/' || id || '-' || name as name from files where org_id = any(${[...orgIds]}::uuid[]) and state = 'ready'
    union all select 'avatars/' || avatar, 'picture-' || avatar from profiles where id = ${userId} and avatar is not null`.execute(
    db,
  );
  return rows;
}

export async function openExports(db: Db, { before, ...page }: IdPage & { before: Date }): Promise<{ id: string }[]> {
  return db
    .selectFrom('data_exports')
    .select('id')
    .where('state', '<>', 'expired')
    .where('updated_at', '<', before)
    .where(nextById('id', page))
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

export async function exportMayResume(db: Db, { id }: { id: string }): Promise<boolean> {
  const row = await db.selectFrom('data_exports').select('state').where('id', '=', id).executeTakeFirst();
  return row !== undefined && row.state !== 'expired';
}
