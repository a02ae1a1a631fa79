import type * as z from 'zod';
import type { OrgContext, StaffContext } from '../../context.ts';
import { withTx } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { uuid } from '../../core/inputs.ts';
import { COUNT_CAP } from '../../core/lists.ts';
import { toPage, type Page, type pageInput } from '../../core/pagination.ts';
import { audit } from '../audit/audit.ts';
import { requireStaffAct } from '../../guards.ts';
import {
  countUnread,
  listNotificationRows,
  markNotificationsRead,
  type NotificationRow,
} from './queries/notifications.ts';
import { requeueMail, undeliveredMailRows, type UndeliveredRow } from './queries/mails.ts';
import type {
  listNotificationsInput,
  markReadInput,
  NotificationDto,
  NotificationList,
  retryMailInput,
  UndeliveredMail,
} from './schema.ts';

const toDto = (row: NotificationRow): NotificationDto => ({
  id: row.id,
  kind: row.kind,
  data: row.data,
  link: row.link,
  orgId: row.org_id,
  readAt: row.read_at,
  at: row.created_at,
});

/** The reader's notifications, newest first, with the number of unread ones in all. */
export async function listNotifications(
  ctx: OrgContext,
  input: z.output<typeof listNotificationsInput>,
): Promise<NotificationList> {
  return withTx(ctx, async (tx) => {
    const { userId } = tx.actor;
    const rows = await listNotificationRows(tx.db, { userId, after: input.after, limit: input.limit + 1 });
    return {
      ...toPage(rows, input.limit, (row) => row.id, toDto),
      unread: await countUnread(tx.db, { userId, cap: COUNT_CAP }),
    };
  });
}

export async function unreadNotifications(ctx: OrgContext): Promise<{ unread: number }> {
  return withTx(ctx, async (tx) => ({ unread: await countUnread(tx.db, { userId: tx.actor.userId, cap: COUNT_CAP }) }));
}

/** Marks the named ones, those that lead to one page, or all, as read; ids of others are ignored. Returns what is still unread. */
export async function markRead(ctx: OrgContext, input: z.output<typeof markReadInput>): Promise<{ unread: number }> {
  return withTx(ctx, async (tx) => {
    const { userId } = tx.actor;
    if (input.ids === undefined || input.ids.length > 0)
      await markNotificationsRead(tx.db, { userId, ids: input.ids, link: input.link, at: tx.clock.now() });
    return { unread: await countUnread(tx.db, { userId, cap: COUNT_CAP }) };
  });
}

const UNDELIVERED_SHOWN_MS = 30 * 24 * 3_600_000;

const toUndelivered = (row: UndeliveredRow): UndeliveredMail => ({
  id: row.id,
  to: row.to_address,
  template: row.template,
  state: row.state as UndeliveredMail['state'],
  attempts: row.attempts,
  lastError: row.last_error,
  at: row.created_at,
  mayRetry: !row.template.startsWith('code_'),
});

/** Mails of the last month that were not delivered, for operators. */
export async function undeliveredMails(
  ctx: StaffContext,
  input: z.output<typeof pageInput>,
): Promise<Page<UndeliveredMail>> {
  const since = new Date(ctx.clock.now().getTime() - UNDELIVERED_SHOWN_MS);
  const before = uuid.safeParse(input.after).data ?? null;
  return withTx(ctx, async (tx) =>
    toPage(
      await undeliveredMailRows(tx.db, { since, before, limit: input.limit + 1 }),
      input.limit,
      (row) => row.id,
      toUndelivered,
    ),
  );
}

/** Puts a mail that was given up back into the queue. */
export async function retryMail(ctx: StaffContext, input: z.output<typeof retryMailInput>): Promise<UndeliveredMail> {
  requireStaffAct(ctx, 'notifications.retryMail');
  return withTx(ctx, async (tx) => {
    const row = await requeueMail(tx.db, { id: input.id, at: tx.clock.now() });
    if (!row) throw new AppError('not_found');
    await audit(tx, 'mail.retried', `mail:${row.id}`, { template: row.template });
    return toUndelivered(row);
  });
}
