import type { Readable } from 'node:stream';
import type * as z from 'zod';
import { withTx, type OrgContext, type ServiceContext, type SystemContext } from '../../context.ts';
import { AppError, isAppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { FALLBACK_LOCALE, matchLocale } from '../../core/locale.ts';
import { requireRight } from '../../guards.ts';
import { zipOfParts, type ZipPart } from '../../zip.ts';
import { audit } from '../audit/audit.ts';
import { signalWorkflow, startWorkflow } from '../outbox/commands.ts';
import { drawableFor } from './pdf.ts';
import { countDocuments } from './queries/documents.ts';
import {
  beginExport,
  cancelExport,
  deleteExportsOf,
  exportOf,
  failExport,
  finishExport,
  insertExport,
  markExpired,
  newestExport,
  noteProgress,
  readyExport,
  type ExportOrder,
  type ExportRow,
} from './queries/exports.ts';
import { allDocuments } from './service.ts';
import { DOCUMENT_EXPORT_LIFE_MS, DOCUMENT_EXPORT_LIMIT, DOCUMENT_EXPORT_TRIES, documentNumber } from './rules.ts';
import type { documentExportId, DocumentExport, startDocumentExportInput } from './schema.ts';

const exportKey = (id: string): string => `document-exports/${id}.zip`;
/** How often the progress is written, and a cancellation is checked. */
const PROGRESS_STEP = 10;

const toDto = (row: ExportRow): DocumentExport => ({
  id: row.id,
  month: row.month,
  state: row.state,
  done: row.done,
  total: row.total,
  size: row.size,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  missing: row.missing,
  problem: row.problem,
});

/**
 * Requests a zip of the org's documents, of one month when it is named; a workflow makes it. Throws documents.none,
 * documents.limit (name a month), documents.export_running while one of the org is being made.
 */
export async function startDocumentExport(
  ctx: OrgContext,
  input: z.output<typeof startDocumentExportInput>,
): Promise<DocumentExport> {
  requireRight(ctx, 'money.view');
  return withTx(ctx, async (tx) => {
    const { orgId, userId } = tx.actor;
    const now = tx.clock.now();
    const total = await countDocuments(tx.db, { orgId, month: input.month ?? null });
    if (total === 0) throw new AppError('documents.none');
    if (total > DOCUMENT_EXPORT_LIMIT)
      throw new AppError('documents.limit', { count: total, max: DOCUMENT_EXPORT_LIMIT });
    const id = newId(now.getTime());
    const row = await insertExport(tx.db, {
      id,
      orgId,
      userId,
      month: input.month ?? null,
      locale: input.locale,
      total,
      at: now,
    });
    if (!row) throw new AppError('documents.export_running');
    await startWorkflow(tx, 'documentExport', id);
    await audit(tx, 'documents.export_requested', `document-export:${id}`, { month: input.month ?? null, total });
    return toDto(row);
  });
}

/** The newest zip that the actor requested, else the one of a colleague that is being made; null when there is none. */
export async function newestDocumentExport(ctx: OrgContext): Promise<DocumentExport | null> {
  requireRight(ctx, 'money.view');
  return withTx(ctx, async (tx) => {
    const row = await newestExport(tx.db, tx.actor);
    return row ? toDto(row) : null;
  });
}

/** Stops a zip that is being made; another can be requested at once. One that is ready stays. */
export async function cancelDocumentExport(
  ctx: OrgContext,
  { id }: z.output<typeof documentExportId>,
): Promise<DocumentExport> {
  requireRight(ctx, 'money.view');
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    const stopped = await cancelExport(tx.db, { id, orgId, at: tx.clock.now() });
    const row = await exportOf(tx.db, { id, orgId });
    if (!row) throw new AppError('not_found');
    if (stopped) {
      await signalWorkflow(tx, 'documentExport', id, 'cancelled', id);
      await audit(tx, 'documents.export_cancelled', `document-export:${id}`);
    }
    return toDto(row);
  });
}

/** The file, for the user who requested it and until it expires. Throws not_found. */
export async function openDocumentExport(
  ctx: OrgContext,
  { id }: z.output<typeof documentExportId>,
): Promise<{ stream: Readable; size: number; name: string }> {
  requireRight(ctx, 'money.view');
  const row = await withTx(ctx, (tx) =>
    readyExport(tx.db, { id, orgId: tx.actor.orgId, userId: tx.actor.userId, at: tx.clock.now() }),
  );
  if (!row) throw new AppError('not_found');
  return {
    stream: await ctx.integrations.storage.get(exportKey(id)),
    size: Number(row.size),
    name: `sponsio-documents${row.month ? `-${row.month}` : ''}.zip`,
  };
}

