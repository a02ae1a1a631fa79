import type { ExportScope } from '../../../registration.ts';
import { sql } from 'kysely';
import { affectedRows, type Batch } from '../../../../db/batch.ts';
import type { Db } from '../../../../db/client.ts';
import type { Locale } from '../../../core/locale.ts';
import type { Recipient } from './org-notices.ts';

/** Readers who got a mail of one of these kinds since `since`, as `user kind`. */
export async function recentlyMailed(
  db: Db,
  { userIds, kinds, since }: { userIds: readonly string[]; kinds: readonly string[]; since: Date },
): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('mails')
    .select(['user_id', 'template'])
    .distinct()
    .where('user_id', 'in', userIds)
    .where('template', 'in', kinds)
    .where('created_at', '>', since)
    .execute();
  return new Set(rows.map((row) => `${row.user_id} ${row.template}`));
}

export interface Bundle {
  id: string;
  reader: Recipient;
  kind: string;
  count: number;
  at: Date;
  /** When the bundle is sent; notices until then are added to it. */
  due: Date;
}

/** Opens bundles or adds to those that are open. */
export async function addToBundles(db: Db, bundles: readonly Bundle[]): Promise<void> {
  for (const { id, reader, kind, count, at, due } of bundles) {
    await db
      .insertInto('mails')
      .values({
        id,
        op_id: `bundle:${kind}:${reader.user_id}:${due.toISOString()}`,
        to_address: reader.email,
        user_id: reader.user_id,
        template: 'bundle',
        locale: reader.locale,
        data: JSON.stringify({ kind, count }),
        created_at: at,
        available_at: due,
      })
      .onConflict((c) =>
        c
          .column('op_id')
          .doUpdateSet({
            data: sql`jsonb_set(mails.data, '{count}', to_jsonb((mails.data->>'count')::int + ${count}::int))`,
          })
          .where('mails.state', '=', 'queued'),
      )
      .execute();
  }
}

export interface QueuedMail {
  id: string;
  op_id: string;
  to_address: string;
  user_id: string | null;
  template: string;
  locale: Locale;
  data: Record<string, string | number | null>;
  attempts: number;
  time_zone: string | null;
  /** The app's address that the reader was at last, where it is not the main one. */
  origin: string | null;
}

/** Takes up to `limit` mails that are due for `lockSeconds`, in the language their reader's account has now. */
export async function claimMails(
  db: Db,
  { limit, lockSeconds }: { limit: number; lockSeconds: number },
): Promise<QueuedMail[]> {
  const { rows } = await sql<QueuedMail>`
    with due as (
      select id from mails where state = 'queued' and available_at <= now() and (locked_until is null or locked_until < now())
      order by available_at, id limit ${limit} for update skip locked
    ), taken as (
      update mails m set locked_until = now() + make_interval(secs => ${lockSeconds}), attempts = m.attempts + 1
      from due where m.id = due.id
      returning m.id, m.op_id, m.to_address, m.user_id, m.template, m.locale, m.data, m.attempts
    )
    select t.id, t.op_id, t.to_address, t.user_id, t.template, coalesce(p.locale, t.locale) as locale, t.data, t.attempts, p.time_zone,
           (select f.origin from session_facts f where f.user_id = coalesce(t.user_id, p.id) order by f.last_seen_at desc limit 1) as origin
    from taken t left join profiles p on p.id = t.user_id or (t.user_id is null and p.email = t.to_address)`.execute(
    db,
  );
  return rows;
}

/** Returns the addresses of those that were still queued. */
export async function markMailsSent(db: Db, { ids, at }: { ids: readonly string[]; at: Date }): Promise<string[]> {
  const { rows } = await sql<{ to_address: string }>`
    update mails set state = 'sent', sent_at = ${at}, locked_until = null, last_error = null
      where id = any(${ids}::uuid[]) and state = 'queued' returning to_address`.execute(db);
  return rows.map((row) => row.to_address);
}

