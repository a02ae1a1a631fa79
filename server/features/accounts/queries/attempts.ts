import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';

/** Counts one call in an hour; returns the calls so far. */
export async function countCall(db: Db, { key, hour }: { key: string; hour: Date }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    insert into address_counts (key, window_start, count) values (${key}, ${hour}, 1)
    on conflict (key, window_start) do update set count = address_counts.count + 1 returning count`.execute(db);
  return rows[0]?.count ?? 1;
}

export async function deleteCallsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('address_counts').where('window_start', '<', before).execute();
}

/** Wrong tries at signing in to a mailbox from a browser; both are keyed hashes. */
export interface AttemptKeys {
  mailbox: string;
  device: string;
}

/** Held until the transaction ends, so that parallel guesses cannot exceed the limit together. */
export async function lockAttempts(db: Db, { mailbox, device }: AttemptKeys): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in:${mailbox}:${device}`}, 0))`.execute(db);
}

/**
 * `open` were not reset, `today` were made after `since`, reset ones included. The password of the `checking` ones, made
 * after `checkedBy`, is still being checked.
 */
export async function countAttempts(
  db: Db,
  { mailbox, device }: AttemptKeys,
  { since, checkedBy }: { since: Date; checkedBy: Date },
): Promise<{ open: number; today: number; all: number; checking: number }> {
  const row = await db
    .selectFrom('sign_in_attempts')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('cleared_at', 'is', null).as('open'),
      eb.fn.countAll<number>().filterWhere('at', '>', since).as('today'),
      eb.fn.countAll<number>().as('all'),
      eb.fn
        .countAll<number>()
        .filterWhere((e) => e.and([e('checked_at', 'is', null), e('at', '>', checkedBy)]))
        .as('checking'),
    ])
    .where('mailbox_key', '=', mailbox)
    .where('device_key', '=', device)
    .executeTakeFirstOrThrow();
  return { open: Number(row.open), today: Number(row.today), all: Number(row.all), checking: Number(row.checking) };
}

export async function insertAttempt(db: Db, { mailbox, device }: AttemptKeys, at: Date): Promise<number> {
  const { id } = await db
    .insertInto('sign_in_attempts')
    .values({ mailbox_key: mailbox, device_key: device, at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The password of the attempt was wrong. */
export async function markChecked(db: Db, id: number, at: Date): Promise<void> {
  await db.updateTable('sign_in_attempts').set({ checked_at: at }).where('id', '=', id).execute();
}

export async function deleteAttempt(db: Db, id: number): Promise<void> {
  await db.deleteFrom('sign_in_attempts').where('id', '=', id).execute();
}

/** Without a device: those of every browser. */
export async function deleteAttempts(db: Db, { mailbox, device }: { mailbox: string; device?: string }): Promise<void> {
  await db
    .deleteFrom('sign_in_attempts')
    .where('mailbox_key', '=', mailbox)
    .$if(device !== undefined, (q) => q.where('device_key', '=', device ?? ''))
    .execute();
}

export async function deleteAttemptsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sign_in_attempts').where('at', '<', before).execute();
}

/** Resets the open tries of a mailbox, except those of a browser that made `cap` or more since `since`. */
export async function resetAttempts(
  db: Db,
  input: { mailbox: string; since: Date; cap: number; at: Date },
): Promise<void> {
  await sql`
    update sign_in_attempts a set cleared_at = ${input.at} where a.mailbox_key = ${input.mailbox} and a.cleared_at is null
      and (select count(*) from sign_in_attempts b where b.mailbox_key = a.mailbox_key and b.device_key = a.device_key and b.at > ${input.since}) < ${input.cap}`.execute(
    db,
  );
}
