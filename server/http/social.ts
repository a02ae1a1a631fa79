import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import { ADDRESSES } from '../core/addresses.ts';
import { AppError } from '../core/errors.ts';
import type { Env } from '../env.ts';
import { finishConnection } from '../features/connections/connect.ts';
import { endByNetwork } from '../features/connections/ending.ts';
import { readSignedRequest } from '../features/privacy/meta.ts';
import { requestContext, type AppDeps } from './session.ts';

const returned = z.object({
  state: z.string().max(200).optional(),
  code: z.string().min(1).max(2_000).optional(),
  error: z.string().max(200).optional(),
});
const signed = z.object({ signed_request: z.string().min(3).max(4_000) });
const removed = z.object({
  event: z.string(),
  user_openid: z.string().min(1).max(200),
});
/** A call that was signed longer ago is refused. */
const TOLERANCE_S = 300;

/**
 * `Tiktok-Signature: t=…,s=…`: the time of the call, and HMAC-SHA256 with the app's secret over the time, a dot and the
 * body.
 */
function isSignedByTiktok(header: string, body: Buffer, secret: string, now: Date): boolean {
  const parts = new Map(header.split(',').map((part) => part.trim().split('=', 2) as [string, string]));
  const [time = '', given = ''] = [parts.get('t'), parts.get('s')];
  if (!/^\d{1,12}$/.test(time) || Math.abs(now.getTime() / 1_000 - Number(time)) > TOLERANCE_S) return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  const bytes = Buffer.from(given, 'hex');
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

/** YouTube's return address, and the signed calls by which networks report the end of a consent. */
export async function registerSocial(app: FastifyInstance, deps: AppDeps, env: Env): Promise<void> {
  app.get('/api/social/youtube/callback', async (request, reply) => {
    const { service, browser, resolveActor } = requestContext(deps, request, reply);
    const query = returned.safeParse(request.query);
    if (!query.success || query.data.state === undefined) return toProfile(reply, 'expired');
    const { state, code = null, error = null } = query.data;
    const { outcome } = await finishConnection(
      { ...service, actor: await resolveActor() },
      { network: 'youtube', state, code, error },
      browser.id,
    );
    if (outcome === 'signed_out') {
      const next = encodeURIComponent(ADDRESSES.accountAfterYoutube('resume'));
      return reply.redirect(`${ADDRESSES.signInCreator}?next=${next}`, 303);
    }
    return toProfile(reply, outcome);
  });

  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 8 * 1024 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    // Sent by Meta's servers: no cookie, no Origin; the signature authenticates them.
    scope.post('/api/meta/deauthorize', { config: { publicCall: true } }, async (request) => {
      const secret = env.META_APP_SECRET ?? env.INSTAGRAM_APP_SECRET;
      if (!secret) throw new AppError('service.unavailable');
      const body = signed.safeParse(request.body);
      if (!body.success) throw new AppError('input.invalid', { field: 'signed_request' });
      const { userId } = readSignedRequest(body.data.signed_request, secret);
      const { service } = requestContext(deps, request);
      const actor = { kind: 'system', name: 'meta' } as const;
      await endByNetwork({ ...service, actor }, { network: 'instagram', remoteId: userId });
      return { received: true };
    });
  });

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 64 * 1024 }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/webhooks/tiktok', async (request, reply) => {
      if (!env.TIKTOK_CLIENT_SECRET) throw new AppError('service.unavailable');
      const { service } = requestContext(deps, request);
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const signature = request.headers['tiktok-signature'];
      const isSigned =
        typeof signature === 'string' &&
        isSignedByTiktok(signature, body, env.TIKTOK_CLIENT_SECRET, service.clock.now());
      if (!isSigned) return reply.code(400).send({ received: false });
      const event = removed.safeParse(parsed(body));
      if (event.success && event.data.event === 'authorization.removed') {
        const actor = { kind: 'system', name: 'tiktok' } as const;
        await endByNetwork({ ...service, actor }, { network: 'tiktok', remoteId: event.data.user_openid });
      }
      return { received: true };
    });
  });
}

const toProfile = (reply: FastifyReply, outcome: string): FastifyReply =>
  reply.redirect(`${ADDRESSES.accountAfterYoutube(outcome)}#social`, 303);

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
