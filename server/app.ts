import compress from '@fastify/compress';
import rateLimit from '@fastify/rate-limit';
import { fastifyTRPCPlugin, type FastifyTRPCPluginOptions } from '@trpc/server/adapters/fastify';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type pg from 'pg';
import type { Logger } from 'pino';
import { withTx } from './context.ts';
import { MAX_BATCH } from './core/api-limits.ts';
import { systemClock } from './core/clock.ts';
import { newId } from './core/ids.ts';
import { refusalBehind } from './core/errors.ts';
import type { Env } from './env.ts';
import { publicFee } from './features/policies/service.ts';
import { registerAdPhotos } from './http/ad-photos.ts';
import { registerBrandPictures } from './http/brand-pictures.ts';
import { registerAvatars } from './http/avatars.ts';
import { registerAuthRoutes } from './http/auth-routes.ts';
import { type PageAnswer, registerClient } from './http/client.ts';
import { registerConsent } from './http/consent.ts';
import { fileLimits } from './http/file-limits.ts';
import { registerFileRoutes } from './http/files.ts';
import { registerEventLogs } from './http/event-logs.ts';
import { registerManifest } from './http/manifest.ts';
import { registerPdfFiles } from './http/pdf-files.ts';
import { registerPrivacy } from './http/privacy.ts';
import { registerPublicCalls } from './http/public-calls.ts';
import { registerSecurity, securityHeaders } from './http/security.ts';
import { requestContext, type AppDeps } from './http/session.ts';
import { limitBodies, serverOptions, TIME_LIMITS, type TimeLimits } from './http/time-limits.ts';
import { registerSocial } from './http/social.ts';
import { registerWebhooks } from './http/webhooks.ts';
import { appRouter, type AppRouter } from './router.ts';

export interface AppOptions extends AppDeps {
  env: Env;
  pool: pg.Pool;
  log: Logger;
  /** Adds the hooks of the traces; plugins inherit only hooks that were added before them. */
  observe?: (app: FastifyInstance) => void;
  /** Shorter limits, for tests. */
  timeLimits?: Partial<TimeLimits>;
}

/** Builds the HTTP app without listening, so that tests use the same app. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { env, pool, log } = options;
  let answerPage: PageAnswer | null = null;
  const timeLimits = { ...TIME_LIMITS, ...options.timeLimits };
  const app = Fastify({
    ...serverOptions(timeLimits),
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(),
    bodyLimit: 100 * 1024,
    trustProxy: env.TRUSTED_PROXIES ? env.TRUSTED_PROXIES.split(',').map((s) => s.trim()) : false,
    routerOptions: { maxParamLength: 5000 },
    // An address that cannot be decoded reaches no hook and no handler; this answers it with the 404 page as well.
    frameworkErrors: (error, request: FastifyRequest, reply: FastifyReply) => {
      securityHeaders(env)(request, reply);
      const refuse = (): void => void reply.code(400).send({ error: 'input.invalid', requestId: request.id });
      if (error.code === 'FST_ERR_BAD_URL' && answerPage) answerPage(request, reply).catch(refuse);
      else refuse();
    },
  });
  limitBodies(app, timeLimits);
  options.observe?.(app);
  logAnswers(app);
  answerErrors(app);
  if (!env.TRUSTED_PROXIES) warnOfProxies(app, log);
  registerSecurity(app, env);
  await app.register(compress, {
    global: true,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    customTypes: /^(text\/(?!event-stream)|application\/(json|javascript|manifest\+json)|image\/svg\+xml)/,
  });
  await app.register(rateLimit, {
    global: true,
    max: env.SPONSIO_MODE === 'production' ? 1200 : 60_000,
    timeWindow: '1 minute',
    allowList: (request) => !request.routeOptions.url?.startsWith('/api/'),
  });

  registerHealth(app, pool);
  await registerAuthRoutes(app, options.auth, env.APP_URL);
  await registerPublicCalls(app, options, env);
  await registerWebhooks(app, options, env);
  const limits = fileLimits(env.SPONSIO_MODE);
  await registerFileRoutes(app, options, limits);
  registerPdfFiles(app, options, limits);
  registerEventLogs(app, options, limits);
  registerConsent(app, options);
  await registerAvatars(app, options, limits);
  await registerAdPhotos(app, options, limits);
  await registerBrandPictures(app, options, limits);
  await registerPrivacy(app, options, env, limits);
  await registerSocial(app, options, env);
  await app.register(fastifyTRPCPlugin, {
    prefix: '/api/trpc',
    trpcOptions: {
      router: appRouter,
      maxBatchSize: MAX_BATCH,
      createContext: ({ req, res }) => requestContext(options, req, res),
      onError({ error, path, ctx }) {
        if (error.code === 'INTERNAL_SERVER_ERROR')
          log.error({ reqId: ctx?.service.requestId, path, err: error.cause ?? error }, 'procedure failed');
      },
    } satisfies FastifyTRPCPluginOptions<AppRouter>['trpcOptions'],
  });
  registerManifest(app);
  const service = {
    requestId: newId(),
    requestKey: null,
    db: options.db,
    clock: systemClock,
    integrations: options.integrations,
    actor: { kind: 'anonymous' } as const,
  };
  answerPage = await registerClient(app, env, () => withTx(service, publicFee));
  return app;
}

function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    if (request.url.startsWith('/livez') || request.url.startsWith('/readyz') || request.url.startsWith('/assets/'))
      return;
    request.log.info({
      method: request.method,
      path: request.url.split('?')[0]?.slice(0, 200),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
  });
}

function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const refusal = refusalBehind(error);
    if (refusal && refusal !== error) request.log.error({ err: error }, 'the database has no room');
    if (refusal)
      return reply.code(refusal.status).send({ error: refusal.code, data: refusal.data, requestId: request.id });
    const status = error.statusCode ?? 500;
    if (status >= 500) request.log.error({ err: error }, 'request failed');
    const code =
      status === 413
        ? 'request.too_large'
        : status === 429
          ? 'rate.limited'
          : status < 500
            ? 'input.invalid'
            : 'internal';
    return reply.code(status).send({ error: code, requestId: request.id });
  });
}

/** Once: behind a proxy that is not named, all clients count as one. */
function warnOfProxies(app: FastifyInstance, log: Logger): void {
  let warned = false;
  app.addHook('onRequest', async (request) => {
    if (warned || request.headers['x-forwarded-for'] === undefined) return;
    warned = true;
    log.warn(
      { variable: 'TRUSTED_PROXIES' },
      'a request names who it is forwarded for, but TRUSTED_PROXIES is empty: behind a proxy all clients count as one address (docs/running.md)',
    );
  });
}

function registerHealth(app: FastifyInstance, pool: pg.Pool): void {
  app.get('/livez', async () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    try {
      await pool.query('select 1');
      return { ok: true };
    } catch {
      return reply.code(503).send({ ok: false, database: 'unreachable' });
    }
  });
}
