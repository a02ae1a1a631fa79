import { isAPIError } from 'better-auth/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import { isRenewalDue, type Auth } from '../auth.ts';
import type { Actor, ServiceContext } from '../context.ts';
import { systemClock } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { trustedOrigins } from '../core/origins.ts';
import { resolveSignIn, type OrgChoice, type SignIn } from '../features/accounts/service.ts';
import { requireOwnOrg } from '../features/representations/acting.ts';
import { touchSession } from '../features/security/sessions.ts';
import type { LiveBus } from '../features/live/bus.ts';
import type { Integrations } from '../integrations/integrations.ts';
import type { RequestContext } from '../trpc.ts';
import { browserMark } from './browser-mark.ts';
import { identityOf } from './identity.ts';
import { VerifiedCookies } from './verified-cookies.ts';

export interface AppDeps {
  db: Kysely<DB>;
  auth: Auth;
  integrations: Integrations;
  live: LiveBus;
}

const header = (request: FastifyRequest, name: string, max: number): string | null => {
  const value = request.headers[name];
  return typeof value === 'string' && value.length > 0 && value.length <= max ? value : null;
};

/**
 * A header, or the parameter of an address that the browser requests by itself (a file, the event stream). One that is too
 * long for an id, or given twice, is refused later like any other that is unknown: left out, the act would be done in
 * another org.
 */
function chosen(request: FastifyRequest, name: string, parameter: string): string | null {
  const query = (request.query as Record<string, unknown> | undefined)?.[parameter];
  const value = request.headers[name] || query;
  return value ? String(value).slice(0, 40) : null;
}

/** In which org the tab acts that sent the request, null for the first one, and for which creator. */
const orgChoiceIn = (request: FastifyRequest): OrgChoice => ({
  orgId: chosen(request, 'x-org', 'org'),
  actingFor: chosen(request, 'x-acting-for', 'for'),
});

/** The actor behind the request's cookie, looked up at most once and only when a procedure reads it. `reply` carries a renewed cookie. */
export function requestContext(deps: AppDeps, request: FastifyRequest, reply?: FastifyReply): RequestContext {
  const origin = header(request, 'origin', 300);
  const trusted = origin !== null && trustedOrigins(deps.integrations.settings.appUrl).includes(origin);
  const service: Omit<ServiceContext, 'actor'> = {
    db: deps.db,
    clock: systemClock,
    integrations: deps.integrations,
    requestId: request.id,
    requestKey: header(request, 'x-request-key', 80),
    // Never the Host header: the client chooses it.
    ...(trusted ? { origin } : {}),
    identity: identityOf(deps.auth, request.headers.cookie),
  };
  let actor: Promise<Actor> | null = null;
  return {
    service,
    live: deps.live,
    userAgent: header(request, 'user-agent', 400),
    ip: request.ip,
    browser: browserMark(request, reply, deps.integrations.settings.appUrl),
    resolveActor: () => (actor ??= lookUp()),
    resolveActorAgain: lookUp,
  };

  async function lookUp(): Promise<Actor> {
    const { cookie } = request.headers;
    const signIn = cookie ? await signInBehind(cookie) : null;
    if (!signIn) return { kind: 'anonymous' };
    const { actor } = signIn;
    return (await touchSession({ ...service, actor }, signIn.session)) ? actor : { kind: 'anonymous' };
  }

  /** The library is called for a cookie that is new to this process, and when the session is due for renewal. */
  async function signInBehind(cookie: string): Promise<SignIn | null> {
    const verified = VerifiedCookies.of(deps.auth);
    const known = verified.tokenOf(cookie);
    if (known !== undefined) {
      const signIn = await read(known);
      if (!signIn) verified.remove(cookie);
      if (!signIn || !isRenewalDue(signIn.session.expiresAt, service.clock.now())) return signIn;
    }
    const token = await verifiedToken(cookie);
    if (token === null) return null;
    verified.add(cookie, token);
    return read(token);
  }

  function read(token: string): Promise<SignIn | null> {
    return resolveSignIn({ ...service, actor: { kind: 'anonymous' } }, token, orgChoiceIn(request));
  }

  /** Token of the session behind the cookie. The library renews session and cookie together; without a reply to set the cookie on, the next request does it. */
  async function verifiedToken(cookie: string): Promise<string | null> {
    const { response, headers } = await deps.auth.api
      .getSession({
        headers: new Headers({ cookie }),
        query: { disableRefresh: !reply || reply.sent },
        returnHeaders: true,
      })
      .catch((error: unknown) => {
        // Ended by another request just as it was about to be renewed.
        if (isAPIError(error) && error.statusCode === 401) return { response: null, headers: new Headers() };
        throw error;
      });
    if (!response) return null;
    const cookies = headers.getSetCookie();
    if (cookies.length > 0 && reply && !reply.sent) reply.header('set-cookie', cookies);
    return response.session.token;
  }
}

/** Context of a signed-in member for plain HTTP routes (uploads, downloads). Throws auth.sign_in_required for all others. */
export async function memberContext(deps: AppDeps, request: FastifyRequest) {
  const ctx = requestContext(deps, request);
  const actor = await ctx.resolveActor();
  if (actor.kind !== 'org') throw new AppError('auth.sign_in_required');
  return { ...ctx.service, actor };
}

/** As {@link memberContext}, refused to a member of an agency who acts for a creator: auth.creator_only. */
export async function ownContext(deps: AppDeps, request: FastifyRequest) {
  const ctx = await memberContext(deps, request);
  requireOwnOrg(ctx.actor);
  return ctx;
}

/** As {@link memberContext}, for staff as well. */
export async function memberOrStaffContext(deps: AppDeps, request: FastifyRequest) {
  const ctx = requestContext(deps, request);
  const actor = await ctx.resolveActor();
  if (actor.kind === 'org') return { ...ctx.service, actor };
  if (actor.kind === 'staff') return { ...ctx.service, actor };
  throw new AppError('auth.sign_in_required');
}
