import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { AppError } from '../core/errors.ts';
import { readPhoto, savePhoto } from '../features/ads/photos.ts';
import { AD_PHOTO_MAX_BYTES } from '../features/ads/rules.ts';
import type { FileLimits } from './file-limits.ts';
import { memberContext, ownContext, type AppDeps } from './session.ts';

const params = z.object({ id: z.uuid() });

/** The photo of an ad: sent as plain bytes, readable by every signed-in member. */
export async function registerAdPhotos(app: FastifyInstance, deps: AppDeps, limits: FileLimits): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      ['image/webp', 'image/jpeg'],
      { parseAs: 'buffer', bodyLimit: AD_PHOTO_MAX_BYTES + 1 },
      (_request, body, done) => done(null, body),
    );
    scope.post(
      '/api/ad-photos',
      { bodyLimit: AD_PHOTO_MAX_BYTES + 1, config: { bodyTime: 120_000 } },
      async (request, reply) => {
        const ctx = await ownContext(deps, request);
        if (!ctx) throw new AppError('auth.sign_in_required');
        if (ctx.actor.suspended) throw new AppError('org.suspended');
        if (!Buffer.isBuffer(request.body)) throw new AppError('file.type', { field: 'file' });
        return reply.code(201).send(await savePhoto(ctx, request.body));
      },
    );
  });
  app.get('/files/ads/:id', { config: limits.small }, async (request, reply) => {
    const ctx = await memberContext(deps, request);
    if (!ctx) throw new AppError('auth.sign_in_required');
    const target = params.safeParse(request.params);
    if (!target.success) throw new AppError('not_found');
    const { bytes, mime } = await readPhoto(ctx, target.data.id);
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
