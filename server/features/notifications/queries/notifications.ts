import { sql } from 'kysely';
import { affectedRows, type Batch } from '../../../../db/batch.ts';
import type { Db } from '../../../../db/client.ts';
import { inIndexOrder } from '../../../../db/keyset.ts';
import type { NoticeKind } from '../schema.ts';

export interface NotificationRow {
  id: string;
  kind: NoticeKind;
  data: Record<string, string | number | null>;
  link: string;
  org_id: string | null;
  read_at: Date | null;
  created_at: Date;
}

/** Newest first; `after` is the id of the last one seen. */
export async function listNotificationRows(
  db: Db,
  input: { userId: string; after: string | undefined; limit: number },
): Promise<NotificationRow[]> {
  const rows = await inIndexOrder(db, () =>
    db
      .selectFrom('notifications')
      .select(['id', 'kind', 'data', 'link', 'org_id', 'read_at', 'created_at'])
      .where('user_id', '=', input.userId)
      .$if(input.after !== undefined, (q) => q.where('id', '<', input.after ?? ''))
      .orderBy('id', 'desc')
      .limit(input.limit)
      .execute(),
  );
  return rows as unknown as NotificationRow[];
}

/** Counted up to `cap`. */
export async function countUnread(db: Db, { userId, cap }: { userId: string; cap: number }): Promise<number> {
  const row = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('notifications')
        .select('id')
        .where('user_id', '=', userId)
        .where('read_at', 'is', null)
        .limit(cap)
        .as('unread'),
    )
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** Without `ids`: all of them. */
export async function markNotificationsRead(
  db: Db,
  input: { userId: string; ids: readonly string[] | undefined; link?: string | undefined; at: Date },
): Promise<void> {
  const { link } = input;
  await db
    .updateTable('notifications')
    .set({ read_at: input.at })
    .where('user_id', '=', input.userId)
    .where('read_at', 'is', null)
    .$if(input.ids !== undefined, (q) => q.where('id', 'in', input.ids ?? []))
    // A link may go on to a part of the page.
    .$if(link !== undefined, (q) =>
      q.where((eb) =>
        eb(
          eb.fn<string>('split_part', [
            eb.fn<string>('split_part', ['link', eb.val('?'), eb.lit(1)]),
            eb.val('#'),
            eb.lit(1),
          ]),
          '=',
          link ?? '',
        ),
      ),
    )
    .execute();
}

export interface NewNotification {
  id: string;
  user_id: string;
  org_id: string;
  kind: NoticeKind;
  data: string;
  link: string;
  dedupe_key: string;
  created_at: Date;
}

/** Known keys are left out. */
export async function insertNotifications(db: Db, rows: readonly NewNotification[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('notifications')
    .values([...rows])
    .onConflict((c) => c.doNothing())
    .execute();
}

export async function deleteNotices(db: Db, { before, limit }: Batch): Promise<number> {
  return affectedRows(
    await sql`
    delete from notices where id in (
      select id from notices where created_at < ${before}::timestamptz and expanded_at is not null order by created_at limit ${limit})`.execute(
      db,
    ),
  );
}

export async function deleteNotifications(db: Db, { before, limit }: Batch): Promise<number> {
  return affectedRows(
    await sql`
    delete from notifications where id in (
      select id from notifications where created_at < ${before}::timestamptz order by created_at limit ${limit})`.execute(
      db,
    ),
  );
}
