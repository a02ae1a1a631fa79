import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { AppError } from '../core/errors.ts';
import { readPicture, savePicture } from '../features/brands/pictures.ts';
import { PICTURE_LIMITS } from '../features/brands/rules.ts';
import type { FileLimits } from './file-limits.ts';
import { sendPicture, takePicture } from './pictures.ts';
import { memberContext, type AppDeps } from './session.ts';

const read = z.object({ id: z.uuid() });
const write = z.object({ kind: z.enum(['logo', 'cover']) });
const MAX_BYTES = Math.max(...Object.values(PICTURE_LIMITS).map(({ maxBytes }) => maxBytes));

/** Logo and covers of a brand, readable by every signed-in member. */
export async function registerBrandPictures(app: FastifyInstance, deps: AppDeps, limits: FileLimits): Promise<void> {
  await takePicture(app, { url: '/api/brand-pictures/:kind', maxBytes: MAX_BYTES }, async (request, bytes) => {
    const ctx = await memberContext(deps, request);
    if (ctx.actor.suspended) throw new AppError('org.suspended');
    const target = write.safeParse(request.params);
    if (!target.success) throw new AppError('not_found');
    return savePicture(ctx, target.data.kind, bytes());
  });
  app.get('/files/brands/:id', { config: limits.small }, async (request, reply) => {
    const ctx = await memberContext(deps, request);
    const target = read.safeParse(request.params);
    if (!target.success) throw new AppError('not_found');
    const { bytes, mime } = await readPicture(ctx, target.data.id);
    return sendPicture(reply, { mime, content: bytes });
  });
}
