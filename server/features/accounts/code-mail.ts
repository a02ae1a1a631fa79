import type { SystemContext } from '../../context.ts';
import { withTx } from '../../context.ts';
import { dropQueuedMail, queueMail, queueTemplate } from '../notifications/queue-mail.ts';
import { accountOfMailbox, userTypeOf } from './queries/accounts.ts';
import { endExpiredCode, markMailSettled, validCode } from './queries/codes.ts';

const opIdOf = (codeId: string): string => `code:${codeId}`;

/**
 * Queues the mail of a code that is still valid, once. It carries the code's id; the digits are computed when it is
 * sent. Codes are made for any requested mailbox; mail goes out only where an account exists, and to verify a mailbox
 * only while it is unverified. A code for the new mailbox of an account goes out only while no account has that
 * mailbox.
 */
export async function queueCodeMail(ctx: SystemContext, { id }: { id: string }): Promise<{ state: string }> {
  return withTx(ctx, async (tx) => {
    const now = tx.clock.now();
    const code = await validCode(tx.db, { id, at: now });
    if (!code) return { state: 'ended' };
    await markMailSettled(tx.db, { id, at: now });
    if (code.purpose === 'email' && (await notifyOwner(tx, code.email))) return { state: 'not_sent' };
    const account = code.user_id
      ? { user_id: code.user_id, verified: false }
      : await accountOfMailbox(tx.db, code.email);
    if (!account || (code.purpose === 'verify' && account.verified)) return { state: 'not_sent' };
    await queueTemplate(tx, {
      opId: opIdOf(id),
      to: code.email,
      userId: account.user_id,
      template: `code_${code.purpose}`,
      data: {
        codeId: id,
        expiresAt: code.expires_at.toISOString(),
        userType: await userTypeOf(tx.db, account.user_id),
      },
    });
    return { state: 'mailed' };
  });
}

/**
 * Whether the mailbox has an account already; its owner is then notified, once a day, that another account requested to
 * move there.
 */
async function notifyOwner(tx: SystemContext, email: string): Promise<boolean> {
  const owner = await accountOfMailbox(tx.db, email);
  if (!owner) return false;
  const day = tx.clock.now().toISOString().slice(0, 10);
  await queueMail(tx, {
    kind: 'email_wanted',
    to: email,
    userId: owner.user_id,
    key: `${owner.user_id}:${day}`,
    data: {},
  });
  return true;
}

/** Ends an expired code; its mail is dropped if it was not sent yet. */
export async function endCode(ctx: SystemContext, { id }: { id: string }): Promise<{ state: string }> {
  return withTx(ctx, async (tx) => {
    if (!(await endExpiredCode(tx.db, { id, at: tx.clock.now() }))) return { state: 'kept' };
    await dropQueuedMail(tx, { opId: opIdOf(id), error: 'the code expired before it could be sent' });
    return { state: 'expired' };
  });
}
