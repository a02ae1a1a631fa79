import type { FastifyInstance } from 'fastify';
import { LOCALES } from '../core/locale.ts';
import { AppError } from '../core/errors.ts';
import { z } from 'zod';
import { contractPdf } from '../features/contracts/pdf.ts';
import { memberContext, type AppDeps } from './session.ts';

const params = z.object({ id: z.uuid() });
const query = z.object({ lang: z.enum(LOCALES).default('en') });

/** The signed contract as PDF, for its parties only. */
export function registerContractFiles(app: FastifyInstance, deps: AppDeps): void {
  app.get('/files/contracts/:id.pdf', async (request, reply) => {
    const ctx = await memberContext(deps, request);
    const target = params.safeParse(request.params);
    const asked = query.safeParse(request.query);
    if (!ctx) throw new AppError('auth.sign_in_required');
    if (!target.success || !asked.success) throw new AppError('not_found');
    const { stream, name } = await contractPdf(ctx, { contractId: target.data.id, locale: asked.data.lang });
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'private, no-store')
      .send(stream);
  });
}
