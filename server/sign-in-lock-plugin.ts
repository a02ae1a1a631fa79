import { randomUUID } from 'node:crypto';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import type { BetterAuthPlugin } from 'better-auth';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { DB } from '../db/types.ts';
import type { ServiceContext } from './context.ts';
import { systemClock } from './core/clock.ts';
import { isAppError } from './core/errors.ts';
import { newId } from './core/ids.ts';
import { countAddress } from './features/accounts/address-limit.ts';
import { checkPassword } from './features/accounts/passwords.ts';
import { MIN_PASSWORD } from './features/accounts/rules.ts';
import { requireAllowedName } from './features/moderation/names.ts';
import { signUpInput } from './features/accounts/schema.ts';
import { notifyOwnerOfSignUp } from './features/accounts/service.ts';
import {
  clearAttempts,
  noteWrong,
  returnAttempt,
  takeAttempt,
  type Attempt,
} from './features/accounts/sign-in-lock.ts';
import type { Integrations } from './integrations/integrations.ts';
import { PORTAL_HEADER, KNOWN_DEVICE } from './sign-in-plugin.ts';

/**
 * Staff sign in at /admin only, and only they do. At the wrong portal the address is replaced by an unknown one, so
 * that answer and time reveal nothing. It is new each time: an account could be made for a fixed one.
 */
const unknownEmail = (): string => `${randomUUID()}@portal.invalid`;

interface Deps {
  db: Kysely<DB>;
  pool: pg.Pool;
  integrations: Integrations;
}

async function isStaff(pool: pg.Pool, email: string): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    // The same two queries for every mailbox, known or not.
    await client.query(
      `select set_config('app.user', coalesce((select id from auth."user" where email = $1), ''), true)`,
      [email.toLowerCase()],
    );
    return (await client.query('select 1 from staff where user_id = app_user()')).rows.length > 0;
  } finally {
    await client.query('rollback').catch(() => {});
    client.release();
  }
}

/** Messages of the specification after a wrong password, and after the last attempt. */
function wrongPassword(remaining: number): APIError {
  return remaining > 0
    ? new APIError('UNAUTHORIZED', {
        code: 'INVALID_EMAIL_OR_PASSWORD',
        message: `Invalid email or password. ${remaining} attempts remaining.`,
        attemptsRemaining: remaining,
      })
    : new APIError('UNAUTHORIZED', LOCKED);
}
const LOCKED = {
  code: 'auth.locked',
  message: 'Too many failed attempts. Please reset your password.',
  attemptsRemaining: 0,
};
const DUPLICATE = 'An account with this email already exists. Please sign in instead.';

/** Converts refusals to errors of the library. */
async function orRefuse<T>(act: Promise<T>): Promise<T> {
  return act.catch((error: unknown) => {
    if (!isAppError(error)) throw error;
    if (error.code === 'auth.locked') throw new APIError('LOCKED', LOCKED);
    throw new APIError(error.status === 429 ? 'TOO_MANY_REQUESTS' : 'UNPROCESSABLE_ENTITY', {
      code: error.code,
      message: error.code,
      data: error.data,
    });
  });
}

const textOf = (body: unknown, field: string): string | null => {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[field] : undefined;
  return typeof value === 'string' ? value : null;
};
const codeOf = (error: unknown): string | null =>
  error instanceof APIError && typeof error.body?.code === 'string' ? error.body.code : null;

/** The lock after three wrong passwords, the staff portal, and the rules for a new account. */
export function signInLock({ db, pool, integrations }: Deps) {
  const anonymous = (): ServiceContext => ({
    db,
    actor: { kind: 'anonymous' },
    clock: systemClock,
    integrations,
    requestId: newId(),
    requestKey: null,
  });
  /** The attempt that a running request has counted, with its mailbox: the body may have another one by then. */
  const taken = new WeakMap<Request, Attempt & { email: string; cookie: string | null }>();

  return {
    id: 'sponsio-sign-in-lock',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/sign-in/email',
          handler: createAuthMiddleware(async (ctx) => {
            const email = textOf(ctx.body, 'email');
            // Postgres cannot store a zero byte; the library refuses it.
            if (email === null || email.includes('\0') || !ctx.request) return;
            const cookie = ctx.getCookie(ctx.context.createAuthCookie(KNOWN_DEVICE).name) ?? null;
            taken.set(ctx.request, { ...(await orRefuse(takeAttempt(anonymous(), { email, cookie }))), email, cookie });
            const atStaffPortal = ctx.headers?.get(PORTAL_HEADER) === 'admin';
            if ((await isStaff(pool, email)) !== atStaffPortal)
              return { context: { body: { ...ctx.body, email: unknownEmail() } } };
          }),
        },
        {
          matcher: ({ path }) => path === '/sign-up/email',
          handler: createAuthMiddleware(async (ctx) => {
            const [email, name, password] = [
              textOf(ctx.body, 'email'),
              textOf(ctx.body, 'name'),
              textOf(ctx.body, 'password'),
            ];
            // The library refuses malformed sign-ups and short passwords.
            if (email === null || name === null || password === null || password.length < MIN_PASSWORD.signUp) return;
            if (!signUpInput.safeParse(ctx.body).success)
              throw new APIError('BAD_REQUEST', { code: 'input.invalid', message: 'input.invalid' });
            await orRefuse((async () => requireAllowedName(name, 'displayName'))());
            await orRefuse(
              (async () => checkPassword(password, { min: MIN_PASSWORD.signUp, person: { email, name } }))(),
            );
            await orRefuse(countAddress(anonymous(), 'sign-up', ctx.headers?.get('x-client-ip') ?? ''));
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === '/sign-in/email' || path === '/sign-up/email',
          handler: createAuthMiddleware(async (ctx) => {
            const { returned, newSession } = ctx.context;
            const attempt = ctx.request ? taken.get(ctx.request) : undefined;
            const code = codeOf(returned);
            if (code?.startsWith('USER_ALREADY_EXISTS')) {
              await notifyOwnerOfSignUp(anonymous(), textOf(ctx.body, 'email') ?? '');
              throw new APIError('UNPROCESSABLE_ENTITY', { code, message: DUPLICATE });
            }
            if (!attempt) return;
            if (code === 'INVALID_EMAIL_OR_PASSWORD') {
              await noteWrong(anonymous(), attempt.id);
              throw wrongPassword(attempt.remaining);
            }
            // Refusals have several classes: the absence of one does not prove a right password, only a session does.
            if (newSession) await clearAttempts(anonymous(), attempt);
            else await returnAttempt(anonymous(), attempt.id);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}
