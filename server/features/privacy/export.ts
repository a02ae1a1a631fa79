import type { Readable } from 'node:stream';
import type * as z from 'zod';
import { withTx, type OrgContext, type SystemContext } from '../../context.ts';
import { plus } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { requireStepUp } from '../../guards.ts';
import type { ExportPart, ExportScope } from '../../registration.ts';
import { zipOfParts, type ZipPart } from '../../zip.ts';
import { audit } from '../audit/audit.ts';
import { queueMail } from '../notifications/queue-mail.ts';
import { startWorkflow } from '../outbox/commands.ts';
import { REGISTRATIONS } from '../registrations.gen.ts';
import { mailboxOf, orgsOf } from './queries/accounts.ts';
import {
  beginExport,
  exportExists,
  exportsSince,
  filesOf,
  finishExport,
  insertExport,
  markExportExpired,
  newestExportOf,
  noteExportDone,
  readyExportSize,
  type ExportRow,
} from './queries/exports.ts';
import { EXPORT_LIFE, EXPORTS_A_DAY } from './rules.ts';
import type { DataExport, ExportDownload, exportInput } from './schema.ts';

/** Everything about a person and the orgs that are theirs, as the features register it. */
export const EXPORT_PARTS: readonly ExportPart[] = REGISTRATIONS.flatMap(({ exportParts = [] }) => exportParts);

const DAY_MS = 24 * 3_600_000;
const keyOf = (id: string): string => `exports/${id}.zip`;

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
    const recent = await exportsSince(tx.db, { userId, since: new Date(now.getTime() - DAY_MS) });
    if (recent.some((r) => r.state === 'queued' || r.state === 'collecting'))
      throw new AppError('privacy.export_running');
    if (recent.length >= EXPORTS_A_DAY) throw new AppError('privacy.export_limit');
    const id = newId(now.getTime());
    const row = await insertExport(tx.db, { id, userId, orgId, total: EXPORT_PARTS.length, at: now });
    if (!row) throw new AppError('privacy.export_running');
    await startWorkflow(tx, 'dataExport', id);
    await audit(tx, 'account.export_requested', `export:${id}`);
    return toDto(row);
  });
}

/** The newest copy of the signed-in user, in any state; null when none was requested. */
export async function newestExport(ctx: OrgContext): Promise<DataExport | null> {
  return withTx(ctx, async (tx) => {
    const row = await newestExportOf(tx.db, tx.actor.userId);
    return row ? toDto(row) : null;
  });
}

async function readyExport(ctx: OrgContext, id: string): Promise<{ size: number }> {
  return withTx(ctx, async (tx) => {
    await requireStepUp(tx, 'data_export');
    const size = await readyExportSize(tx.db, { id, userId: tx.actor.userId, at: tx.clock.now() });
    if (size === undefined) throw new AppError('not_found');
    return { size };
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
  const userId = await withTx(ctx, (tx) => beginExport(tx.db, { id, at: tx.clock.now() }));
  if (userId === undefined) return { state: 'kept' };
  const scope = await withTx(ctx, (tx) => scopeOf(tx, userId));
  const { size } = await ctx.integrations.storage.put(
    keyOf(id),
    zipOfParts(partsOf(ctx, id, scope)),
    'application/zip',
  );
  const outcome = await withTx(ctx, async (tx) => {
    const now = tx.clock.now();
    const expiresAt = plus(now, EXPORT_LIFE);
    if (!(await finishExport(tx.db, { id, size, expiresAt, at: now })))
      return (await exportExists(tx.db, id)) ? 'kept' : 'erased';
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
  await withTx(ctx, (tx) => markExportExpired(tx.db, { id, at: tx.clock.now() }));
  return { state: 'expired' };
}

async function scopeOf(tx: SystemContext, userId: string): Promise<ExportScope> {
  const person = await mailboxOf(tx.db, userId);
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
    await withTx(ctx, (tx) => noteExportDone(tx.db, { id, done: index + 1, at: tx.clock.now() }));
  }
  for (const { key, name } of await withTx(ctx, (tx) => filesOf(tx.db, scope))) {
    const stored = await ctx.integrations.storage.get(key).catch(() => null);
    if (stored) yield { path: name, compress: false, body: stored };
  }
}
