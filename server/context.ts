import { CompiledQuery } from 'kysely';
import { ACT_AS, type Db } from '../db/client.ts';
import type { Clock } from './core/clock.ts';
import { traced } from './core/trace.ts';
import type { Integrations } from './integrations/integrations.ts';

export type OrgKind = 'brand' | 'creator' | 'agency';
export type OrgRole = 'owner' | 'admin' | 'manager' | 'finance' | 'reviewer' | 'viewer' | 'agent' | 'assistant';
export type StaffRole = 'support' | 'finance' | 'trust' | 'super';

/** The sign-in behind a call, where there is one; proofs of identity belong to it. */
interface InSession {
  sessionId?: string;
}

export interface OrgActor extends InSession {
  kind: 'org';
  userId: string;
  name: string;
  email: string;
  emailVerified: boolean;
  orgId: string;
  orgKind: OrgKind;
  role: OrgRole;
  /** Put on hold by staff: it reads, and its money goes on; it writes nothing. */
  suspended?: true;
}
/** Signed in, but without a profile or org yet (sign-up is being finished). */
export interface NewcomerActor extends InSession {
  kind: 'newcomer';
  userId: string;
  email: string;
}
export interface StaffActor extends InSession {
  kind: 'staff';
  userId: string;
  name: string;
  role: StaffRole;
}
/** Staff whose authenticator is not set up yet: until it is, that is all they may do. */
export interface EnrollingActor extends InSession {
  kind: 'enrolling';
  userId: string;
  name: string;
  role: StaffRole;
}
/** A workflow's activity, the dispatcher, a webhook being applied: runs as the database role sponsio_worker. */
export interface SystemActor {
  kind: 'system';
  name: string;
}
export interface AnonymousActor {
  kind: 'anonymous';
}
export type SignedInActor = OrgActor | NewcomerActor | StaffActor | EnrollingActor;
export type Actor = SignedInActor | SystemActor | AnonymousActor;

/** Everything a use case may reach. It holds no HTTP request, so routers and activities call the same services. */
export interface ServiceContext<A extends Actor = Actor> {
  db: Db;
  actor: A;
  clock: Clock;
  integrations: Integrations;
  requestId: string;
  /** Chosen by the client once per intent; the same key never has a second effect. */
  requestKey: string | null;
}

export type OrgContext = ServiceContext<OrgActor>;
export type StaffContext = ServiceContext<StaffActor>;
export type SystemContext = ServiceContext<SystemActor>;

/** Makes the open transaction somebody else's: for what a person may do from the moment a code or password has proven who it is. */
export async function actAs<A extends Actor>(tx: ServiceContext, actor: A): Promise<ServiceContext<A>> {
  const user = 'userId' in actor ? actor.userId : '';
  const org = actor.kind === 'org' ? actor.orgId : '';
  const kind = actor.kind === 'org' ? actor.orgKind : actor.kind;
  await tx.db.executeQuery(CompiledQuery.raw(ACT_AS, [user, org, kind]));
  return { ...tx, actor };
}

/** Of each open transaction what it does last; there from its begin on. */
const lastActs = new WeakMap<Db, { act: (() => Promise<unknown>) | null }>();

/**
 * What an open transaction does when all else is done, just before its commit; false where `withTx` did not open it. One
 * act per transaction: it may take the commit along (`andCommit`).
 */
export function lastly(tx: ServiceContext, act: () => Promise<unknown>): boolean {
  const last = lastActs.get(tx.db);
  if (!last) return false;
  if (last.act) throw new Error('a transaction has one last act');
  last.act = act;
  return true;
}

/**
 * Runs `fn` in one transaction that carries the actor for row-level security; reuses an open one.
 * The outside world is never called inside.
 */
export async function withTx<A extends Actor, T>(ctx: ServiceContext<A>, fn: (tx: ServiceContext<A>) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return fn(ctx);
  return traced('transaction', { 'sponsio.actor': ctx.actor.kind }, () =>
    ctx.db.transaction().execute(async (trx) => {
      const last: { act: (() => Promise<unknown>) | null } = { act: null };
      lastActs.set(trx, last);
      const result = await fn(await actAs({ ...ctx, db: trx }, ctx.actor));
      await last.act?.();
      return result;
    }),
  );
}
