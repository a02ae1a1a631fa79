import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { AppError } from '../core/errors.ts';
import { readPicture, savePicture } from '../features/brands/pictures.ts';
import { PICTURE_LIMITS } from '../features/brands/rules.ts';
import type { FileLimits } from './file-limits.ts';
import { memberContext, type AppDeps } from './session.ts';

const read = z.object({ id: z.uuid() });
const write = z.object({ kind: z.enum(['logo', 'cover']) });
const MAX_BYTES = Math.max(...Object.values(PICTURE_LIMITS).map(({ maxBytes }) => maxBytes));

/** Logo and covers of a brand: sent as plain bytes, readable by every signed-in member. */
export async function registerBrandPictures(app: FastifyInstance, deps: AppDeps, limits: FileLimits): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      ['image/webp', 'image/jpeg'],
      { parseAs: 'buffer', bodyLimit: MAX_BYTES + 1 },
      (_request, body, done) => done(null, body),
    );
    scope.post(
      '/api/brand-pictures/:kind',
      { bodyLimit: MAX_BYTES + 1, config: { bodyTime: 120_000 } },
      async (request, reply) => {
        const ctx = await memberContext(deps, request);
        if (!ctx) throw new AppError('auth.sign_in_required');
        if (ctx.actor.suspended) throw new AppError('org.suspended');
        const target = write.safeParse(request.params);
        if (!target.success) throw new AppError('not_found');
        if (!Buffer.isBuffer(request.body)) throw new AppError('file.type', { field: 'file' });
        return reply.code(201).send(await savePicture(ctx, target.data.kind, request.body));
      },
    );
  });
  app.get('/files/brands/:id', { config: limits.small }, async (request, reply) => {
    const ctx = await memberContext(deps, request);
    if (!ctx) throw new AppError('auth.sign_in_required');
    const target = read.safeParse(request.params);
    if (!target.success) throw new AppError('not_found');
    const { bytes, mime } = await readPicture(ctx, target.data.id);
    return reply
      .type(mime)
      .headers({
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, max-age=31536000, immutable',
        vary: 'Cookie',
      })
      .send(bytes);
  });
}
