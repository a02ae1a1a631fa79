import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { passkey } from '@better-auth/passkey';
import { twoFactor } from 'better-auth/plugins';
import type { Kysely } from 'kysely';
import type { DB } from '../db/types.ts';
import type { Actor, ServiceContext, SignedInActor, SystemActor } from './context.ts';
import { systemClock } from './core/clock.ts';
import { isWellFormed } from './core/text.ts';
import { isAppError, type ErrorCode } from './core/errors.ts';
import { newId } from './core/ids.ts';
import { isStaffAccount, resolveActor } from './features/accounts/service.ts';
import { rememberDevice } from './features/accounts/sign-in-lock.ts';
import type { SignInMethod } from './features/security/schema.ts';
import { factorAdded } from './features/security/factors.ts';
import { recordSignIn, recordStaffSignIn } from './features/security/sign-ins.ts';
import { assertFreshProof, noteProof } from './features/security/step-up.ts';
import { claimCode, releaseCode } from './features/security/used-codes.ts';
import type { Integrations } from './integrations/integrations.ts';

/** Sent by the staff portal; every other portal goes without it. */
export const PORTAL_HEADER = 'x-sponsio-portal';
/** Cookie of a browser that was in an account before: it counts its wrong passwords alone, and its next sign-in is no news. */
export const KNOWN_DEVICE = 'known_device';
const KNOWN_DEVICE_SECONDS = 400 * 24 * 3600;

/** Changing a sign-in method requires a fresh proof, as changing a bank account does. */
const STEP_UP_PATHS = [
  '/two-factor/enable',
  '/two-factor/generate-backup-codes',
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
];
/** A factor added before the mailbox is proven would outlive the password of an account that was signed up with another person's address. */
const ADDING_PATHS = ['/two-factor/enable', '/passkey/generate-register-options', '/passkey/verify-registration'];
/** Paths that give a passkey its name, and the longest one. */
const NAMING_PATHS = ['/passkey/verify-registration', '/passkey/update-passkey'];
const MAX_NAME = 60;
const VERIFY_TOTP = '/two-factor/verify-totp';
const SECOND_STEP_PATHS = [VERIFY_TOTP, '/two-factor/verify-backup-code'];
const SIGN_IN_METHODS: Record<string, SignInMethod> = {
  '/sign-up/email': 'sign_up',
  '/sign-in/email': 'password',
  [VERIFY_TOTP]: 'totp',
  '/two-factor/verify-backup-code': 'recovery_code',
  '/passkey/verify-authentication': 'passkey',
};
/** Paths that put a new session in the place of the one that sent the request. */
const ROTATING_PATHS = [VERIFY_TOTP, '/passkey/verify-authentication'];

interface Deps {
  db: Kysely<DB>;
  integrations: Integrations;
  appUrl: string;
  /** Every address of the app. */
  origins: readonly string[];
}

const refusal = (status: 'FORBIDDEN' | 'UNAUTHORIZED' | 'BAD_REQUEST', code: ErrorCode) =>
  new APIError(status, { code, message: code });
