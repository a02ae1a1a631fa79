import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../core/errors.ts';
import { LOCALES } from '../core/locale.ts';
import { documentPdf } from '../features/payments/document-pdf.ts';
import { memberContext, type AppDeps } from './session.ts';

const params = z.object({ id: z.uuid() });
const query = z.object({ lang: z.enum(LOCALES).default('en') });

/** Receipts, invoices, credit notes and statements as PDF, each for the org it was issued to only. */
export function registerDocumentFiles(app: FastifyInstance, deps: AppDeps): void {
  app.get('/files/documents/:id.pdf', async (request, reply) => {
    const ctx = await memberContext(deps, request);
    const target = params.safeParse(request.params);
    const asked = query.safeParse(request.query);
    if (!ctx) throw new AppError('auth.sign_in_required');
    if (!target.success || !asked.success) throw new AppError('not_found');
    const { bytes, name } = await documentPdf(ctx, { documentId: target.data.id, locale: asked.data.lang });
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'private, no-store')
      .send(bytes);
  });
}
