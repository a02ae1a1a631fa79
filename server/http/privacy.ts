import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { AppError } from '../core/errors.ts';
import type { Env } from '../env.ts';
import { openExport } from '../features/privacy/export.ts';
import { recordMetaDeletion } from '../features/privacy/meta.ts';
import { exportInput } from '../features/privacy/schema.ts';
import { sendDownload } from './download.ts';
import type { FileLimits } from './file-limits.ts';
import { ownContext, requestContext, type AppDeps } from './session.ts';

const signed = z.object({ signed_request: z.string().min(3).max(4_000) });

/** The download of a user's data, and the callback for Meta's data deletion requests. */
export async function registerPrivacy(
  app: FastifyInstance,
  deps: AppDeps,
  env: Env,
  limits: FileLimits,
): Promise<void> {
  app.get('/files/exports/:id', { config: limits.made }, async (request, reply) => {
    const ctx = await ownContext(deps, request);
    const target = exportInput.safeParse(request.params);
    if (!target.success) throw new AppError('not_found');
    const { stream, size } = await openExport(ctx, target.data);
    return sendDownload(reply, { type: 'application/zip', name: 'sponsio-data.zip', body: stream, size });
  });

  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 8 * 1024 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    // Sent by Meta's servers: no cookie, no Origin; the signature authenticates them.
    scope.post('/api/meta/data-deletion', { config: { publicCall: true } }, async (request) => {
      if (!env.META_APP_SECRET) throw new AppError('service.unavailable');
      const body = signed.safeParse(request.body);
      if (!body.success) throw new AppError('input.invalid', { field: 'signed_request' });
      const { service } = requestContext(deps, request);
      return recordMetaDeletion(
        { ...service, actor: { kind: 'system', name: 'meta' } },
        { signedRequest: body.data.signed_request, secret: env.META_APP_SECRET },
      );
    });
  });
}
