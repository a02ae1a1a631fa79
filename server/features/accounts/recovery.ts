import { hashPassword, verifyPassword } from 'better-auth/crypto';
import type * as z from 'zod';
import type { NewcomerActor, ServiceContext } from '../../context.ts';
import { actAs } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { audit } from '../audit/audit.ts';
import { queueMail } from '../notifications/queue-mail.ts';
import { issueCode, useCode } from './codes.ts';
import { checkPassword } from './passwords.ts';
import {
  endSessions,
  findAccount,
  findPrincipal,
  findStaff,
  markAccountVerified,
  passwordOf,
  replacePassword,
  type Account,
} from './queries/accounts.ts';
import { MIN_PASSWORD } from './rules.ts';
import { mailboxOf } from '../../core/mailbox.ts';
import { forgiveAttempts, isKnownDevice, unlock } from './sign-in-lock.ts';
import type {
  confirmResetInput,
  requestResetInput,
  resendVerificationInput,
  VerifiedAccount,
  verifyAccountInput,
} from './schema.ts';

/**
 * Requests a reset code and unlocks the sign-in. Behaves the same for a mailbox without an account. Throws
 * auth.code_wait.
 */
export async function requestReset(ctx: ServiceContext, { email }: z.output<typeof requestResetInput>): Promise<void> {
  await issueCode(ctx, { purpose: 'reset', email, userId: null });
  await forgiveAttempts(ctx, email);
}

/**
 * Requests another code that verifies the mailbox; reveals as little about accounts as `requestReset`. Throws
 * auth.code_wait.
 */
export async function resendVerification(
  ctx: ServiceContext,
  { email }: z.output<typeof resendVerificationInput>,
): Promise<void> {
  await issueCode(ctx, { purpose: 'verify', email, userId: null });
}

/** The transaction continues as the owner of the mailbox, which the code has just verified. */
export async function asOwner(
  tx: ServiceContext,
  email: string,
): Promise<{ me: ServiceContext<NewcomerActor>; account: Account }> {
  const account = await findAccount(tx.db, mailboxOf(email));
  if (!account) throw new AppError('auth.code_invalid');
  return { account, me: await actAs(tx, { kind: 'newcomer', userId: account.id, email: account.email }) };
}

/**
 * Sets a new password by a mailed code, which is used up only when the password is accepted. All sessions end, the
 * mailbox counts as verified, and its owner is notified. A second factor stays and is required at the next sign-in.
 * Throws auth.code_invalid, auth.code_expired, auth.code_tries, auth.password_short, auth.password_personal,
 * auth.weak_password.
 */
export async function confirmReset(ctx: ServiceContext, input: z.output<typeof confirmResetInput>): Promise<void> {
  checkPassword(input.new_password, { min: MIN_PASSWORD.reset });
  await useCode(ctx, { purpose: 'reset', email: input.email, code: input.code }, async (tx, { codeId }) => {
    await unlock(tx, input.email);
    const { me, account } = await asOwner(tx, input.email);
    const staff = await findStaff(me.db, account.id);
    checkPassword(input.new_password, { min: staff ? MIN_PASSWORD.staff : MIN_PASSWORD.reset, person: account });
    const now = me.clock.now();
    await replacePassword(me.db, account.id, await hashPassword(input.new_password), now);
    const ended = await endSessions(me.db, account.id);
    if (!account.verified) await markAccountVerified(me.db, account.id, now);
    await audit(me, 'account.password_reset', `user:${account.id}`, { sessionsEnded: ended });
    await queueMail(me, {
      kind: 'password_changed',
      to: account.email,
      userId: account.id,
      key: codeId,
      data: { changedAt: now.toISOString() },
    });
  });
}

/** What identifies the caller: the signed-in user and the browser's cookie of known accounts. */
export interface Visitor {
  userId: string | null;
  deviceCookie: string | null;
}

/**
 * A caller who verifies a mailbox from a browser that has never been signed in to the account may not be the user who
 * signed up: that user's password would go on to open an account with another person's mailbox. So the password is
 * required; without it, a reset sets a new one and ends every session. The sessions of an account without a password
 * are ended instead.
 */
async function assertOwnSignUp(
  me: ServiceContext<NewcomerActor>,
  account: Account,
  password: string | undefined,
): Promise<void> {
  const hash = await passwordOf(me.db, account.id);
  if (hash === null) return void (await endSessions(me.db, account.id));
  if (password === undefined) throw new AppError('auth.password_needed', { field: 'password' });
  if (!(await verifyPassword({ hash, password }))) throw new AppError('auth.proof_wrong', { field: 'password' });
}

/**
 * Verifies a mailbox by its code. Without a session the account's password is required, unless the browser was signed
 * in to the account before. A missing or wrong password leaves the code unused: a holder of the code could set a new
 * password anyway. Throws auth.code_invalid, auth.code_expired, auth.code_tries, auth.password_needed,
 * auth.proof_wrong.
 */
export async function verifyAccount(
  ctx: ServiceContext,
  input: z.output<typeof verifyAccountInput>,
  visitor: Visitor,
): Promise<VerifiedAccount> {
  const verified = await useCode(
    ctx,
    { purpose: 'verify', email: input.email, code: input.code },
    async (tx): Promise<VerifiedAccount> => {
      const { me, account } = await asOwner(tx, input.email);
      if (!account.verified) {
        if (visitor.userId !== account.id && !isKnownDevice(ctx, visitor.deviceCookie, account.email))
          await assertOwnSignUp(me, account, input.password);
        await markAccountVerified(me.db, account.id, me.clock.now());
        await audit(me, 'account.mailbox_verified', `user:${account.id}`);
      }
      const [profile] = await findPrincipal(me.db, account.id);
      return { user_type: profile?.user_type ?? account.user_type };
    },
  );
  if (!verified) throw new AppError('auth.code_invalid');
  return verified;
}
