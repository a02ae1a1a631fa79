import { setTimeout as pause } from 'node:timers/promises';
import { parseCookies } from 'better-auth/cookies';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { AnonymousActor, ServiceContext } from '../context.ts';
import { AppError, refusalBehind } from '../core/errors.ts';
import { PUBLIC_KEY_HEADER } from '../core/public-key.ts';
import type { Env } from '../env.ts';
import { countAddress } from '../features/accounts/address-limit.ts';
import {
  confirmReset,
  requestReset,
  resendVerification,
  verifyAccount,
  type Visitor,
} from '../features/accounts/recovery.ts';
import type { LimitedCall } from '../features/accounts/rules.ts';
import {
  confirmResetInput,
  requestResetInput,
  resendVerificationInput,
  verifyAccountInput,
} from '../features/accounts/schema.ts';
import { textsIn } from '../features/notifications/texts.ts';
import { KNOWN_DEVICE } from '../sign-in-plugin.ts';
import { requestLocale } from './client.ts';
import { requestContext, type AppDeps } from './session.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Callable without a page, and so without an Origin: it uses no session. */
    publicCall?: boolean;
  }
}

/**
 * Minimum answer times in milliseconds, the same for known and unknown mailboxes. A refused code takes longer than any
 * database lookup.
 */
const REQUESTED_MS = 1_000;
const REFUSED_MS = 300;
const JITTER_MS = 100;

/** Resolves `floorMs` and a random jitter after `since`. */
async function notBefore(since: number, floorMs: number): Promise<void> {
  const left = since + floorMs + Math.random() * JITTER_MS - performance.now();
  if (left > 0) await pause(left);
}

/** The refusal in the reader's language, with its code for programs. */
function refuse(request: FastifyRequest, reply: FastifyReply, error: AppError | null, status: number): FastifyReply {
  const { t } = textsIn(
    requestLocale(request.query as Record<string, unknown>, request.headers.cookie, request.headers['accept-language']),
  );
  const code = error?.code ?? 'service.unavailable';
  const words = t(
    `errors:${code}`,
    Object.fromEntries(Object.entries(error?.data ?? {}).map(([key, value]) => [key, String(value)])),
  );
  return reply
    .code(status)
    .header('vary', 'Accept-Language, Cookie')
    .send({ error: words, code, data: error?.data ?? {}, requestId: request.id });
}

function refusalOf(error: Error & { statusCode?: number }): AppError | null {
  const refusal = refusalBehind(error);
  if (refusal) return refusal;
  if (error instanceof z.ZodError)
    return new AppError('input.invalid', { field: error.issues[0]?.path.join('.') ?? '' });
  const status = error.statusCode ?? 500;
  if (status >= 500) return null;
  return new AppError(
    status === 413
      ? 'request.too_large'
      : status === 415
        ? 'request.media_type'
        : status === 429
          ? 'rate.limited'
          : 'input.invalid',
  );
}

/**
 * The four account calls that need no session: plain JSON in, plain JSON out, `{error}` when refused. They are described
 * in docs/openapi.yaml, which a test holds against this.
 */
export async function registerPublicCalls(app: FastifyInstance, deps: AppDeps, env: Env): Promise<void> {
  const deviceCookie = (await deps.auth.$context).createAuthCookie(KNOWN_DEVICE).name;
  await app.register(async (scope) => {
    // JSON only; the framework would accept plain text as well.
    scope.removeContentTypeParser('text/plain');
    scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
      const refusal = refusalOf(error);
      if (!refusal || refusal.status >= 500) request.log.error({ err: error }, 'request failed');
      return refuse(request, reply, refusal, refusal?.status ?? 500);
    });

    function call<Input>(
      name: Exclude<LimitedCall, 'sign-up'>,
      schema: z.ZodType<Input>,
      floor: { done: number; refused: number },
      act: (
        ctx: ServiceContext<AnonymousActor>,
        input: Input,
        visitor: () => Promise<Visitor>,
      ) => Promise<object | void>,
    ): void {
      const url = `/api/${name}`;
      scope.route({
        method: 'POST',
        url,
        config: { publicCall: true },
        onRequest: async (request) => {
          if (request.headers[PUBLIC_KEY_HEADER] !== env.PUBLIC_KEY) throw new AppError('request.public_key');
          if (request.headers['content-type'] === undefined) throw new AppError('request.media_type');
        },
        handler: async (request) => {
          const since = performance.now();
          const input = schema.parse(request.body);
          const { service, resolveActor } = requestContext(deps, request);
          const ctx = { ...service, actor: { kind: 'anonymous' } as const };
          try {
            await countAddress(ctx, name, request.ip);
            const visitor = async (): Promise<Visitor> => {
              const actor = await resolveActor();
              return {
                userId: 'userId' in actor ? actor.userId : null,
                deviceCookie: parseCookies(request.headers.cookie ?? '').get(deviceCookie) ?? null,
              };
            };
            const answer = await act(ctx, input, visitor);
            await notBefore(since, floor.done);
            return answer ?? { ok: true };
          } catch (refused) {
            await notBefore(since, floor.refused);
            throw refused;
          }
        },
      });
      scope.route({
        method: ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
        url,
        config: { publicCall: true },
        onRequest: async (_request, reply) => {
          reply.header('allow', 'POST');
          throw new AppError('request.method');
        },
        handler: async () => ({}),
      });
    }

    const times = { done: REQUESTED_MS, refused: REQUESTED_MS };
    const tried = { done: 0, refused: REFUSED_MS };
    call('request-reset', requestResetInput, times, requestReset);
    call('resend-verification', resendVerificationInput, times, resendVerification);
    call('confirm-reset', confirmResetInput, tried, confirmReset);
    call('verify-account', verifyAccountInput, tried, async (ctx, input, visitor) =>
      verifyAccount(ctx, input, await visitor()),
    );
  });
}
