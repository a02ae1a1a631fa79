import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { AppError } from '../core/errors.ts';
import { readPhoto, savePhoto } from '../features/ads/photos.ts';
import { AD_PHOTO_MAX_BYTES } from '../features/ads/rules.ts';
import { runUpload } from '../features/representations/acting.ts';
import type { FileLimits } from './file-limits.ts';
import { sendPicture, takePicture } from './pictures.ts';
import { memberContext, type AppDeps } from './session.ts';

const params = z.object({ id: z.uuid() });

/** The photo of an ad, readable by every signed-in member. */
export async function registerAdPhotos(app: FastifyInstance, deps: AppDeps, limits: FileLimits): Promise<void> {
  await takePicture(app, { url: '/api/ad-photos', maxBytes: AD_PHOTO_MAX_BYTES }, async (request, bytes) => {
    const ctx = await memberContext(deps, request);
    if (ctx.actor.suspended) throw new AppError('org.suspended');
    return runUpload(ctx, 'upload.ad', {}, () => savePhoto(ctx, bytes()));
  });
  app.get('/files/ads/:id', { config: limits.small }, async (request, reply) => {
    const ctx = await memberContext(deps, request);
    const target = params.safeParse(request.params);
    if (!target.success) throw new AppError('not_found');
    const { bytes, mime } = await readPhoto(ctx, target.data.id);
    return sendPicture(reply, { mime, content: bytes });
  });
}
