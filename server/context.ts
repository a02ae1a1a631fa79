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

/** An open transaction, the same for all contexts that share it. */
interface OpenTransaction extends ClosingAct {
  /** Who row-level security takes for acting. */
  actor: Actor;
}

/** Where a page of another site leads back to: the address at which the person who asks is signed in, for its session lives there alone. */
export const returnAddress = (ctx: Pick<ServiceContext, 'origin' | 'integrations'>, path: string): string =>
  new URL(path, ctx.origin ?? ctx.integrations.settings.appUrl).href;

/** Everything a use case may reach. It holds no HTTP request, so routers and activities call the same services. */
export interface ServiceContext<A extends Actor = Actor> {
  db: Db;
  actor: A;
  clock: Clock;
  integrations: Integrations;
  requestId: string;
  /** Chosen by the client once per intent; the same key never has a second effect. */
  requestKey: string | null;
  /** Address of the app that the request's page was read at, one of those that are trusted; absent where no page asks. */
  origin?: string;
  /** The transaction that `db` is, where `withTx` opened it. */
  open?: OpenTransaction;
}

export type OrgContext = ServiceContext<OrgActor>;
export type StaffContext = ServiceContext<StaffActor>;
export type SystemContext = ServiceContext<SystemActor>;

/** User, org and kind: all that row-level security knows of an actor. */
function rightsOf(actor: Actor): [user: string, org: string, kind: string] {
  return [
    'userId' in actor ? actor.userId : '',
    actor.kind === 'org' ? actor.orgId : '',
    actor.kind === 'org' ? actor.orgKind : actor.kind,
  ];
}
const setActor = (db: Db, actor: Actor): Promise<unknown> =>
  db.executeQuery(CompiledQuery.raw(ACT_AS, rightsOf(actor)));
const sameRights = (a: Actor, b: Actor): boolean => String(rightsOf(a)) === String(rightsOf(b));

/**
 * Makes the open transaction somebody else's: for what a person may do from the moment a code or password has proven who it
 * is. Contexts of the earlier actor are no longer good for `withTx`.
 */
export async function actAs<A extends Actor>(tx: ServiceContext, actor: A): Promise<ServiceContext<A>> {
  await setActor(tx.db, actor);
  if (tx.open) tx.open.actor = actor;
  return { ...tx, actor };
}

/**
 * Runs `fn` as another actor: in a transaction of its own, or in the open one, which is then again whose it was. For what
 * belongs to nobody (codes, sign-in tries), whoever asks.
 */
export async function withTxAs<A extends Actor, T>(
  ctx: ServiceContext,
  actor: A,
  fn: (tx: ServiceContext<A>) => Promise<T>,
): Promise<T> {
  const { open } = ctx;
  if (!ctx.db.isTransaction || !open) return withTx({ ...ctx, actor }, fn);
  const before = open.actor;
  const back = () => actAs(ctx, before);
  const result = await actAs(ctx, actor)
    .then(fn)
    .catch(async (error: unknown) => {
      // A transaction that a statement has failed in takes no other, and is rolled back with whoever acts in it.
      await back().catch(() => {});
      throw error;
    });
  await back();
  return result;
}

/**
 * The last act of an open transaction, made when it is first asked for; null where `withTx` did not open it. It runs just
 * before the commit and may take that along (`andCommit`), so a transaction has one. Throws where the transaction is over:
 * what it was still told to do would never be done.
 */
export function lastAct<T extends LastAct>(tx: ServiceContext, kind: new (db: Db) => T): T | null {
  const { open: last } = tx;
  if (!last) return null;
  if (last.over) throw new Error('the transaction is over');
  last.act ??= new kind(tx.db);
  if (!(last.act instanceof kind)) throw new Error('a transaction has one last act');
  return last.act;
}

/**
 * Runs `fn` in one transaction that carries the actor for row-level security; reuses an open one, which must be the same
 * actor's: `actAs` and `withTxAs` change it. The outside world is never called inside.
 */
export async function withTx<A extends Actor, T>(
  ctx: ServiceContext<A>,
  fn: (tx: ServiceContext<A>) => Promise<T>,
): Promise<T> {
  if (ctx.db.isTransaction) {
    if (ctx.open && !sameRights(ctx.open.actor, ctx.actor))
      throw new Error(`the open transaction is that of another actor (${ctx.open.actor.kind}, not ${ctx.actor.kind})`);
    return fn(ctx);
  }
  return traced('transaction', { 'sponsio.actor': ctx.actor.kind }, () =>
    ctx.db.transaction().execute(async (db) => {
      await setActor(db, ctx.actor);
      const open: OpenTransaction = { act: null, over: false, actor: ctx.actor };
      const result = await fn({ ...ctx, db, open }).finally(() => {
        open.over = true;
      });
      await open.act?.run();
      return result;
    }),
  );
}
