import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { expect } from 'vitest';
import { createDb, createPool } from '../../db/client.ts';
import type { DB } from '../../db/types.ts';
import { buildApp } from '../../server/app.ts';
import { createAuth, type Auth } from '../../server/auth.ts';
import { readEnv, type Env } from '../../server/env.ts';
import { codeDigits } from '../../server/features/codes/digits.ts';
import type { UserType } from '../../server/features/accounts/schema.ts';
import type { CodePurpose } from '../../server/features/codes/schema.ts';
import { createLiveBus, type LiveBus } from '../../server/features/live/bus.ts';
import type { TimeLimits } from '../../server/http/time-limits.ts';
import { createIntegrations } from '../../server/integrations/create.ts';
import { silentLog } from './people.ts';
import { createTestDatabase, testEnvironment, type TestDatabase } from './services.ts';
import { asMaintenance } from '../../scripts/stack/postgres-roles.ts';
import { OPERATOR_ENV } from './operator.ts';

export interface TestApp {
  app: FastifyInstance;
  auth: Auth;
  env: Env;
  origin: string;
  pool: pg.Pool;
  live: LiveBus;
  /** One request with a JSON body, from a page of ours. */
  post(
    url: string,
    body: unknown,
    more?: { headers?: Record<string, string>; from?: string },
  ): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

/** What production requires beyond the secrets of a test; it has no sandbox. */
export const PRODUCTION = {
  SPONSIO_MODE: 'production',
  CLOCK_POLICY: 'standard',
  APP_URL: 'https://sponsio.test',
  STRIPE_SECRET_KEY: 'sk_live_of_no_account',
  STRIPE_API_BASE: '',
  SOCIAL_API_BASE: '',
  HELP_CONTACT: 'help@sponsio.test',
  ...OPERATOR_ENV,
};

/** The HTTP app as `main.ts` builds it, called in process; `from` chooses the address a request comes from. */
export async function startTestApp(
  database: TestDatabase,
  overrides: Record<string, string> = {},
  timeLimits: Partial<TimeLimits> = {},
  log = silentLog,
): Promise<TestApp> {
  const { env: values } = await testEnvironment({ databases: database, temporalNamespace: 'unused', overrides });
  const env = readEnv(values);
  const pool = createPool(env.DATABASE_URL, { max: 10 });
  const live = createLiveBus(env.DATABASE_URL, silentLog);
  const integrations = createIntegrations(env, silentLog);
  const auth = createAuth(env, pool, integrations);
  const app = await buildApp({ env, pool, log, db: createDb(pool), auth, integrations, live, timeLimits });
  const origin = new URL(env.APP_URL).origin;
  return {
    app,
    auth,
    env,
    origin,
    pool,
    live,
    post: (url, body, more = {}) => {
      const request: InjectOptions = {
        method: 'POST',
        url,
        payload: JSON.stringify(body),
        headers: { origin, 'content-type': 'application/json', 'x-public-key': env.PUBLIC_KEY, ...more.headers },
      };
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

export interface TestSite extends TestApp {
  database: TestDatabase;
  /** Bypasses row security: for arranging and asserting only. */
  owner: Kysely<DB>;
  /** Makes an account by the portal itself, and finishes the sign-up with `profile`. */
  signUp(
    email: string,
    password: string,
    options?: { userType?: UserType; profile?: boolean },
  ): Promise<{ email: string; userId: string; cookie: string }>;
  /** The user of a session cookie; null without a session. */
  session(cookie: string): Promise<{ email: string } | null>;
  /** The digits of the newest code that was made for a mailbox. */
  codeFor(email: string, purpose: CodePurpose): Promise<string>;
}

/** The HTTP app on a database of its own; `close` takes both away. */
export async function startTestSite(
  label: string,
  overrides: Record<string, string> = {},
  timeLimits: Partial<TimeLimits> = {},
): Promise<TestSite> {
  const database = await createTestDatabase(label);
  const running = await startTestApp(database, overrides, timeLimits);
  const owner = createDb(createPool(asMaintenance(database.DATABASE_OWNER_URL), { max: 2 }));
  return {
    ...running,
    database,
    owner,
    async signUp(email, password, { userType = 'influencer', profile = false } = {}) {
      const answer = await running.post('/api/auth/sign-up/email', { email, password, name: 'Somebody', userType });
      expect(answer.statusCode).toBe(200);
      const cookie = cookiesOf(answer);
      if (profile) {
        const done = await running.post(
          '/api/trpc/accounts.completeSignUp',
          { json: { displayName: 'Somebody', userType } },
          { headers: { cookie } },
        );
        expect(done.statusCode).toBe(200);
      }
      return { email, userId: answer.json<{ user: { id: string } }>().user.id, cookie };
    },
    async session(cookie) {
      const answer = await running.app.inject({ url: '/api/trpc/accounts.session', headers: { cookie } });
      return answer.json<{ result: { data: { json: { email: string } | null } } }>().result.data.json;
    },
    async codeFor(email, purpose) {
      const { id } = await owner
        .selectFrom('one_time_codes')
        .select('id')
        .where('email', '=', email)
        .where('purpose', '=', purpose)
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow();
      return codeDigits(running.env.CODE_SECRET, id, purpose, email);
    },
    async close() {
      await running.close();
      await owner.destroy();
      await database.drop();
    },
  };
}
