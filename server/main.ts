import http from 'node:http';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { createDb, createPool } from '../db/client.ts';
import { buildApp } from './app.ts';
import { createAuth } from './auth.ts';
import { readEnv } from './env.ts';
import { setFailpoints } from './failpoint.ts';
import { createLiveBus } from './features/live/bus.ts';
import { demoLeftovers, refuseDemoData } from './features/security/production.ts';
import { createIntegrations, createLogger } from './integrations/create.ts';

const env = readEnv();
setFailpoints(env.FAILPOINTS);
const log = createLogger(env, 'api');
// Loaded only where a collector is named.
const telemetry = env.OTEL_EXPORTER_OTLP_ENDPOINT
  ? (await import('./telemetry.ts')).startTelemetry({
      endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
      serviceName: 'sponsio-api',
    })
  : null;
const pool = createPool(env.DATABASE_URL, {
  max: env.DATABASE_POOL,
  applicationName: 'sponsio-api',
  statementTimeoutMs: 5_000,
  onError: (error) => log.warn({ err: error }, 'database connection lost'),
});
const integrations = createIntegrations(env, log);
const live = createLiveBus(env.DATABASE_URL, log);
const registry = new Registry();
collectDefaultMetrics({ register: registry });
const duration = new Histogram({
  name: 'sponsio_http_seconds',
  help: 'Duration of answered requests',
  labelNames: ['method', 'status'],
  registers: [registry],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
});
const db = createDb(pool);
if (env.SPONSIO_MODE === 'production') {
  await refuseDemoData(
    () => demoLeftovers(db, { authSecret: env.AUTH_SECRET, signInAccounts: true }),
    (error) => log.warn({ err: error }, 'waiting for the database'),
  );
  // The API serves plain http: with https there is a proxy in front of it.
  if (!env.TRUSTED_PROXIES)
    log.warn(
      { variable: 'TRUSTED_PROXIES' },
      'TRUSTED_PROXIES is empty: all clients behind the proxy count as one address and share its limits (docs/running.md)',
    );
}
const app = await buildApp({
  env,
  pool,
  log,
  db,
  auth: createAuth(env, pool, integrations),
  integrations,
  live,
  observe(fastify) {
    fastify.addHook('onResponse', async (request, reply) =>
      duration.observe({ method: request.method, status: String(reply.statusCode) }, reply.elapsedTime / 1000),
    );
    telemetry?.watch(fastify);
  },
});
const metrics = http.createServer((_request, response) => {
  registry.metrics().then(
    (text) => response.setHeader('content-type', registry.contentType).end(text),
    () => response.writeHead(500).end(),
  );
});

await app.listen({ host: env.APP_HOST, port: env.APP_PORT });
metrics.listen(env.METRICS_PORT, env.APP_HOST);
log.info({ port: env.APP_PORT }, 'API listens');

let stopping = false;
/** Accepts no more requests, waits up to ten seconds for running ones, then closes the database pool. */
async function stop(signal: string): Promise<void> {
  if (stopping) return;
  stopping = true;
  log.info({ signal }, 'draining');
  setTimeout(() => process.exit(1), 10_000).unref();
  metrics.close();
  app.server.closeIdleConnections();
  setTimeout(() => app.server.closeAllConnections(), 3_000).unref();
  await app.close();
  await live.close();
  integrations.mailer.close();
  await pool.end();
  await telemetry?.stop().catch(() => {});
  process.exit(0);
}
process.on('SIGTERM', () => void stop('SIGTERM'));
process.on('SIGINT', () => void stop('SIGINT'));
