import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { OrgContext } from '../context.ts';
import { AppError } from '../core/errors.ts';
import { LOCALES, type Locale } from '../core/locale.ts';
import { addendumPdf } from '../features/addenda/pdf.ts';
import { statementCsv, statementPdf } from '../features/agencies/statement.ts';
import { contractPdf } from '../features/contracts/pdf.ts';
import { openDocumentExport } from '../features/documents/export.ts';
import { documentPdf } from '../features/documents/pdf.ts';
import { accountingCsv, documentsCsv } from '../features/documents/service.ts';
import { documentExportId, documentsFileQuery } from '../features/documents/schema.ts';
import { debtsCsv } from '../features/payments/debts/export.ts';
import { paymentsCsv } from '../features/payments/export.ts';
import { listPaymentsInput } from '../features/payments/schema.ts';
import { earningsCsv, payoutsCsv } from '../features/payouts/export.ts';
import { ownReportPdf } from '../features/tax-profiles/own-report.ts';
import { taxReport } from '../features/tax-profiles/report.ts';
import { yearPdf } from '../features/payouts/year-pdf.ts';
import { CSV, sendDownload } from './download.ts';
import type { FileLimits } from './file-limits.ts';
import { memberContext, memberOrStaffContext, ownContext, type AppDeps } from './session.ts';

const query = z.object({ lang: z.enum(LOCALES).default('en') });

/** A month in universal time, e.g. 2026-11. */
const MONTH = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/);

const YEAR = z.string().regex(/^20\d\d$/);

interface Pdf {
  name: string;
  body: Buffer | Uint8Array | Readable;
}
interface PdfRoute {
  /** Format of its id. */
  id: z.ZodType<string>;
  make: (ctx: OrgContext, id: string, locale: Locale) => Promise<Pdf>;
}

/**
 * Documents as PDF, in the requested language: signed contracts and addenda for their parties only, a creator's invoice for its
 * two sides, every other document for the org it was issued to only, a year of earnings and what is reported of it for its payee,
 * a month of commission for its agency.
 */
const PDF_ROUTES: Record<string, PdfRoute> = {
  addenda: {
    id: z.uuid(),
    async make(ctx, addendumId, locale) {
      const { stream, name } = await addendumPdf(ctx, { addendumId, locale });
      return { name, body: stream };
    },
  },
  contracts: {
    id: z.uuid(),
    async make(ctx, contractId, locale) {
      const { stream, name } = await contractPdf(ctx, { contractId, locale });
      return { name, body: stream };
    },
  },
  documents: {
    id: z.uuid(),
    async make(ctx, documentId, locale) {
      const { bytes, name } = await documentPdf(ctx, { documentId, locale });
      return { name, body: bytes };
    },
  },
  commissions: {
    id: MONTH,
    async make(ctx, month, locale) {
      const { bytes, name } = await statementPdf(ctx, { month, locale });
      return { name, body: bytes };
    },
  },
  earnings: {
    id: YEAR,
    async make(ctx, year, locale) {
      const { bytes, name } = await yearPdf(ctx, { year: Number(year), locale });
      return { name, body: bytes };
    },
  },
  'reported-earnings': {
    id: YEAR,
    async make(ctx, year, locale) {
      const { bytes, name } = await ownReportPdf(ctx, { year: Number(year), locale });
      return { name, body: bytes };
    },
  },
};

/** Drawing one takes about thirty milliseconds of processor time. */
export function registerPdfFiles(app: FastifyInstance, deps: AppDeps, { made: config }: FileLimits): void {
  app.get('/files/documents.csv', { config }, async (request, reply) => {
    const ctx = await ownContext(deps, request);
    const parsed = documentsFileQuery.safeParse(request.query);
    if (!parsed.success) throw new AppError('not_found');
    const { format, lang: locale } = parsed.data;
    const month = parsed.data.month ?? null;
    const { stream, name } = format ? accountingCsv(ctx, { month, format }) : documentsCsv(ctx, { month, locale });
    return sendDownload(reply, { type: CSV, name, body: stream });
  });
  // What the lists of money show, with the same filters.
  app.get('/files/money/:list.csv', { config }, async (request, reply) => {
    const ctx = await ownContext(deps, request);
    const target = z.object({ list: z.enum(['payments', 'debts', 'payouts', 'earnings']) }).safeParse(request.params);
    const parsed = query
      .extend({
        state: listPaymentsInput.shape.state,
        q: listPaymentsInput.shape.q,
        format: documentsFileQuery.shape.format,
      })
      .safeParse(request.query);
    if (!target.success || !parsed.success) throw new AppError('not_found');
    const { lang: locale, state, q, format } = parsed.data;
    const { list } = target.data;
    // What is owed is booked with its receipt, once it is paid.
    if (list === 'debts' && format) throw new AppError('not_found');
    const files = {
      payments: () => paymentsCsv(ctx, { state, q, locale }),
      debts: () => debtsCsv(ctx, { locale }),
      payouts: () => payoutsCsv(ctx, { locale }),
      earnings: () => earningsCsv(ctx, { locale }),
    };
    const { stream, name } =
      format && list !== 'debts' ? accountingCsv(ctx, { month: null, format, list }) : await files[list]();
    return sendDownload(reply, { type: CSV, name, body: stream });
  });
  app.get('/files/commissions/:month.csv', { config }, async (request, reply) => {
    const ctx = await ownContext(deps, request);
    const target = z.object({ month: MONTH }).safeParse(request.params);
    const parsed = query.safeParse(request.query);
    if (!target.success || !parsed.success) throw new AppError('not_found');
    const { body, name } = await statementCsv(ctx, { month: target.data.month, locale: parsed.data.lang });
    return sendDownload(reply, { type: CSV, name, body });
  });
  app.get('/files/tax-report/:year.csv', { config }, async (request, reply) => {
    const ctx = await memberOrStaffContext(deps, request);
    const target = z.object({ year: YEAR }).safeParse(request.params);
    if (!target.success || ctx.actor.kind !== 'staff') throw new AppError('not_found');
    const { stream, name } = await taxReport({ ...ctx, actor: ctx.actor }, { year: Number(target.data.year) });
    return sendDownload(reply, { type: CSV, name, body: stream });
  });
  app.get('/files/document-exports/:id', { config }, async (request, reply) => {
    const ctx = await ownContext(deps, request);
    const target = documentExportId.safeParse(request.params);
    if (!target.success) throw new AppError('not_found');
    const { stream, size, name } = await openDocumentExport(ctx, target.data);
    return sendDownload(reply, { type: 'application/zip', name, body: stream, size });
  });
  for (const [folder, { id, make }] of Object.entries(PDF_ROUTES)) {
    app.get(`/files/${folder}/:id.pdf`, { config }, async (request, reply) => {
      // Contract and addenda are part of the deal; receipts and earnings are the payee's.
      const ctx = await (folder === 'contracts' || folder === 'addenda' ? memberContext : ownContext)(deps, request);
      const target = z.object({ id }).safeParse(request.params);
      const parsed = query.safeParse(request.query);
      if (!target.success || !parsed.success) throw new AppError('not_found');
      const { body, name } = await make(ctx, target.data.id, parsed.data.lang);
      return sendDownload(reply, { type: 'application/pdf', name, body });
    });
  }
}