export async function markMailFailed(db: Db, { id, error }: { id: string; error: string }): Promise<void> {
  await db
    .updateTable('mails')
    .set({ state: 'failed', last_error: error, locked_until: null })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute();
}

/** Permanently refused by the mailbox itself. */
export async function markMailBounced(db: Db, { id, error }: { id: string; error: string }): Promise<void> {
  await db
    .updateTable('mails')
    .set({ state: 'bounced', last_error: error, locked_until: null })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute();
}

const UNDELIVERED = ['id', 'to_address', 'template', 'state', 'attempts', 'last_error', 'created_at'] as const;

/** Mails that were given up and need an operator, newest first; `before`: the id of the row before. */
export async function undeliveredMailRows(
  db: Db,
  { since, before, limit }: { since: Date; before: string | null; limit: number },
) {
  return db
    .selectFrom('mails')
    .select(UNDELIVERED)
    .where('state', 'in', ['failed', 'bounced'])
    .where('created_at', '>', since)
    .$if(before !== null, (q) => q.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export type UndeliveredRow = Awaited<ReturnType<typeof undeliveredMailRows>>[number];

/**
 * Gives an undelivered mail all its tries back. Undefined when it is not undelivered, or is a code, which its owner
 * requests anew instead.
 */
export async function requeueMail(db: Db, { id, at }: { id: string; at: Date }): Promise<UndeliveredRow | undefined> {
  return db
    .updateTable('mails')
    .set({ state: 'queued', attempts: 0, locked_until: null, available_at: at })
    .where('id', '=', id)
    .where('state', 'in', ['failed', 'bounced'])
    .where('template', 'not like', 'code\\_%')
    .returning(UNDELIVERED)
    .executeTakeFirst();
}

export async function retryMail(
  db: Db,
  { id, error, afterMs }: { id: string; error: string; afterMs: number },
): Promise<void> {
  await sql`update mails set locked_until = null, last_error = ${error}, available_at = now() + make_interval(secs => ${afterMs / 1000})
    where id = ${id} and state = 'queued'`.execute(db);
}

export interface NewMail {
  id: string;
  op_id: string;
  to_address: string;
  user_id: string | null;
  template: string;
  locale: Locale;
  data: string;
  created_at: Date;
  available_at: Date;
}

/** Known keys are left out. */
export async function insertMails(db: Db, mails: readonly NewMail[]): Promise<void> {
  if (mails.length === 0) return;
  await db
    .insertInto('mails')
    .values([...mails])
    // No conflict column named: row security would then require the right to read the row.
    .onConflict((c) => c.doNothing())
    .execute();
}

/** Gives up a mail that was not sent yet. */
export async function failQueuedMail(db: Db, { opId, error }: { opId: string; error: string }): Promise<void> {
  await db
    .updateTable('mails')
    .set({ state: 'failed', last_error: error })
    .where('op_id', '=', opId)
    .where('state', '=', 'queued')
    .execute();
}

export const mailsToExport = ({ userId }: ExportScope) =>
  sql<{
    row: unknown;
  }>`select to_jsonb(t) - 'op_id' as row from mails t where user_id = ${userId} and template not like 'code\\_%'`;

export async function deleteMails(db: Db, { before, limit }: Batch): Promise<number> {
  return affectedRows(
    await sql`
    delete from mails where id in (
      select id from mails where created_at < ${before}::timestamptz and state <> 'queued' order by created_at limit ${limit})`.execute(
      db,
    ),
  );
}

/** Staff of these roles with their mailboxes. */
export async function staffMailboxes(db: Db, roles: readonly string[]): Promise<{ user_id: string; email: string }[]> {
  const { rows } = await sql<{
    user_id: string;
    email: string;
  }>`select user_id, email from staff_mailboxes(${roles}::text[])`.execute(db);
  return rows;
}
