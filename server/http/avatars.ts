import type { FastifyInstance } from 'fastify';
import { readAvatar, saveAvatar } from '../features/privacy/avatar.ts';
import { AVATAR_MAX_BYTES } from '../features/privacy/rules.ts';
import type { FileLimits } from './file-limits.ts';
import { sendPicture, takePicture } from './pictures.ts';
import { memberOrStaffContext, ownContext, type AppDeps } from './session.ts';

/** A person's picture, readable by every signed-in user and by staff. */
export async function registerAvatars(app: FastifyInstance, deps: AppDeps, limits: FileLimits): Promise<void> {
  await takePicture(app, { url: '/api/avatar', maxBytes: AVATAR_MAX_BYTES }, async (request, bytes) => {
    const ctx = await ownContext(deps, request);
    return saveAvatar(ctx, bytes());
  });
  app.get<{ Params: { name: string } }>('/files/avatars/:name', { config: limits.small }, async (request, reply) => {
    const ctx = await memberOrStaffContext(deps, request);
    const { stream, mime } = await readAvatar(ctx, request.params.name);
    return sendPicture(reply, { mime, content: stream });
  });
}
