import { readFileSync } from 'node:fs';
import { createDb, createPool } from '../db/client.ts';
import { demoLeftovers, refuseDemoData } from '../server/features/security/production.ts';
import { createIntegrations, createLogger } from '../server/integrations/create.ts';
import { readEnv } from '../server/env.ts';
import { setFailpoints } from '../server/failpoint.ts';
import { createWorkerRuntime } from './runtime.ts';
import { createWorkerMetrics, serveMetrics } from './worker-metrics.ts';
import { installTemporalRuntime } from './worker-temporal.ts';

const env = readEnv();
setFailpoints(env.FAILPOINTS);
const log = createLogger(env, 'worker');
installTemporalRuntime(log, env.OTEL_EXPORTER_OTLP_ENDPOINT);

const databaseUrl = env.DATABASE_WORKER_URL ?? env.DATABASE_URL;
if (env.SPONSIO_MODE === 'production') {
  const db = createDb(createPool(databaseUrl, { max: 1, applicationName: 'sponsio-worker' }));
  await refuseDemoData(
    () => demoLeftovers(db, { authSecret: env.AUTH_SECRET, signInAccounts: false }),
    (error) => log.warn({ err: error }, 'waiting for the database'),
  );
  await db.destroy();
}
const integrations = createIntegrations(env, log);
const metrics = createWorkerMetrics();
const runtime = createWorkerRuntime({
  databaseUrl,
  databasePool: env.DATABASE_POOL,
  temporal: { address: env.TEMPORAL_ADDRESS, namespace: env.TEMPORAL_NAMESPACE },
  integrations,
  metrics,
  // Read once: a worker that reconnects does not depend on the file any more.
  ...(env.WORKFLOW_BUNDLE ? { workflowBundle: { code: readFileSync(env.WORKFLOW_BUNDLE, 'utf8') } } : {}),
});
const server = await serveMetrics({
  host: env.APP_HOST,
  port: env.WORKER_METRICS_PORT,
  registry: metrics.registry,
  ready: () => runtime.ready(),
});
log.info({ temporal: env.TEMPORAL_ADDRESS, metricsPort: env.WORKER_METRICS_PORT }, 'worker started');

let draining = false;
async function drain(signal: NodeJS.Signals): Promise<void> {
  if (draining) return;
  draining = true;
  log.info({ signal }, 'worker drains');
  try {
    await runtime.stop();
    integrations.mailer.close();
    server.close();
    log.info('worker stopped');
    process.exit(0);
  } catch (error) {
    log.error({ err: error }, 'worker could not drain');
    process.exit(1);
  }
}
process.on('SIGTERM', (signal) => void drain(signal));
process.on('SIGINT', (signal) => void drain(signal));
// Everything that may fail on its own is caught where it runs; an error here is a bug. Log it and let the supervisor
// restart the process.
process.on('unhandledRejection', (error) => {
  log.fatal({ err: error }, 'unhandled rejection');
  process.exit(1);
});
