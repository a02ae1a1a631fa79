import type { SystemContext } from '../../context.ts';
import { withTx } from '../../context.ts';
import { newId } from '../../core/ids.ts';
import { FALLBACK_LOCALE } from '../../core/locale.ts';
import { queueMail } from '../notifications/queue-mail.ts';
import { accountOfMailbox, userTypeOf } from './queries.ts';

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
    const code = await tx.db
      .selectFrom('one_time_codes as c')
      .select(['c.purpose', 'c.email', 'c.user_id', 'c.expires_at'])
      .where('c.id', '=', id)
      .where('c.used_at', 'is', null)
      .where('c.superseded_at', 'is', null)
      .where('c.expires_at', '>', now)
      .executeTakeFirst();
    if (!code) return { state: 'ended' };
    await tx.db.updateTable('one_time_codes').set({ mail_settled_at: now }).where('id', '=', id).execute();
    if (code.purpose === 'email' && (await notifyOwner(tx, code.email))) return { state: 'not_sent' };
    const account = code.user_id
      ? { user_id: code.user_id, verified: false }
      : await accountOfMailbox(tx.db, code.email);
    if (!account || (code.purpose === 'verify' && account.verified)) return { state: 'not_sent' };
    await tx.db
      .insertInto('mails')
      .values({
        id: newId(now.getTime()),
        op_id: opIdOf(id),
        to_address: code.email,
        user_id: account.user_id,
        template: `code_${code.purpose}`,
        locale: FALLBACK_LOCALE,
        data: JSON.stringify({
          codeId: id,
          expiresAt: code.expires_at.toISOString(),
          userType: await userTypeOf(tx.db, account.user_id),
        }),
        available_at: now,
        created_at: now,
      })
      .onConflict((c) => c.doNothing())
      .execute();
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
    const now = tx.clock.now();
    const ended = await tx.db
      .updateTable('one_time_codes')
      .set({ superseded_at: now })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .where('superseded_at', 'is', null)
      .where('expires_at', '<=', now)
      .executeTakeFirst();
    if (ended.numUpdatedRows === 0n) return { state: 'kept' };
    await tx.db
      .updateTable('mails')
      .set({ state: 'failed', last_error: 'the code expired before it could be sent' })
      .where('op_id', '=', opIdOf(id))
      .where('state', '=', 'queued')
      .execute();
    return { state: 'expired' };
  });
}
