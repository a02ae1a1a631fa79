import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { z } from 'zod';
import { withTx, type OrgContext, type SystemContext } from '../../context.ts';
import { plus } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { requireStepUp } from '../../guards.ts';
import { zipOfParts, type ZipPart } from '../../zip.ts';
import { audit } from '../audit/audit.ts';
import { queueMail } from '../notifications/queue-mail.ts';
import { startWorkflow } from '../outbox/commands.ts';
import { EXPORT_PARTS, type ExportScope } from './export-parts.ts';
import { orgsOf } from './queries.ts';
import { EXPORT_LIFE, EXPORTS_A_DAY } from './rules.ts';
import type { DataExport, ExportDownload, exportInput, ExportState } from './schema.ts';

const DAY_MS = 24 * 3_600_000;
const COLUMNS = ['id', 'state', 'done', 'total', 'size', 'created_at', 'expires_at'] as const;
const keyOf = (id: string): string => `exports/${id}.zip`;

interface ExportRow {
  id: string;
  state: ExportState;
  done: number;
  total: number;
  size: number | null;
  created_at: Date;
  expires_at: Date | null;
}
const toDto = (row: ExportRow): DataExport => ({
  id: row.id,
  state: row.state,
  done: row.done,
  total: row.total,
  size: row.size,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

/**
 * Requests a copy of the user's data. Throws auth.step_up_required, privacy.export_running while one is being made,
 * privacy.export_limit after three in a day.
 */
export async function requestExport(ctx: OrgContext): Promise<DataExport> {
  return withTx(ctx, async (tx) => {
    await requireStepUp(tx, 'data_export');
    const now = tx.clock.now();
    const { userId, orgId } = tx.actor;
    const recent = await tx.db
      .selectFrom('data_exports')
      .select(['id', 'state'])
      .where('user_id', '=', userId)
      .where('created_at', '>', new Date(now.getTime() - DAY_MS))
      .execute();
    if (recent.some((r) => r.state === 'queued' || r.state === 'collecting'))
      throw new AppError('privacy.export_running');
    if (recent.length >= EXPORTS_A_DAY) throw new AppError('privacy.export_limit');
    const id = newId(now.getTime());
    const row = await tx.db
      .insertInto('data_exports')
      .values({
        id,
        user_id: userId,
        org_id: orgId,
        state: 'queued',
        total: EXPORT_PARTS.length,
        created_at: now,
        updated_at: now,
      })
      .onConflict((c) => c.doNothing())
      .returning(COLUMNS)
      .executeTakeFirst();
    if (!row) throw new AppError('privacy.export_running');
    await startWorkflow(tx, 'dataExport', id);
    await audit(tx, 'account.export_requested', `export:${id}`);
    return toDto(row);
  });
}

/** The newest copy of the signed-in user, in any state; null when none was requested. */
export async function newestExport(ctx: OrgContext): Promise<DataExport | null> {
  return withTx(ctx, async (tx) => {
    const row = await tx.db
      .selectFrom('data_exports')
      .select(COLUMNS)
      .where('user_id', '=', tx.actor.userId)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row ? toDto(row) : null;
  });
}

async function readyExport(ctx: OrgContext, id: string): Promise<{ size: number }> {
  return withTx(ctx, async (tx) => {
    await requireStepUp(tx, 'data_export');
    const row = await tx.db
      .selectFrom('data_exports')
      .select(['size'])
      .where('id', '=', id)
      .where('user_id', '=', tx.actor.userId)
      .where('state', '=', 'ready')
      .where('expires_at', '>', tx.clock.now())
      .executeTakeFirst();
    if (!row) throw new AppError('not_found');
    return { size: Number(row.size) };
  });
}

/**
 * Where the file can be downloaded: a page calls this first, since a download by itself cannot show the dialog for a
 * proof. Throws as `openExport` does.
 */
export async function downloadExport(ctx: OrgContext, { id }: z.output<typeof exportInput>): Promise<ExportDownload> {
  await readyExport(ctx, id);
  return { url: `/files/exports/${id}` };
}

/**
 * The file, for its owner alone and until it expires. It is available for days, so that each download requires a proof.
 * Throws auth.step_up_required, not_found.
 */
export async function openExport(
  ctx: OrgContext,
  { id }: z.output<typeof exportInput>,
): Promise<{ stream: Readable; size: number }> {
  const { size } = await readyExport(ctx, id);
  return { stream: await ctx.integrations.storage.get(keyOf(id)), size };
}

/**
 * Collects everything into one zip; repeated, it overwrites an earlier file. The copy is then offered for seven days.
 */
export async function collectExport(ctx: SystemContext, { id }: { id: string }): Promise<{ state: string }> {
  const row = await withTx(ctx, (tx) =>
    tx.db
      .updateTable('data_exports')
      .set({ state: 'collecting', done: 0, updated_at: tx.clock.now() })
      .where('id', '=', id)
      .where('state', 'in', ['queued', 'collecting'])
      .returning(['user_id'])
      .executeTakeFirst(),
  );
  if (!row) return { state: 'kept' };
  const scope = await withTx(ctx, (tx) => scopeOf(tx, row.user_id));
  const { size } = await ctx.integrations.storage.put(
    keyOf(id),
    zipOfParts(partsOf(ctx, id, scope)),
    'application/zip',
  );
  const outcome = await withTx(ctx, async (tx) => {
    const now = tx.clock.now();
    const expiresAt = plus(now, EXPORT_LIFE);
    const done = await tx.db
      .updateTable('data_exports')
      .set((eb) => ({ state: 'ready', done: eb.ref('total'), size, expires_at: expiresAt, updated_at: now }))
      .where('id', '=', id)
      .where('state', '=', 'collecting')
      .executeTakeFirst();
    if (done.numUpdatedRows === 0n)
      return (await tx.db.selectFrom('data_exports').select('id').where('id', '=', id).executeTakeFirst())
        ? 'kept'
        : 'erased';
    await queueMail(tx, {
      kind: 'export_ready',
      to: scope.email,
      userId: scope.userId,
      key: id,
      data: { expiresAt: expiresAt.toISOString() },
    });
    return 'ready';
  });
  // Its owner was erased while it was made: without a row it would never be deleted.
  if (outcome === 'erased') await ctx.integrations.storage.remove(keyOf(id));
  return { state: outcome };
}

/** Deletes the file at its time. */
export async function expireExport(ctx: SystemContext, { id }: { id: string }): Promise<{ state: string }> {
  await ctx.integrations.storage.remove(keyOf(id));
  await withTx(ctx, (tx) =>
    tx.db
      .updateTable('data_exports')
      .set({ state: 'expired', updated_at: tx.clock.now() })
      .where('id', '=', id)
      .where('state', '=', 'ready')
      .execute(),
  );
  return { state: 'expired' };
}

async function scopeOf(tx: SystemContext, userId: string): Promise<ExportScope> {
  const person = await tx.db.selectFrom('profiles').select('email').where('id', '=', userId).executeTakeFirst();
  if (!person) throw new AppError('not_found');
  const orgIds = (await orgsOf(tx.db, userId)).filter((o) => o.role === 'owner').map((o) => o.orgId);
  return { userId, email: person.email, orgIds };
}

async function* partsOf(ctx: SystemContext, id: string, scope: ExportScope): AsyncGenerator<ZipPart> {
  for (const [index, part] of EXPORT_PARTS.entries()) {
    const { rows } = await withTx(ctx, (tx) => part.rows(scope).execute(tx.db));
    yield {
      path: `${part.name}.json`,
      compress: true,
      body: JSON.stringify(
        rows.map((r) => r.row),
        null,
        1,
      ),
    };
    await withTx(ctx, (tx) =>
      tx.db
        .updateTable('data_exports')
        .set({ done: index + 1, updated_at: tx.clock.now() })
        .where('id', '=', id)
        .where('state', '=', 'collecting')
        .execute(),
    );
  }
  for (const { key, name } of await withTx(ctx, (tx) => filesOf(tx, scope))) {
    const stored = await ctx.integrations.storage.get(key).catch(() => null);
    if (stored) yield { path: name, compress: false, body: stored };
  }
}

/** Stored files of the orgs and the person's picture, under names that are unique in the zip. */
async function filesOf(tx: SystemContext, scope: ExportScope): Promise<{ key: string; name: string }[]> {
  const { rows } = await sql<{ key: string; name: string }>`
    select storage_key as key, 'files/' || id || '-' || name as name from files where org_id = any(${scope.orgIds}::uuid[]) and state = 'ready'
    union all select 'avatars/' || avatar, 'picture-' || avatar from profiles where id = ${scope.userId} and avatar is not null`.execute(
    tx.db,
  );
  return rows;
}
