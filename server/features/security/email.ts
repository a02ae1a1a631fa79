import type * as z from 'zod';
import type { OrgContext, ServiceContext } from '../../context.ts';
import { actAs, withTx } from '../../context.ts';
import { AppError, isAppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { codesOfUser, issueCode, pendingCode, supersedeCodes, useCode } from '../accounts/codes.ts';
import { changeMailbox } from '../accounts/service.ts';
import { CODE_RESEND_MS, EMAIL_CHANGES_A_DAY, maskedMailbox } from '../accounts/rules.ts';
import { mailboxOf } from '../../core/mailbox.ts';
import { unlock } from '../accounts/sign-in-lock.ts';
import { audit } from '../audit/audit.ts';
import { BUNDLE_TEMPLATE, NOTICE_KINDS } from '../notifications/schema.ts';
import { queueMail } from '../notifications/queue-mail.ts';
import { deleteSessions, lockEmailChange, lockMailbox, mailboxTaken, moveMailbox } from './queries/sign-in-accounts.ts';
import type { requestEmailChangeInput, confirmEmailChangeInput, EmailChange } from './schema.ts';
import { assertFreshProof } from './step-up.ts';

/**
 * Mails about deals follow the person to the new mailbox; those about the account itself go to the mailbox they warn.
 */
const FOLLOWING = [...NOTICE_KINDS, BUNDLE_TEMPLATE];
const DAY_MS = 24 * 3_600_000;

/** The new address whose code is still to be entered, if there is one. */
export async function pendingEmailChange(
  tx: ServiceContext & { actor: { userId: string } },
): Promise<EmailChange | null> {
  const code = await pendingCode(tx, { purpose: 'email', userId: tx.actor.userId });
  return (
    code && {
      email: code.email,
      resendAt: new Date(code.created_at.getTime() + CODE_RESEND_MS),
      expiresAt: code.expires_at,
    }
  );
}

/**
 * Mails a code to the new mailbox of this account; until the code is entered nothing changes. The answer is the same
 * where another account has that mailbox: no code goes out then, and its owner is notified. The present mailbox is
 * notified too. Throws auth.step_up_required, auth.email_current, auth.code_wait, and rate.limited above ten codes a
 * day.
 */
export async function requestEmailChange(
  ctx: OrgContext,
  input: z.output<typeof requestEmailChangeInput>,
): Promise<EmailChange> {
  const { actor } = ctx;
  const { userId } = actor;
  await assertFreshProof(ctx, 'sign_in_settings');
  const email = mailboxOf(input.email);
  if (email === mailboxOf(actor.email)) throw new AppError('auth.email_current', { field: 'email' });
  return withTx(ctx, async (tx) => {
    const now = tx.clock.now();
    await lockEmailChange(tx.db, userId);
    const codes = await codesOfUser(tx, { purpose: 'email', userId, since: new Date(now.getTime() - DAY_MS) });
    if (codes >= EMAIL_CHANGES_A_DAY) throw new AppError('rate.limited');
    const code = await issueCode(tx, { purpose: 'email', email, userId });
    // An unverified mailbox may be a stranger's, or the typo that is being corrected.
    if (actor.emailVerified)
      await queueMail(tx, {
        kind: 'email_change_asked',
        to: actor.email,
        userId,
        key: newId(now.getTime()),
        data: { address: maskedMailbox(email) },
      });
    await audit(tx, 'account.email_change_asked', `user:${userId}`);
    return { email, ...code };
  });
}

const isTaken = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '23505';

/**
 * Moves the account to the mailbox whose code its user enters: sign-in, profile, queued mails, codes and wrong tries
 * follow at once. Every other session ends, and the old mailbox is notified. Throws auth.email_current once it is done,
 * auth.email_taken when another account has the mailbox by now, and auth.code_invalid, auth.code_expired,
 * auth.code_tries.
 */
export async function confirmEmailChange(
  ctx: OrgContext,
  input: z.output<typeof confirmEmailChangeInput>,
): Promise<{ email: string; ended: number }> {
  const { userId, sessionId } = ctx.actor;
  const email = mailboxOf(input.email);
  if (email === mailboxOf(ctx.actor.email)) throw new AppError('auth.email_current', { field: 'code' });
  const ended = await useCode(
    ctx,
    { purpose: 'email', email, code: input.code },
    async (tx, { codeId, userId: requester }): Promise<number> => {
      if (requester !== userId) throw new AppError('auth.code_invalid');
      if (await mailboxTaken(tx.db, email)) throw new AppError('auth.email_taken');
      const before = await lockMailbox(tx.db, userId);
      if (!before) throw new AppError('auth.sign_in_required');
      await supersedeCodes(tx, before.email);
      await unlock(tx, email);
      const me = await actAs(tx, ctx.actor);
      const now = me.clock.now();
      await moveMailbox(me.db, userId, { email, at: now, templates: FOLLOWING });
      await changeMailbox(me, userId, email);
      const sessions = await deleteSessions(me.db, userId, { except: sessionId ?? null });
      await audit(me, 'account.email_changed', `user:${userId}`, { sessionsEnded: sessions });
      if (before.verified)
        await queueMail(me, {
          kind: 'email_changed',
          to: before.email,
          userId,
          key: codeId,
          data: { address: maskedMailbox(email), changedAt: now.toISOString() },
        });
      return sessions;
    },
  ).catch((error: unknown) => {
    if (isTaken(error)) throw new AppError('auth.email_taken');
    throw isAppError(error) && error.code.startsWith('auth.code_')
      ? new AppError(error.code, { ...error.data, field: 'code' })
      : error;
  });
  return { email, ended: ended ?? 0 };
}
