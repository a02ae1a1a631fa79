import type { Address } from './core/addresses.ts';
import type { KyselyPlugin } from 'kysely';
import type { StaffRole } from './core/staff.ts';
import { setIdentity, type Db, type Identity } from '../db/client.ts';
import type { Clock } from './core/clock.ts';
import { traced } from './core/trace.ts';
import type { Integrations } from './integrations/integrations.ts';
import type { Scope } from './features/representations/rules.ts';

export type OrgKind = 'brand' | 'creator' | 'agency';
export type OrgRole = 'owner' | 'admin' | 'manager' | 'finance' | 'reviewer' | 'viewer' | 'agent' | 'assistant';
export type { StaffRole };

/** The session of a call, where there is one; proofs of identity belong to it. */
interface InSession {
  sessionId?: string;
}

/** A member of an agency who acts in a creator's org; looked up at every call. */
export interface ActingFor {
  representationId: string;
  agencyOrg: string;
  agencyName: string;
  creatorName: string;
  scopes: readonly Scope[];
  /** The role in the agency. */
  agencyRole: OrgRole;
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
  /** Suspended by staff: it may read, its money continues, it writes nothing. */
  suspended?: true;
  /** `orgId` is then the creator's org, `userId` and `name` are the agent's. */
  acting?: ActingFor;
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
/** Staff whose authenticator is not set up yet; they may do nothing else. */
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

/** An open transaction, shared by all contexts inside it. */
export interface OpenTransaction {
  /** The actor whose rights row-level security applies. */
  actor: Actor;
  /** The work has returned or failed; a statement or posting that comes later is an error. */
  ended: boolean;
  /** Runs once, as the last statement before the commit. */
  beforeCommit: ((db: Db) => Promise<unknown>) | null;
}

/**
 * The address to which another site's page returns: that of the caller's session, whose cookie is bound to its host.
 */
export const returnAddress = (ctx: Pick<ServiceContext, 'origin' | 'integrations'>, path: Address): string =>
  new URL(path, ctx.origin ?? ctx.integrations.settings.appUrl).href;

/** Second factors of the signed-in user, checked by the library that stores them. */
export interface RequestIdentity {
  /** Whether the code is the authenticator's; a code is taken once. Tries are not counted here. */
  useTotp(code: string): Promise<boolean>;
  /** As `useTotp`, for a recovery code. */
  useRecoveryCode(code: string): Promise<boolean>;
  recoveryCodesLeft(userId: string): Promise<number>;
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
  /** Origin of the page that sent the request, one of the trusted ones; absent for calls without a page. */
  origin?: string;
  /** Absent outside a request. It uses connections of its own: not to be called in a transaction. */
  identity?: RequestIdentity;
  /** The transaction that `db` is, where `withTx` opened it. */
  open?: OpenTransaction;
}

export type OrgContext = ServiceContext<OrgActor>;
export type StaffContext = ServiceContext<StaffActor>;
export type SystemContext = ServiceContext<SystemActor>;

/** All that row-level security reads of an actor. */
const identityOf = (actor: Actor): Identity => ({
  user: 'userId' in actor ? actor.userId : '',
  org: actor.kind === 'org' ? actor.orgId : '',
  kind: actor.kind === 'org' ? actor.orgKind : actor.kind,
});
const haveSameRights = (a: Actor, b: Actor): boolean => {
  const [one, other] = [identityOf(a), identityOf(b)];
  return one.user === other.user && one.org === other.org && one.kind === other.kind;
};

/**
 * Changes the actor of the open transaction: for acts that a person may do once a code or password has proven the
 * account. Contexts of the earlier actor are not valid for `withTx` any more.
 */
export async function actAs<A extends Actor>(tx: ServiceContext, actor: A): Promise<ServiceContext<A>> {
  await setIdentity(tx.db, identityOf(actor));
  if (tx.open) tx.open.actor = actor;
  return { ...tx, actor };
}

/**
 * Runs `fn` as another actor: in a new transaction, or in the open one, whose actor is restored afterwards. For rows
 * that belong to no account (codes, sign-in attempts).
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
      // After a failed statement the transaction accepts no other; its rollback also resets the actor.
      await back().catch(() => {});
      throw error;
    });
  await back();
  return result;
}

export function assertOpen(transaction: OpenTransaction): void {
  if (transaction.ended) throw new Error('the transaction is over');
}

/** Refuses statements that are built after the transaction's work has ended. */
const refuseAfterEnd = (transaction: OpenTransaction): KyselyPlugin => ({
  transformQuery({ node }) {
    assertOpen(transaction);
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
});

/**
 * Runs `fn` in one transaction that carries the actor for row-level security: the actor is set first, then the work
 * runs, then `beforeCommit`, then the commit. Reuses an open transaction of the same actor; `actAs` and `withTxAs`
 * change the actor. Never call an outside service inside.
 */
export async function withTx<A extends Actor, T>(
  ctx: ServiceContext<A>,
  fn: (tx: ServiceContext<A>) => Promise<T>,
): Promise<T> {
  if (ctx.db.isTransaction) {
    if (ctx.open && !haveSameRights(ctx.open.actor, ctx.actor))
      throw new Error(`the open transaction is that of another actor (${ctx.open.actor.kind}, not ${ctx.actor.kind})`);
    return fn(ctx);
  }
  return traced('transaction', { 'sponsio.actor': ctx.actor.kind }, async () => {
    // `db.transaction()` would send its commit or rollback ahead of statements that still wait for the connection (those of
    // a failed Promise.all); they would run after it, each committed by itself. A controlled transaction sends them first.
    const db = await ctx.db.startTransaction().execute();
    const open: OpenTransaction = { actor: ctx.actor, ended: false, beforeCommit: null };
    try {
      await setIdentity(db, identityOf(ctx.actor));
      const result = await fn({ ...ctx, db: db.withPlugin(refuseAfterEnd(open)), open }).finally(() => {
        open.ended = true;
      });
      await open.beforeCommit?.(db);
      await db.commit().execute();
      return result;
    } catch (error) {
      // On a lost connection the rollback fails too; the first error has the reason.
      await db
        .rollback()
        .execute()
        .catch(() => {});
      throw error;
    }
  });
}
