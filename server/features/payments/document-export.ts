import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { Zip, ZipPassThrough } from 'fflate';
import { sql } from 'kysely';
import type { z } from 'zod';
import { withTx, type OrgContext, type ServiceContext, type SystemContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { FALLBACK_LOCALE, matchLocale } from '../../core/locale.ts';
import { requireRight } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import { signalWorkflow, startWorkflow } from '../platform/outbox/commands.ts';
import { renderFor } from './document-pdf.ts';
import { paperMonthsOf } from './paper-queries.ts';
import { everyPaper } from './papers.ts';
import { DOCUMENT_EXPORT_LIFE_MS, DOCUMENT_EXPORT_LIMIT, documentNumber } from './rules.ts';
import type { documentExportId, DocumentExport, startDocumentExportInput } from './schema.ts';

const COLUMNS = ['id', 'month', 'state', 'done', 'total', 'size', 'created_at', 'expires_at'] as const;
export const exportKey = (id: string): string => `document-exports/${id}.zip`;
const RUNNING = ['queued', 'collecting'] as const;
/** So often the progress is written, and looked whether anybody still wants it. */
const PROGRESS_STEP = 10;

interface Row {
  id: string;
  month: string | null;
  state: string;
  done: number;
  total: number;
  size: number | null;
  created_at: Date;
  expires_at: Date | null;
}
const toDto = (row: Row): DocumentExport => ({
  id: row.id, month: row.month, state: row.state as DocumentExport['state'], done: row.done, total: row.total, size: row.size, createdAt: row.created_at, expiresAt: row.expires_at,
});

/**
 * Asks for a zip of the org's documents, of one month when it is named; a workflow makes it. Throws documents.none,
 * documents.limit (name a month), documents.export_running while one of the org is being made.
 */
export async function startDocumentExport(ctx: OrgContext, input: z.output<typeof startDocumentExportInput>): Promise<DocumentExport> {
  requireRight(ctx, 'money.view');
  return withTx(ctx, async (tx) => {
    const { orgId, userId } = tx.actor;
    const now = tx.clock.now();
    const total = (await paperMonthsOf(tx.db, orgId)).filter(({ month }) => !input.month || month === input.month).reduce((sum, { count }) => sum + count, 0);
    if (total === 0) throw new AppError('documents.none');
    if (total > DOCUMENT_EXPORT_LIMIT) throw new AppError('documents.limit', { count: total, max: DOCUMENT_EXPORT_LIMIT });
    const id = newId(now.getTime());
    const row = await tx.db
      .insertInto('document_exports')
      .values({ id, org_id: orgId, user_id: userId, month: input.month ?? null, locale: input.locale, state: 'queued', total, created_at: now, updated_at: now })
      .onConflict((c) => c.doNothing())
      .returning(COLUMNS)
      .executeTakeFirst();
    if (!row) throw new AppError('documents.export_running');
    await startWorkflow(tx, 'documentExport', id);
    await audit(tx, 'documents.export_requested', `document-export:${id}`, { month: input.month ?? null, total });
    return toDto(row);
  });
}

/** The newest zip that the actor asked for, else the one of a colleague that is being made; null when there is none. */
export async function newestDocumentExport(ctx: OrgContext): Promise<DocumentExport | null> {
  requireRight(ctx, 'money.view');
  return withTx(ctx, async (tx) => {
    const row = await tx.db
      .selectFrom('document_exports')
      .select(COLUMNS)
      .where('org_id', '=', tx.actor.orgId)
      .where((eb) => eb.or([eb('user_id', '=', tx.actor.userId), eb('state', 'in', RUNNING)]))
      .orderBy(sql`state in ('queued', 'collecting')`, 'desc')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row ? toDto(row) : null;
  });
}

/** Stops a zip that is being made; another can be asked for at once. One that is ready stays. */
export async function cancelDocumentExport(ctx: OrgContext, { id }: z.output<typeof documentExportId>): Promise<DocumentExport> {
  requireRight(ctx, 'money.view');
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    const stopped = await tx.db
      .updateTable('document_exports')
      .set({ state: 'cancelled', updated_at: tx.clock.now() })
      .where('id', '=', id)
      .where('org_id', '=', orgId)
      .where('state', 'in', RUNNING)
      .returning('id')
      .executeTakeFirst();
    const row = await tx.db.selectFrom('document_exports').select(COLUMNS).where('id', '=', id).where('org_id', '=', orgId).executeTakeFirst();
    if (!row) throw new AppError('not_found');
    if (stopped) {
      await signalWorkflow(tx, 'documentExport', id, 'cancelled', id);
      await audit(tx, 'documents.export_cancelled', `document-export:${id}`);
    }
    return toDto(row);
  });
}

