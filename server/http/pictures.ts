import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../core/errors.ts';

/**
 * A route that takes a picture as plain bytes, as the browser has redrawn it; answers what `save` returns. `save` checks
 * the caller before it reads the bytes, so that a refusal of the caller comes first.
 */
export async function takePicture(
  app: FastifyInstance,
  { url, maxBytes }: { url: string; maxBytes: number },
  save: (request: FastifyRequest, bytes: () => Buffer) => Promise<unknown>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      ['image/webp', 'image/jpeg'],
      { parseAs: 'buffer', bodyLimit: maxBytes + 1 },
      (_request, body, done) => done(null, body),
    );
    scope.post(url, { bodyLimit: maxBytes + 1, config: { bodyTime: 120_000 } }, async (request, reply) =>
      reply.code(201).send(await save(request, () => bytesOf(request.body))),
    );
  });
}

function bytesOf(body: unknown): Buffer {
  if (!Buffer.isBuffer(body)) throw new AppError('file.type', { field: 'file' });
  return body;
}

/** A picture never changes under its address. */
export const sendPicture = (reply: FastifyReply, { mime, content }: { mime: string; content: unknown }) =>
  reply
    .type(mime)
    .headers({
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=31536000, immutable',
      vary: 'Cookie',
    })
    .send(content);
