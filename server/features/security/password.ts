import { hashPassword, verifyPassword } from 'better-auth/crypto';
import type * as z from 'zod';
import type { ServiceContext, SignedInActor } from '../../context.ts';
import { withTx } from '../../context.ts';
import { AppError, isAppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { checkPassword } from '../accounts/passwords.ts';
import { MIN_PASSWORD } from '../accounts/rules.ts';
import { audit } from '../audit/audit.ts';
import { queueMail } from '../notifications/queue-mail.ts';
import { deleteSessions, factorsOf, swapPassword } from './queries/sign-in-accounts.ts';
import type { changePasswordInput } from './schema.ts';
import { assertFreshProof, clearTries, takeTry } from './step-up.ts';

/** Refusals of the new password belong to its field. */
function checkNewPassword(password: string, rule: Parameters<typeof checkPassword>[1]): void {
  try {
    checkPassword(password, rule);
  } catch (error) {
    throw isAppError(error) ? new AppError(error.code, { ...error.data, field: 'password' }) : error;
  }
}

/**
 * Replaces the password by one of the same rules as a reset's, given the present one; an account with a second factor
 * has to have proven it as well. Every other session ends and the owner is notified by mail. Wrong passwords count as
 * wrong proofs of this session, so that an open session cannot be used to guess the password. Throws
 * auth.step_up_required, auth.proof_wrong, auth.proof_wait, auth.password_same, auth.password_short,
 * auth.password_personal, auth.weak_password, and state.changed when it was replaced meanwhile.
 */
export async function changePassword(
  ctx: ServiceContext<SignedInActor>,
  input: z.output<typeof changePasswordInput>,
): Promise<{ ended: number }> {
  const { actor } = ctx;
  const { userId, sessionId } = actor;
  if (!sessionId) throw new AppError('auth.sign_in_required');
  const factors = await withTx(ctx, (tx) => factorsOf(tx.db, userId));
  if (!factors) throw new AppError('auth.sign_in_required');
  if (factors.authenticator || factors.passkeys > 0) await assertFreshProof(ctx, 'sign_in_settings');
  await takeTry(ctx, sessionId);
  if (factors.password === null || !(await verifyPassword({ hash: factors.password, password: input.current })))
    throw new AppError('auth.proof_wrong', { field: 'current' });
  await clearTries(ctx, sessionId);
  const isStaff = actor.kind === 'staff' || actor.kind === 'enrolling';
  const name = actor.kind === 'newcomer' ? '' : actor.name;
  checkNewPassword(input.password, {
    min: isStaff ? MIN_PASSWORD.staff : MIN_PASSWORD.reset,
    person: { email: factors.email, name },
  });
  if (input.password === input.current) throw new AppError('auth.password_same', { field: 'password' });
  const hash = await hashPassword(input.password);
  const before = factors.password;
  return withTx(ctx, async (tx) => {
    const now = tx.clock.now();
    if (!(await swapPassword(tx.db, userId, { before, after: hash, at: now }))) throw new AppError('state.changed');
    const ended = await deleteSessions(tx.db, userId, { except: sessionId });
    if (actor.kind === 'org' || actor.kind === 'staff')
      await audit(tx, 'account.password_changed', `user:${userId}`, { sessionsEnded: ended });
    // An unverified mailbox may be a stranger's.
    if (isStaff || (actor.kind === 'org' && actor.emailVerified)) {
      await queueMail(tx, {
        kind: 'password_replaced',
        to: factors.email,
        userId,
        key: newId(now.getTime()),
        data: { changedAt: now.toISOString() },
      });
    }
    return { ended };
  });
}
