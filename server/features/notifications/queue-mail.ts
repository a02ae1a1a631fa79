import type { Address } from '../../core/addresses.ts';
import type { SystemContext } from '../../context.ts';
import { newId } from '../../core/ids.ts';
import { FALLBACK_LOCALE, type Locale } from '../../core/locale.ts';
import type { StaffRole } from '../../core/staff.ts';
import { MAILS } from '../mails.gen.ts';
import { failQueuedMail, insertMails, staffMailboxes } from './queries/mails.ts';
import type { AccountMailData, AccountMailKind } from './schema.ts';

export interface AccountMail<K extends AccountMailKind> {
  kind: K;
  to: string;
  /**
   * The account it concerns; null where the caller may not read it. The account's language and zone are used either
   * way.
   */
  userId: string | null;
  /** Unique per event of this kind; the same key again queues nothing. */
  key: string;
  data: AccountMailData<K>;
  /** When it is not the kind's own page. */
  link?: Address;
  /** For a mailbox whose account does not exist, or will be erased by the time of sending. */
  locale?: Locale;
}

/** Queues a mail in the caller's transaction; the worker sends it, with retries, once the transaction is committed. */
export async function queueMail<K extends AccountMailKind>(
  ctx: Pick<SystemContext, 'db' | 'clock'>,
  mail: AccountMail<K>,
): Promise<void> {
  await queueTemplate(ctx, {
    opId: `${mail.kind}:${mail.key}`,
    to: mail.to,
    userId: mail.userId,
    template: mail.kind,
    ...(mail.locale ? { locale: mail.locale } : {}),
    data: { ...mail.data, link: mail.link ?? MAILS[mail.kind].link },
  });
}

/** The same to the mailbox of each staff member with one of these roles; `only`: of this one alone. */
export async function queueStaffMail<K extends AccountMailKind>(
  ctx: Pick<SystemContext, 'db' | 'clock'>,
  roles: readonly StaffRole[],
  mail: Pick<AccountMail<K>, 'kind' | 'key' | 'data' | 'link'>,
  { only }: { only?: string } = {},
): Promise<void> {
  for (const { user_id: userId, email } of await staffMailboxes(ctx.db, roles))
    if (only === undefined || only === userId)
      await queueMail(ctx, { ...mail, to: email, userId, key: `${mail.key}:${userId}` });
}

export interface TemplateMail {
  /** The same id again queues nothing. */
  opId: string;
  to: string;
  userId: string | null;
  template: string;
  locale?: Locale;
  data: Record<string, unknown>;
}

/** As `queueMail`, for a template that is not a kind of account mail. */
export async function queueTemplate(ctx: Pick<SystemContext, 'db' | 'clock'>, mail: TemplateMail): Promise<void> {
  const now = ctx.clock.now();
  await insertMails(ctx.db, [
    {
      id: newId(now.getTime()),
      op_id: mail.opId,
      to_address: mail.to,
      user_id: mail.userId,
      template: mail.template,
      locale: mail.locale ?? FALLBACK_LOCALE,
      data: JSON.stringify(mail.data),
      available_at: now,
      created_at: now,
    },
  ]);
}

/** Gives up a mail that was not sent yet. */
export const dropQueuedMail = (tx: SystemContext, input: { opId: string; error: string }): Promise<void> =>
  failQueuedMail(tx.db, input);
