import type { FastifyInstance } from 'fastify';
import type { Auth } from '../auth.ts';

/**
 * The routes of better-auth that the product uses; all others answer 404. Changing or checking a password within a
 * session, for instance, would allow guessing past the lock, and passwords that break the rules.
 */
const OFFERED = new Map<string, 'GET' | 'POST'>([
  ['/sign-up/email', 'POST'],
  ['/sign-in/email', 'POST'],
  ['/sign-out', 'POST'],
  ['/two-factor/enable', 'POST'],
  ['/two-factor/generate-backup-codes', 'POST'],
  ['/two-factor/verify-totp', 'POST'],
  ['/two-factor/verify-backup-code', 'POST'],
  ['/passkey/generate-register-options', 'GET'],
  ['/passkey/verify-registration', 'POST'],
  ['/passkey/generate-authenticate-options', 'GET'],
  ['/passkey/verify-authentication', 'POST'],
  ['/passkey/update-passkey', 'POST'],
]);
const PREFIX = '/api/auth';

/** better-auth under /api/auth, in a scope whose bodies stay raw bytes. */
export async function registerAuthRoutes(app: FastifyInstance, auth: Auth, appUrl: string): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.route({
      method: ['GET', 'POST'],
      url: `${PREFIX}/*`,
      handler: async (request, reply) => {
        const path = (request.url.split('?')[0] ?? '').replace(/\/{2,}/g, '/');
        if (OFFERED.get(path.slice(PREFIX.length)) !== request.method)
          return reply.code(404).send({ error: 'not_found', requestId: request.id });
        const body = Buffer.isBuffer(request.body) && request.body.length > 0 ? request.body : undefined;
        // The library would accept forms as well, which any page can send.
        if (body && !/^application\/json(\s*;|$)/i.test(request.headers['content-type'] ?? '')) {
          return reply.code(415).send({ error: 'input.invalid', requestId: request.id });
        }
        const headers = new Headers();
        for (const [name, value] of Object.entries(request.headers))
          if (typeof value === 'string' && name !== 'content-length') headers.set(name, value);
        headers.set('x-client-ip', request.ip);
        const url = new URL(
          path + (request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : ''),
          appUrl,
        );
        const answer = await auth.handler(
          new Request(url, { method: request.method, headers, ...(body ? { body: new Uint8Array(body) } : {}) }),
        );
        reply.code(answer.status);
        answer.headers.forEach((value, name) => {
          if (name !== 'set-cookie') reply.header(name, value);
        });
        const cookies = answer.headers.getSetCookie();
        if (cookies.length > 0) reply.header('set-cookie', cookies);
        return reply.send(Buffer.from(await answer.arrayBuffer()));
      },
    });
  });
}
