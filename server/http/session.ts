import { fromNodeHeaders } from 'better-auth/node';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import type { Auth } from '../auth.ts';
import type { Actor, ServiceContext } from '../context.ts';
import { systemClock } from '../core/clock.ts';
import { resolveActor } from '../features/accounts/service.ts';
import { touchSession } from '../features/security/sessions.ts';
import type { LiveBus } from '../features/live/bus.ts';
import type { Integrations } from '../integrations/integrations.ts';
import type { RequestContext } from '../trpc.ts';

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

/** The actor behind the request's cookie, looked up at most once and only when a procedure asks. */
export function requestContext(deps: AppDeps, request: FastifyRequest): RequestContext {
  const service: Omit<ServiceContext, 'actor'> = {
    db: deps.db,
    clock: systemClock,
    integrations: deps.integrations,
    requestId: request.id,
    requestKey: header(request, 'x-request-key', 80),
  };
  let actor: Promise<Actor> | null = null;
  return {
    service,
    live: deps.live,
    userAgent: header(request, 'user-agent', 400),
    ip: request.ip,
    resolveActor: () => (actor ??= lookUp()),
  };

  async function lookUp(): Promise<Actor> {
    if (!request.headers.cookie) return { kind: 'anonymous' };
    const session = await deps.auth.api.getSession({ headers: fromNodeHeaders(request.headers) });
    if (!session) return { kind: 'anonymous' };
    const actor = await resolveActor({ ...service, actor: { kind: 'anonymous' } }, session.user, header(request, 'x-org', 40));
    if (actor.kind === 'anonymous' || actor.kind === 'system') return actor;
    const here = { ...actor, sessionId: session.session.id };
    return (await touchSession({ ...service, actor: here }, session.session)) ? here : { kind: 'anonymous' };
  }
}

/** Context of a signed-in member for plain HTTP routes (uploads, downloads); null when nobody of an org is signed in. */
export async function memberContext(deps: AppDeps, request: FastifyRequest) {
  const ctx = requestContext(deps, request);
  const actor = await ctx.resolveActor();
  return actor.kind === 'org' ? { ...ctx.service, actor } : null;
}
