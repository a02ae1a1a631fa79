import { betterAuth } from 'better-auth';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { createDb } from '../db/client.ts';
import { newId } from './core/ids.ts';
import { withoutAddresses } from './core/logged-error.ts';
import { trustedOrigins } from './core/origins.ts';
import type { Env } from './env.ts';
import type { Integrations } from './integrations/integrations.ts';
import { signInLock } from './sign-in-lock-plugin.ts';
import { KNOWN_DEVICE, signInPlugins } from './sign-in-plugin.ts';
import { RETENTION } from './features/policies/rules.ts';

/** Every cookie that the library sets or deletes; over https each is bound to this host. */
const COOKIES = [
  'session_token',
  'session_data',
  'account_data',
  'dont_remember',
  'two_factor',
  'better-auth-passkey',
  KNOWN_DEVICE,
] as const;

/**
 * A session is renewed once a day (seconds). `freshAge` is off: acts that need a fresh sign-in need a fresh proof
 * instead.
 */
export const SESSION = { expiresIn: RETENTION.sessionIdleDays * 24 * 3600, updateAge: 24 * 3600, freshAge: 0 } as const;

/** Whether the library would renew a session that ends at `expiresAt`. */
export const isRenewalDue = (expiresAt: Date, now: Date): boolean =>
  expiresAt.getTime() - now.getTime() <= (SESSION.expiresIn - SESSION.updateAge) * 1000;

/**
 * Passwords and sessions by better-auth, on its own plain Kysely in schema `auth`. Over HTTP only the routes of
 * `http/auth-routes.ts` are reachable: the product has its own codes, resets and lists of sessions.
 */
export function createAuth(env: Env, pool: pg.Pool, integrations: Integrations) {
  const secure = env.APP_URL.startsWith('https:');
  return betterAuth({
    appName: 'Sponsio',
    baseURL: env.APP_URL,
    basePath: '/api/auth',
    secret: env.AUTH_SECRET,
    trustedOrigins: trustedOrigins(env.APP_URL),
    database: {
      db: new Kysely({ dialect: new PostgresDialect({ pool }) }),
      type: 'postgres',
      schemaName: 'auth',
      transaction: true,
    },
    user: { additionalFields: { userType: { type: 'string', required: false, input: true } } },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      autoSignIn: true,
      requireEmailVerification: false,
      revokeSessionsOnPasswordReset: true,
    },
    session: { ...SESSION, cookieCache: { enabled: false } },
    // The lock comes first: no other plugin runs for what it refuses.
    plugins: [
      signInLock({ db: createDb(pool), pool, integrations }),
      ...signInPlugins({ db: createDb(pool), integrations, appUrl: env.APP_URL, origins: trustedOrigins(env.APP_URL) }),
    ],
    rateLimit: {
      enabled: env.SPONSIO_MODE === 'production',
      storage: 'database',
      customRules: { '/sign-in/email': { window: 60, max: 30 }, '/sign-up/email': { window: 60, max: 30 } },
    },
    advanced: {
      database: { generateId: () => newId() },
      useSecureCookies: false,
      cookiePrefix: env.INSTANCE_ID,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure, path: '/' },
      ...(secure
        ? { cookies: Object.fromEntries(COOKIES.map((name) => [name, { name: `__Host-${env.INSTANCE_ID}.${name}` }])) }
        : {}),
      ipAddress: { ipAddressHeaders: ['x-client-ip'], ipv6Subnet: 64 },
    },
    telemetry: { enabled: false },
    // Logged in our format: the library adds addresses or rows to its messages.
    logger: {
      log: (level, message, ...args: unknown[]) => {
        const error = args.find((one) => one instanceof Error);
        integrations.log[level]({ part: 'sign-in', ...(error ? { err: error } : {}) }, withoutAddresses(message));
      },
    },
  });
}

export type Auth = ReturnType<typeof createAuth>;
