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

export interface LastAct {
  run(): Promise<unknown>;
}
interface ClosingAct {
  act: LastAct | null;
  /** The transaction's own work is done, or failed: nothing more can be added. */
  over: boolean;
}

/** Everything a use case may reach. It holds no HTTP request, so routers and activities call the same services. */
export interface ServiceContext<A extends Actor = Actor> {
  db: Db;
  actor: A;
  clock: Clock;
  integrations: Integrations;
  requestId: string;
  /** Chosen by the client once per intent; the same key never has a second effect. */
  requestKey: string | null;
  /** Of an open transaction: what it does when all else is done (`lastAct`). */
  last?: ClosingAct;
}

export type OrgContext = ServiceContext<OrgActor>;
export type StaffContext = ServiceContext<StaffActor>;
export type SystemContext = ServiceContext<SystemActor>;

const tellWhoActs = (db: Db, actor: Actor): Promise<unknown> => {
  const user = 'userId' in actor ? actor.userId : '';
  const org = actor.kind === 'org' ? actor.orgId : '';
  const kind = actor.kind === 'org' ? actor.orgKind : actor.kind;
  return db.executeQuery(CompiledQuery.raw(ACT_AS, [user, org, kind]));
};

/** Makes the open transaction somebody else's: for what a person may do from the moment a code or password has proven who it is. */
export async function actAs<A extends Actor>(tx: ServiceContext, actor: A): Promise<ServiceContext<A>> {
  await tellWhoActs(tx.db, actor);
  return { ...tx, actor };
}

/**
 * The last act of an open transaction, made when it is first asked for; null where `withTx` did not open it. It runs just
 * before the commit and may take that along (`andCommit`), so a transaction has one. Throws where the transaction is over:
 * what it was still told to do would never be done.
 */
export function lastAct<T extends LastAct>(tx: ServiceContext, kind: new (db: Db) => T): T | null {
  const { last } = tx;
  if (!last) return null;
  if (last.over) throw new Error('the transaction is over');
  last.act ??= new kind(tx.db);
  if (!(last.act instanceof kind)) throw new Error('a transaction has one last act');
  return last.act;
}

/**
 * Runs `fn` in one transaction that carries the actor for row-level security; reuses an open one.
 * The outside world is never called inside.
 */
export async function withTx<A extends Actor, T>(ctx: ServiceContext<A>, fn: (tx: ServiceContext<A>) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return fn(ctx);
  return traced('transaction', { 'sponsio.actor': ctx.actor.kind }, () =>
    ctx.db.transaction().execute(async (db) => {
      await tellWhoActs(db, ctx.actor);
      const last: ClosingAct = { act: null, over: false };
      const result = await fn({ ...ctx, db, last }).finally(() => {
        last.over = true;
      });
      await last.act?.run();
      return result;
    }),
  );
}