/** The file, for the person who asked for it and until it expires. Throws not_found. */
export async function openDocumentExport(ctx: OrgContext, { id }: z.output<typeof documentExportId>): Promise<{ stream: Readable; size: number; name: string }> {
  requireRight(ctx, 'money.view');
  const row = await withTx(ctx, (tx) =>
    tx.db
      .selectFrom('document_exports')
      .select(['size', 'month'])
      .where('id', '=', id)
      .where('org_id', '=', tx.actor.orgId)
      .where('user_id', '=', tx.actor.userId)
      .where('state', '=', 'ready')
      .where('expires_at', '>', tx.clock.now())
      .executeTakeFirst(),
  );
  if (!row) throw new AppError('not_found');
  return { stream: await ctx.integrations.storage.get(exportKey(id)), size: Number(row.size), name: `sponsio-documents${row.month ? `-${row.month}` : ''}.zip` };
}

/** Nobody wants it any more. */
class Stopped extends Error {
  override readonly name = 'Stopped';
}

interface Order {
  id: string;
  org_id: string;
  month: string | null;
  locale: string;
}

/** Renders every document into one zip; begun again it overwrites what was there. The zip is then offered for a day. */
export async function collectDocuments(ctx: SystemContext, { id }: { id: string }): Promise<{ state: string }> {
  const order = await withTx(ctx, (tx) =>
    tx.db.updateTable('document_exports').set({ state: 'collecting', done: 0, updated_at: tx.clock.now() }).where('id', '=', id).where('state', 'in', RUNNING).returning(['id', 'org_id', 'month', 'locale']).executeTakeFirst(),
  );
  if (!order) return { state: 'kept' };
  const { storage } = ctx.integrations;
  try {
    const { size } = await storage.put(exportKey(id), zipOf(ctx, order), 'application/zip');
    const ready = await withTx(ctx, async (tx) => {
      const now = tx.clock.now();
      const set = { state: 'ready', size, updated_at: now, expires_at: new Date(now.getTime() + DOCUMENT_EXPORT_LIFE_MS) };
      return tx.db.updateTable('document_exports').set((eb) => ({ ...set, done: eb.ref('total') })).where('id', '=', id).where('state', '=', 'collecting').returning('id').executeTakeFirst();
    });
    if (ready) return { state: 'ready' };
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  }
  await storage.remove(exportKey(id));
  return { state: 'stopped' };
}

/** Deletes the file at its time, and whatever a stopped one left. */
export async function expireDocuments(ctx: SystemContext, { id }: { id: string }): Promise<{ state: string }> {
  await ctx.integrations.storage.remove(exportKey(id));
  await withTx(ctx, (tx) => tx.db.updateTable('document_exports').set({ state: 'expired', updated_at: tx.clock.now() }).where('id', '=', id).where('state', '=', 'ready').execute());
  return { state: 'expired' };
}

/** Part of an erasure, in its transaction: the rows name the person. */
export async function forgetDocumentExports(tx: ServiceContext, userId: string): Promise<void> {
  await tx.db.deleteFrom('document_exports').where('user_id', '=', userId).execute();
}

function zipOf(ctx: SystemContext, order: Order): Readable {
  const out = new PassThrough();
  const zip = new Zip((error, chunk, final) => {
    if (error) out.destroy(error);
    else {
      out.write(chunk);
      if (final) out.end();
    }
  });
  write(ctx, order, zip, out).catch((error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))));
  return out;
}

async function write(ctx: SystemContext, order: Order, zip: Zip, out: PassThrough): Promise<void> {
  const locale = matchLocale(order.locale) ?? FALLBACK_LOCALE;
  let done = 0;
  for await (const paper of everyPaper(ctx, { orgId: order.org_id, month: order.month })) {
    const bytes = await renderFor(ctx, { documentId: paper.id, readerOrg: order.org_id, locale });
    // PDFs are packed already.
    const file = new ZipPassThrough(`${paper.issuedAt.toISOString().slice(0, 7)}/${documentNumber(paper.kind, paper.year, paper.number)}.pdf`);
    file.mtime = paper.issuedAt;
    zip.add(file);
    file.push(bytes, true);
    done += 1;
    if (out.writableNeedDrain) await once(out, 'drain');
    if (done % PROGRESS_STEP === 0) await progress(ctx, order.id, done);
  }
  zip.end();
}

async function progress(ctx: SystemContext, id: string, done: number): Promise<void> {
  const going = await withTx(ctx, (tx) =>
    tx.db.updateTable('document_exports').set((eb) => ({ done: eb.fn('least', [eb.val(done), eb.ref('total')]), updated_at: tx.clock.now() })).where('id', '=', id).where('state', '=', 'collecting').returning('id').executeTakeFirst(),
  );
  if (!going) throw new Stopped(id);
}
