import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Auth } from '../auth.ts';

/** Staff sign in at /admin only, and only they do. Who knocks at another door is asked about as somebody unknown, so that answer and time tell nothing. */
const NOBODY = 'nobody@door.invalid';

async function isStaff(pool: pg.Pool, email: string): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ id: string }>('select id from auth."user" where email = $1', [email.toLowerCase()]);
    const id = rows[0]?.id;
    if (!id) return false;
    await client.query(`select set_config('app.user', $1, true)`, [id]);
    const staff = await client.query('select 1 from staff where user_id = $1', [id]);
    return staff.rows.length > 0;
  } finally {
    await client.query('rollback').catch(() => {});
    client.release();
  }
}

/** The sign-in as it may be tried at this door. What is no sign-in at all stays as it is, for the library to refuse. */
async function atDoor(pool: pg.Pool, body: Buffer, isAdminDoor: boolean): Promise<Buffer> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString('utf8'));
  } catch {
    return body;
  }
  if (typeof parsed !== 'object' || parsed === null || !('email' in parsed) || typeof parsed.email !== 'string') return body;
  return (await isStaff(pool, parsed.email)) === isAdminDoor ? body : Buffer.from(JSON.stringify({ ...parsed, email: NOBODY }));
}

/** better-auth under /api/auth, in a scope whose bodies stay raw bytes. */
export async function registerAuthRoutes(app: FastifyInstance, auth: Auth, pool: pg.Pool, appUrl: string): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.route({
      method: ['GET', 'POST'],
      url: '/api/auth/*',
      handler: async (request, reply) => {
        let body = Buffer.isBuffer(request.body) && request.body.length > 0 ? request.body : undefined;
        // The library would take forms, too: from any page, and past the look at the door below.
        if (body && !/^application\/json(\s*;|$)/i.test(request.headers['content-type'] ?? '')) {
          return reply.code(415).send({ error: 'input.invalid', requestId: request.id });
        }
        const path = request.url.split('?')[0]?.replace(/\/{2,}/g, '/');
        if (path === '/api/auth/sign-in/email' && body) {
          body = await atDoor(pool, body, request.headers['x-sponsio-door'] === 'admin');
        }
        const headers = new Headers();
        for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string' && name !== 'content-length') headers.set(name, value);
        headers.set('x-client-ip', request.ip);
        const url = new URL(path + (request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : ''), appUrl);
        const answer = await auth.handler(new Request(url, { method: request.method, headers, ...(body ? { body: new Uint8Array(body) } : {}) }));
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
