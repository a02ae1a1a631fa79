import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type pg from 'pg';
import { createDb, createPool } from '../../db/client.ts';
import { buildApp } from '../../server/app.ts';
import { createAuth, type Auth } from '../../server/auth.ts';
import { readEnv, type Env } from '../../server/env.ts';
import { createLiveBus } from '../../server/features/live/bus.ts';
import { createIntegrations } from '../../server/integrations/create.ts';
import { silentLog } from './people.ts';
import { testEnvironment, type TestDatabase } from './services.ts';

export interface TestApp {
  app: FastifyInstance;
  auth: Auth;
  env: Env;
  origin: string;
  pool: pg.Pool;
  /** One request with a JSON body, from a page of ours. */
  post(url: string, body: unknown, more?: { headers?: Record<string, string>; from?: string }): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

/** The HTTP app as `main.ts` builds it, asked in process; `from` chooses the address a request comes from. */
export async function startTestApp(database: TestDatabase, overrides: Record<string, string> = {}): Promise<TestApp> {
  const { env: values } = await testEnvironment({ databases: database, temporalNamespace: 'unused', overrides });
  const env = readEnv(values);
  const pool = createPool(env.DATABASE_URL, { max: 10 });
  const live = createLiveBus(env.DATABASE_URL, silentLog);
  const integrations = createIntegrations(env, silentLog);
  const auth = createAuth(env, pool, integrations);
  const app = await buildApp({ env, pool, log: silentLog, db: createDb(pool), auth, integrations, live });
  const origin = new URL(env.APP_URL).origin;
  return {
    app, auth, env, origin, pool,
    post: (url, body, more = {}) => {
      const request: InjectOptions = { method: 'POST', url, payload: JSON.stringify(body), headers: { origin, 'content-type': 'application/json', 'x-public-key': env.PUBLIC_KEY, ...more.headers } };
      return app.inject(more.from ? { ...request, remoteAddress: more.from } : request);
    },
    async close() {
      await app.close();
      integrations.mailer.close();
      await live.close();
      await pool.end();
    },
  };
}

/** The cookies an answer sets, as the next request sends them. */
export const cookiesOf = (answer: { headers: Record<string, unknown> }): string =>
  ([answer.headers['set-cookie'] ?? []].flat() as string[]).map((c) => c.split(';')[0]).join('; ');
