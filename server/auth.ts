import { betterAuth } from 'better-auth';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { newId } from './core/ids.ts';
import type { Env } from './env.ts';

/** Both spellings of this machine are one app: passkeys need localhost, a second persona signs in at 127.0.0.1. */
export function trustedOrigins(env: Env): string[] {
  const app = new URL(env.APP_URL);
  const twins = ['localhost', '127.0.0.1'].includes(app.hostname)
    ? ['localhost', '127.0.0.1'].map((host) => `${app.protocol}//${host}${app.port ? `:${app.port}` : ''}`)
    : [];
  return [...new Set([app.origin, ...twins])];
}

/**
 * Passwords and sessions by better-auth, on its own plain Kysely in schema `auth`.
 * Its own reset, verify and change-e-mail paths are off: the product has its own codes.
 */
export function createAuth(env: Env, pool: pg.Pool) {
  const secure = env.APP_URL.startsWith('https:');
  return betterAuth({
    appName: 'Sponsio',
    baseURL: env.APP_URL,
    basePath: '/api/auth',
    secret: env.AUTH_SECRET,
    trustedOrigins: trustedOrigins(env),
    database: { db: new Kysely({ dialect: new PostgresDialect({ pool }) }), type: 'postgres', schemaName: 'auth', transaction: true },
    user: { additionalFields: { userType: { type: 'string', required: false, input: true } } },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      autoSignIn: true,
      requireEmailVerification: false,
      revokeSessionsOnPasswordReset: true,
    },
    session: { expiresIn: 7 * 24 * 3600, updateAge: 24 * 3600, cookieCache: { enabled: false } },
    rateLimit: {
      enabled: env.SPONSIO_MODE === 'production',
      storage: 'database',
      customRules: { '/sign-in/email': { window: 60, max: 30 }, '/sign-up/email': { window: 3600, max: 20 } },
    },
    disabledPaths: ['/request-password-reset', '/reset-password', '/forget-password', '/verify-email', '/send-verification-email', '/change-email', '/update-user', '/delete-user'],
    advanced: {
      database: { generateId: () => newId() },
      useSecureCookies: false,
      cookiePrefix: env.INSTANCE_ID,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure, path: '/' },
      ...(secure ? { cookies: { session_token: { name: `__Host-${env.INSTANCE_ID}.session_token` } } } : {}),
      ipAddress: { ipAddressHeaders: ['x-client-ip'], ipv6Subnet: 64 },
    },
    telemetry: { enabled: false },
  });
}

export type Auth = ReturnType<typeof createAuth>;
