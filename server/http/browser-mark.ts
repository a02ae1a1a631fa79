import { randomBytes } from 'node:crypto';
import { parseCookies } from 'better-auth/cookies';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BrowserMark } from '../trpc.ts';

/** Over https with `__Host-` before it. */
export const BROWSER_COOKIE = { name: 'sponsio.browser', seconds: 24 * 3_600 } as const;
const VALUE = /^[\w-]{22}$/;

/** Over https the cookie is bound to this host: no other site of the domain can set it. */
export function browserMark(request: FastifyRequest, reply: FastifyReply | undefined, appUrl: string): BrowserMark {
  const secure = appUrl.startsWith('https:');
  const name = secure ? `__Host-${BROWSER_COOKIE.name}` : BROWSER_COOKIE.name;
  const sent = parseCookies(request.headers.cookie ?? '').get(name) ?? null;
  const id = sent !== null && VALUE.test(sent) ? sent : null;
  return {
    id,
    keep() {
      const value = id ?? randomBytes(16).toString('base64url');
      if (reply && !reply.sent)
        reply.header(
          'set-cookie',
          `${name}=${value}; Path=/; Max-Age=${BROWSER_COOKIE.seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
        );
      return value;
    },
  };
}