/** The export was cancelled. */
class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Of all documents none could be drawn. */
class NothingDrawn extends Error {
  override readonly name = 'NothingDrawn';
}

/**
 * Renders every document into one zip; repeated, it overwrites an earlier file. The zip is then offered for a day. A
 * document that cannot be drawn is left out and named; where none can be drawn, the disk is full, or several tries did
 * not come to an end, the zip has failed.
 */
export async function collectDocuments(ctx: SystemContext, { id }: { id: string }): Promise<{ state: string }> {
  const order = await withTx(ctx, (tx) => beginExport(tx.db, { id, at: tx.clock.now() }));
  if (!order) return { state: 'kept' };
  // A try that killed its process has recorded no failure.
  if (order.tries > DOCUMENT_EXPORT_TRIES) return failed(ctx, id, 'gave_up');
  const { storage, log } = ctx.integrations;
  const missing: string[] = [];
  try {
    const { size } = await storage.put(exportKey(id), zipOfParts(partsOf(ctx, order, missing)), 'application/zip');
    const ready = await withTx(ctx, (tx) => {
      const now = tx.clock.now();
      const expiresAt = new Date(now.getTime() + DOCUMENT_EXPORT_LIFE_MS);
      return finishExport(tx.db, { id, size, missing, expiresAt, at: now });
    });
    if (ready) return { state: 'ready' };
  } catch (error) {
    if (error instanceof NothingDrawn) return failed(ctx, id, 'nothing_drawn', missing);
    if (isAppError(error) && error.code === 'file.no_room') return failed(ctx, id, 'no_room', missing);
    if (!(error instanceof Stopped)) {
      if (order.tries < DOCUMENT_EXPORT_TRIES) throw error;
      log.error({ documentExport: id, err: error }, 'a zip of documents was given up');
      return failed(ctx, id, 'gave_up', missing);
    }
  }
  await storage.remove(exportKey(id));
  return { state: 'stopped' };
}

async function failed(
  ctx: SystemContext,
  id: string,
  problem: NonNullable<DocumentExport['problem']>,
  missing: string[] = [],
): Promise<{ state: string }> {
  await ctx.integrations.storage.remove(exportKey(id));
  await withTx(ctx, (tx) => failExport(tx.db, { id, problem, missing, at: tx.clock.now() }));
  return { state: 'failed' };
}

/** Deletes an expired file, and the file of a cancelled export. */
export async function expireDocuments(ctx: SystemContext, { id }: { id: string }): Promise<{ state: string }> {
  await ctx.integrations.storage.remove(exportKey(id));
  await withTx(ctx, (tx) => markExpired(tx.db, { id, at: tx.clock.now() }));
  return { state: 'expired' };
}

/** Part of an erasure, in its transaction: the rows name the person. */
export const deleteDocumentExports = (tx: ServiceContext, userId: string): Promise<void> =>
  deleteExportsOf(tx.db, userId);

/** Drawn one by one as they are read; numbers of those that cannot be drawn are added to `missing`. */
async function* partsOf(ctx: SystemContext, order: ExportOrder, missing: string[]): AsyncGenerator<ZipPart> {
  const locale = matchLocale(order.locale) ?? FALLBACK_LOCALE;
  let done = 0;
  for await (const document of allDocuments(ctx, { orgId: order.org_id, month: order.month })) {
    const number = documentNumber(document.kind, document.year, document.number, document.series);
    const { draw } = await drawableFor(ctx, { documentId: document.id, readerOrg: order.org_id, locale });
    const body = await draw().catch((error: unknown) => {
      ctx.integrations.log.error(
        { documentId: document.id, err: error },
        'a document cannot be drawn and is missing in a zip',
      );
      missing.push(number);
      return null;
    });
    // PDFs are packed already.
    if (body)
      yield {
        path: `${document.issuedAt.toISOString().slice(0, 7)}/${number}.pdf`,
        at: document.issuedAt,
        compress: false,
        body,
      };
    done += 1;
    if (done % PROGRESS_STEP === 0) await progress(ctx, order.id, done);
  }
  if (done > 0 && missing.length === done) throw new NothingDrawn(order.id);
}

async function progress(ctx: SystemContext, id: string, done: number): Promise<void> {
  const going = await withTx(ctx, (tx) => noteProgress(tx.db, { id, done, at: tx.clock.now() }));
  if (!going) throw new Stopped(id);
}
