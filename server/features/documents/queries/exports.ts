import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { nextById, type IdPage } from '../../../../db/keyset.ts';
import type { Locale } from '../../../core/locale.ts';
import type { DocumentExport } from '../schema.ts';

const COLUMNS = [
  'id',
  'month',
  'state',
  'done',
  'total',
  'size',
  'created_at',
  'expires_at',
  'missing',
  'problem',
] as const;
const RUNNING = ['queued', 'collecting'] as const;

export interface ExportRow {
  id: string;
  month: string | null;
  state: DocumentExport['state'];
  done: number;
  total: number;
  size: number | null;
  created_at: Date;
  expires_at: Date | null;
  missing: string[];
  problem: DocumentExport['problem'];
}

/** Undefined while one of the org is being made. */
export async function insertExport(
  db: Db,
  e: { id: string; orgId: string; userId: string; month: string | null; locale: Locale; total: number; at: Date },
): Promise<ExportRow | undefined> {
  return db
    .insertInto('document_exports')
    .values({
      id: e.id,
      org_id: e.orgId,
      user_id: e.userId,
      month: e.month,
      locale: e.locale,
      state: 'queued',
      total: e.total,
      created_at: e.at,
      updated_at: e.at,
    })
    .onConflict((c) => c.doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** The one of the org that is being made, else the newest of the user. */
export async function newestExport(
  db: Db,
  { orgId, userId }: { orgId: string; userId: string },
): Promise<ExportRow | undefined> {
  return db
    .selectFrom('document_exports')
    .select(COLUMNS)
    .where('org_id', '=', orgId)
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('state', 'in', RUNNING)]))
    .orderBy(sql`state in ('queued', 'collecting')`, 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function exportOf(db: Db, { id, orgId }: { id: string; orgId: string }): Promise<ExportRow | undefined> {
  return db
    .selectFrom('document_exports')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .executeTakeFirst();
}

/** False when it was not being made. */
export async function cancelExport(
  db: Db,
  { id, orgId, at }: { id: string; orgId: string; at: Date },
): Promise<boolean> {
  const stopped = await db
    .updateTable('document_exports')
    .set({ state: 'cancelled', updated_at: at })
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .where('state', 'in', RUNNING)
    .returning('id')
    .executeTakeFirst();
  return stopped !== undefined;
}

/** One that the user requested and may download at `at`. */
export async function readyExport(
  db: Db,
  { id, orgId, userId, at }: { id: string; orgId: string; userId: string; at: Date },
): Promise<{ size: number | null; month: string | null } | undefined> {
  return db
    .selectFrom('document_exports')
    .select(['size', 'month'])
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('state', '=', 'ready')
    .where('expires_at', '>', at)
    .executeTakeFirst();
}

export interface ExportOrder {
  id: string;
  org_id: string;
  month: string | null;
  locale: string;
  /** How often it was begun, this time included. */
  tries: number;
}

/** Begins a zip, or begins it again; undefined when it is not to be made any more. */
export async function beginExport(db: Db, { id, at }: { id: string; at: Date }): Promise<ExportOrder | undefined> {
  return db
    .updateTable('document_exports')
    .set((eb) => ({ state: 'collecting', done: 0, tries: eb('tries', '+', 1), updated_at: at }))
    .where('id', '=', id)
    .where('state', 'in', RUNNING)
    .returning(['id', 'org_id', 'month', 'locale', 'tries'])
    .executeTakeFirst();
}

/** False when it was cancelled. */
export async function noteProgress(db: Db, { id, done, at }: { id: string; done: number; at: Date }): Promise<boolean> {
  const going = await db
    .updateTable('document_exports')
    .set((eb) => ({ done: eb.fn('least', [eb.val(done), eb.ref('total')]), updated_at: at }))
    .where('id', '=', id)
    .where('state', '=', 'collecting')
    .returning('id')
    .executeTakeFirst();
  return going !== undefined;
}

/** False when it was cancelled. */
export async function finishExport(
  db: Db,
  e: { id: string; size: number; missing: string[]; expiresAt: Date; at: Date },
): Promise<boolean> {
  const ready = await db
    .updateTable('document_exports')
    .set((eb) => ({
      state: 'ready',
      done: eb.ref('total'),
      size: e.size,
      missing: e.missing,
      expires_at: e.expiresAt,
      updated_at: e.at,
    }))
    .where('id', '=', e.id)
    .where('state', '=', 'collecting')
    .returning('id')
    .executeTakeFirst();
  return ready !== undefined;
}

export async function failExport(
  db: Db,
  e: { id: string; problem: NonNullable<DocumentExport['problem']>; missing: string[]; at: Date },
): Promise<void> {
  await db
    .updateTable('document_exports')
    .set({ state: 'failed', problem: e.problem, missing: e.missing, updated_at: e.at })
    .where('id', '=', e.id)
    .where('state', '=', 'collecting')
    .execute();
}

export async function markExpired(db: Db, { id, at }: { id: string; at: Date }): Promise<void> {
  await db
    .updateTable('document_exports')
    .set({ state: 'expired', updated_at: at })
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .execute();
}

export async function deleteExportsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('document_exports').where('user_id', '=', userId).execute();
}

export async function openDocumentExports(
  db: Db,
  { before, ...page }: IdPage & { before: Date },
): Promise<{ id: string }[]> {
  return db
    .selectFrom('document_exports')
    .select('id')
    .where('state', 'in', ['queued', 'collecting', 'ready'])
    .where('updated_at', '<', before)
    .where(nextById('id', page))
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

export async function documentExportMayResume(db: Db, { id }: { id: string }): Promise<boolean> {
  const row = await db.selectFrom('document_exports').select('state').where('id', '=', id).executeTakeFirst();
  return row !== undefined && !['expired', 'cancelled', 'failed'].includes(row.state);
}

export async function storedDocumentExports(db: Db, { userId }: { userId: string }): Promise<string[]> {
  const rows = await db.selectFrom('document_exports').select('id').where('user_id', '=', userId).execute();
  return rows.map(({ id }) => `document-exports/${id}.zip`);
}