/** The library's own answer to a wrong password; the wrong portal answers the same. */
const invalidCredentials = () =>
  new APIError('UNAUTHORIZED', { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' });

/** Of what the plugins do: in the name of the person who signs in, and of the system. */
function contextsOf({ db, integrations }: Deps) {
  const contextOf = <A extends Actor>(actor: A): ServiceContext<A> => ({
    db,
    actor,
    clock: systemClock,
    integrations,
    requestId: newId(),
    requestKey: null,
  });
  return {
    system: contextOf<SystemActor>({ kind: 'system', name: 'sign-in' }),
    person: (user: { id: string; email: string }, session?: { id: string }): ServiceContext<SignedInActor> =>
      contextOf<SignedInActor>({
        kind: 'newcomer',
        userId: user.id,
        email: user.email,
        ...(session ? { sessionId: session.id } : {}),
      }),
  };
}
type Contexts = ReturnType<typeof contextsOf>;

type Hook = NonNullable<NonNullable<BetterAuthPlugin['hooks']>['before']>[number];
type Call = Parameters<typeof getSessionFromCtx>[0];

/** The code of an authenticator that a call brings, and whose it would be; null where it brings none. */
async function totpOf(ctx: Call): Promise<{ userId: string; code: string } | null> {
  const code: unknown = ctx.body?.code;
  if (ctx.path !== VERIFY_TOTP || typeof code !== 'string' || code === '') return null;
  const live = await getSessionFromCtx(ctx);
  if (live) return { userId: live.user.id, code };
  const half = await ctx.getSignedCookie(ctx.context.createAuthCookie('two_factor').name, ctx.context.secret);
  const started = half ? await ctx.context.internalAdapter.findVerificationValue(half) : null;
  return started ? { userId: started.value, code } : null;
}

const proofBeforeChanges = (contexts: Contexts): Hook => ({
  matcher: ({ path }) => STEP_UP_PATHS.includes(path ?? ''),
  handler: createAuthMiddleware(async (ctx) => {
    const live = await getSessionFromCtx(ctx);
    if (!live) return;
    const person = contexts.person(live.user, live.session);
    if (ADDING_PATHS.includes(ctx.path ?? '')) {
      const actor = await resolveActor(person, live.user, null);
      if (actor.kind === 'newcomer' || (actor.kind === 'org' && !actor.emailVerified))
        throw refusal('FORBIDDEN', 'auth.mailbox_unverified');
    }
    await assertFreshProof(person, 'sign_in_settings').catch((error: unknown) => {
      throw isAppError(error) ? refusal('FORBIDDEN', error.code) : error;
    });
  }),
});

const nameOfPasskey: Hook = {
  matcher: ({ path }) => NAMING_PATHS.includes(path ?? ''),
  handler: createAuthMiddleware(async (ctx) => {
    const name: unknown = ctx.body?.name;
    if (typeof name === 'string' && (name.length > MAX_NAME || name.includes('\0') || !isWellFormed(name)))
      throw refusal('BAD_REQUEST', 'input.invalid');
  }),
};

/** Each code of an authenticator is taken once. */
const codeOnce = ({ system }: Contexts): { before: Hook; after: Hook } => ({
  before: {
    matcher: ({ path }) => SECOND_STEP_PATHS.includes(path ?? ''),
    handler: createAuthMiddleware(async (ctx) => {
      // No device is trusted to go without the second factor.
      if (ctx.body?.trustDevice) throw refusal('BAD_REQUEST', 'input.invalid');
      const live = await getSessionFromCtx(ctx);
      // Within a session the library counts no tries; there the code only confirms an authenticator that is being set up.
      // What comes without a request is our own: a proof, which has counted its try.
      if (
        live &&
        ctx.request &&
        (ctx.path !== VERIFY_TOTP || ('twoFactorEnabled' in live.user && live.user.twoFactorEnabled))
      )
        throw refusal('FORBIDDEN', 'auth.not_allowed');
      const code = await totpOf(ctx);
      // A used code goes on as a wrong one, which the library counts and answers as such.
      if (code && !(await claimCode(system, code))) return { context: { body: { ...ctx.body, code: '' } } };
    }),
  },
  after: {
    matcher: ({ path }) => path === VERIFY_TOTP,
    handler: createAuthMiddleware(async (ctx) => {
      const wrong = ctx.context.returned instanceof Error ? await totpOf(ctx) : null;
      if (wrong) await releaseCode(system, wrong);
    }),
  },
});

const noticeOfPasskey = (contexts: Contexts): Hook => ({
  matcher: ({ path }) => path === '/passkey/verify-registration',
  handler: createAuthMiddleware(async (ctx) => {
    const live = ctx.context.returned instanceof Error ? null : await getSessionFromCtx(ctx);
    if (live)
      await factorAdded(contexts.person(live.user, live.session), { factor: 'passkey', email: live.user.email });
  }),
});

/** A step at the staff portal, whether it succeeded or not. */
async function recordStaffStep(
  { system }: Contexts,
  of: { path: string; method: SignInMethod; opened: boolean; refused: boolean; email: unknown },
): Promise<void> {
  await recordStaffSignIn(system, {
    email: typeof of.email === 'string' ? of.email : '',
    outcome: of.opened ? 'signed_in' : of.refused ? 'sign_in_refused' : 'factor_asked',
    step: of.path.startsWith('/two-factor/') ? 'second_factor' : of.method === 'passkey' ? 'passkey' : 'password',
  });
}

/** Keeps the history of sign-ins, with the mail about a new device, and counts what the person has just proved. */
const history = (contexts: Contexts, { appUrl, origins }: Deps): Hook => {
  const otherAddress = (origin: string | null): string | null =>
    origin !== null && origin !== new URL(appUrl).origin && origins.includes(origin) ? origin : null;
  return {
    matcher: ({ path }) => (path ?? '') in SIGN_IN_METHODS || ROTATING_PATHS.includes(path ?? ''),
    handler: createAuthMiddleware(async (ctx) => {
      const path = ctx.path ?? '';
      const method = SIGN_IN_METHODS[path];
      const opened = ctx.context.newSession;
      if (method && ctx.headers?.get(PORTAL_HEADER) === 'admin')
        await recordStaffStep(contexts, {
          path,
          method,
          opened: Boolean(opened),
          refused: ctx.context.returned instanceof Error,
          email: ctx.body?.email ?? opened?.user.email,
        });
      if (!opened) return;
      const person = contexts.person(opened.user, opened.session);
      const before = ctx.context.session;
      if (before) {
        // Still the same person at the same browser, who has just proved it.
        if (before.session.id !== opened.session.id)
          await ctx.context.internalAdapter.deleteSession(before.session.token);
        await noteProof(person, opened.session.id, method === 'passkey' ? 'passkey' : 'totp');
        if (path === VERIFY_TOTP) await factorAdded(person, { factor: 'authenticator', email: opened.user.email });
        return;
      }
      if (!method) return;
      const cookie = ctx.context.createAuthCookie(KNOWN_DEVICE, { maxAge: KNOWN_DEVICE_SECONDS });
      const remembered = rememberDevice(contexts.system, ctx.getCookie(cookie.name) ?? null, opened.user.email);
      ctx.setCookie(cookie.name, remembered.cookie, cookie.attributes);
      await recordSignIn(person, {
        origin: otherAddress(ctx.headers?.get('origin') ?? null),
        sessionId: opened.session.id,
        method,
        provenEmail: opened.user.emailVerified ? opened.user.email : null,
        device: remembered.device,
        ip: ctx.headers?.get('x-client-ip') ?? '',
        userAgent: ctx.headers?.get('user-agent') ?? null,
      });
      // The password was chosen in this request; entering it again proves nothing more.
      if (method === 'sign_up') await noteProof(person, opened.session.id, 'password');
    }),
  };
};

const passkeys = (contexts: Contexts, { appUrl }: Deps) =>
  passkey({
    rpName: 'Sponsio',
    rpID: new URL(appUrl).hostname,
    origin: new URL(appUrl).origin,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: async ({ verification }) => {
        if (!verification.registrationInfo?.userVerified) throw refusal('FORBIDDEN', 'auth.not_allowed');
      },
    },
    authentication: {
      afterVerification: async ({ ctx, verification, clientData }) => {
        // A passkey stands for both factors only where the device verified a finger, a face or its own code.
        if (!verification.authenticationInfo.userVerified) throw invalidCredentials();
        const key = await ctx.context.adapter.findOne<{ userId: string }>({
          model: 'passkey',
          where: [{ field: 'credentialID', value: clientData.id }],
        });
        if (!key) throw invalidCredentials();
        const live = await getSessionFromCtx(ctx);
        if (live) {
          if (live.user.id !== key.userId) throw invalidCredentials();
          return;
        }
        const isStaff = await isStaffAccount(contexts.person({ id: key.userId, email: '' }));
        if (isStaff !== (ctx.headers?.get(PORTAL_HEADER) === 'admin')) throw invalidCredentials();
      },
    },
  });

/** Authenticator, passkeys, step-up before they change, and the history of sign-ins with its mail. */
export function signInPlugins(deps: Deps) {
  const contexts = contextsOf(deps);
  const code = codeOnce(contexts);
  const ours = {
    id: 'sponsio-sign-in',
    hooks: {
      before: [proofBeforeChanges(contexts), nameOfPasskey, code.before],
      after: [code.after, noticeOfPasskey(contexts), history(contexts, deps)],
    },
  } satisfies BetterAuthPlugin;
  return [
    twoFactor({
      issuer: 'Sponsio',
      totpOptions: { digits: 6, period: 30 },
      backupCodeOptions: { storeBackupCodes: 'encrypted', amount: 10 },
      accountLockout: { maxFailedAttempts: 10, durationSeconds: 900 },
    }),
    passkeys(contexts, deps),
    ours,
  ] as const;
}
