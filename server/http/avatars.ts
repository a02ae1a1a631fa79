import type { FastifyInstance } from 'fastify';
import { AppError } from '../core/errors.ts';
import { readAvatar, saveAvatar } from '../features/privacy/avatar.ts';
import type { FileLimits } from './file-limits.ts';
import { memberContext, ownContext, type AppDeps } from './session.ts';
import { AVATAR_MAX_BYTES } from '../features/privacy/rules.ts';

/** A person's picture: sent as plain bytes, readable by every signed-in user. */
export async function registerAvatars(app: FastifyInstance, deps: AppDeps, limits: FileLimits): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      ['image/webp', 'image/jpeg'],
      { parseAs: 'buffer', bodyLimit: AVATAR_MAX_BYTES + 1 },
      (_request, body, done) => done(null, body),
    );
    scope.post(
      '/api/avatar',
      { bodyLimit: AVATAR_MAX_BYTES + 1, config: { bodyTime: 120_000 } },
      async (request, reply) => {
        const ctx = await ownContext(deps, request);
        if (!ctx) throw new AppError('auth.sign_in_required');
        if (!Buffer.isBuffer(request.body)) throw new AppError('file.type', { field: 'file' });
        return reply.code(201).send(await saveAvatar(ctx, request.body));
      },
    );
  });
  app.get<{ Params: { name: string } }>('/files/avatars/:name', { config: limits.small }, async (request, reply) => {
    const ctx = await memberContext(deps, request);
    if (!ctx) throw new AppError('auth.sign_in_required');
    const { stream, mime } = await readAvatar(ctx, request.params.name);
    return reply
      .type(mime)
      .headers({
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, max-age=31536000, immutable',
        vary: 'Cookie',
      })
      .send(stream);
  });
}
