import type { ServiceContext, SignedInActor } from '../../context.ts';
import { withTx } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { audit } from '../audit/audit.ts';
import { lastSeenAt } from './queries/session-facts.ts';
import { deleteSessions, noteSeen } from './queries/sign-in-accounts.ts';
import { MEMBER_SESSION, SEEN_EVERY_MS, sessionOver, STAFF_SESSION } from './rules.ts';

type SignedIn = ServiceContext<SignedInActor>;

/** When this process last wrote a session's "last seen". */
const written = new Map<string, number>();
const REMEMBERED = 10_000;

export interface LiveSession {
  id: string;
  createdAt: Date;
}

/**
 * Notes that a session is in use. False when its time is over by the rules for its person: it is deleted then, and its
 * user is signed out.
 */
export async function touchSession(ctx: SignedIn, session: LiveSession): Promise<boolean> {
  const { actor } = ctx;
  const now = ctx.clock.now();
  const isStaff = actor.kind === 'staff' || actor.kind === 'enrolling';
  const limits = isStaff ? STAFF_SESSION : MEMBER_SESSION;
  const lastWritten = written.get(session.id) ?? 0;
  const due = now.getTime() - lastWritten >= SEEN_EVERY_MS;
  // Another process may have seen a session last; only where idleness ends it does that matter.
  if (!due && !sessionOver({ signedInAt: session.createdAt, lastSeenAt: new Date(lastWritten) }, limits, now))
    return true;
  return withTx(ctx, async (tx) => {
    const seenAt = (await lastSeenAt(tx.db, session.id)) ?? session.createdAt;
    if (sessionOver({ signedInAt: session.createdAt, lastSeenAt: seenAt }, limits, now)) {
      await deleteSessions(tx.db, actor.userId, { only: session.id });
      return false;
    }
    // Signed out meanwhile by another request: there is no row to update.
    if (!(await noteSeen(tx.db, { sessionId: session.id, userId: actor.userId, at: now }))) return false;
    if (written.size >= REMEMBERED) written.clear();
    written.set(session.id, now.getTime());
    return true;
  });
}

/** Signs another device out. Throws not_found for a session that is over or of another user. */
export async function revokeSession(ctx: SignedIn, input: { sessionId: string }): Promise<void> {
  await withTx(ctx, async (tx) => {
    if ((await deleteSessions(tx.db, tx.actor.userId, { only: input.sessionId })) === 0)
      throw new AppError('not_found');
    await auditRevoked(tx, 1);
  });
}

/** Signs out everywhere but here; returns how many sessions ended. */
export async function revokeOtherSessions(ctx: SignedIn): Promise<{ ended: number }> {
  return withTx(ctx, async (tx) => {
    const ended = await deleteSessions(tx.db, tx.actor.userId, { except: tx.actor.sessionId ?? null });
    if (ended > 0) await auditRevoked(tx, ended);
    return { ended };
  });
}

async function auditRevoked(tx: SignedIn, sessions: number): Promise<void> {
  if (tx.actor.kind === 'org' || tx.actor.kind === 'staff')
    await audit(tx, 'account.sessions_revoked', `user:${tx.actor.userId}`, { sessions });
}
