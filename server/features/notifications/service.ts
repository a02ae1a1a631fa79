import type { z } from 'zod';
import type { OrgContext } from '../../context.ts';
import { withTx } from '../../context.ts';
import { toPage } from '../../core/pagination.ts';
import { countUnread, listNotificationRows, markNotificationsRead, type NotificationRow } from './queries.ts';
import type { listNotificationsInput, markReadInput, NoticeKind, NotificationDto, NotificationList } from './schema.ts';

const toDto = (row: NotificationRow): NotificationDto => ({ id: row.id, kind: row.kind as NoticeKind, data: row.data, link: row.link, readAt: row.read_at, at: row.created_at });

/** The reader's notifications, newest first, with the number of unread ones in all. */
export async function listNotifications(ctx: OrgContext, input: z.output<typeof listNotificationsInput>): Promise<NotificationList> {
  return withTx(ctx, async (tx) => {
    const { userId } = tx.actor;
    const rows = await listNotificationRows(tx.db, { userId, after: input.after, limit: input.limit + 1 });
    return { ...toPage(rows, input.limit, (row) => row.id, toDto), unread: await countUnread(tx.db, { userId }) };
  });
}

export async function unreadNotifications(ctx: OrgContext): Promise<{ unread: number }> {
  return withTx(ctx, async (tx) => ({ unread: await countUnread(tx.db, { userId: tx.actor.userId }) }));
}

/** Marks the named ones, or all, as read; ids of others are ignored. Returns what is still unread. */
export async function markRead(ctx: OrgContext, input: z.output<typeof markReadInput>): Promise<{ unread: number }> {
  return withTx(ctx, async (tx) => {
    const { userId } = tx.actor;
    if (input.ids === undefined || input.ids.length > 0) await markNotificationsRead(tx.db, { userId, ids: input.ids, at: tx.clock.now() });
    return { unread: await countUnread(tx.db, { userId }) };
  });
}
