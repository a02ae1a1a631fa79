import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';

/*
 * Each statement deletes at most `limit` rows, the oldest first, and returns how many.
 */

interface Batch {
  before: Date;
  limit: number;
}

const rowsOf = ({ numAffectedRows }: { numAffectedRows?: bigint }): number => Number(numAffectedRows ?? 0n);

/** Delivered commands, without the starts of workflows of rows that last. */
export async function deleteCommands(db: Db, { before, limit }: Batch): Promise<number> {
  return rowsOf(
    await sql`
    delete from workflow_outbox where id in (
      select id from workflow_outbox where dispatched_at < ${before}::timestamptz and (kind <> 'start' or workflow_type = 'verificationCodeExpiry')
        order by dispatched_at limit ${limit})`.execute(db),
  );
}

export async function deleteCodes(db: Db, { before, limit }: Batch): Promise<number> {
  return rowsOf(
    await sql`
    delete from one_time_codes where id in (
      select id from one_time_codes where expires_at < ${before}::timestamptz order by expires_at limit ${limit})`.execute(
      db,
    ),
  );
}

export async function deleteRequestKeysBefore(db: Db, { before, limit }: Batch): Promise<number> {
  return rowsOf(
    await sql`
    delete from request_keys where (user_id, request_key) in (
      select user_id, request_key from request_keys where created_at < ${before}::timestamptz order by created_at limit ${limit})`.execute(
      db,
    ),
  );
}

export async function deleteEndedSessions(db: Db, { before, limit }: Batch): Promise<number> {
  const { rows } = await sql<{ gone: number }>`select clear_ended_sessions(${before}, ${limit}) as gone`.execute(db);
  return rows[0]?.gone ?? 0;
}

export async function deleteWebhooks(db: Db, { before, limit }: Batch): Promise<number> {
  return rowsOf(
    await sql`
    delete from psp_events where id in (
      select id from psp_events where processed_at < ${before}::timestamptz order by processed_at limit ${limit})`.execute(
      db,
    ),
  );
}

export async function deleteMails(db: Db, { before, limit }: Batch): Promise<number> {
  return rowsOf(
    await sql`
    delete from mails where id in (
      select id from mails where created_at < ${before}::timestamptz and state <> 'queued' order by created_at limit ${limit})`.execute(
      db,
    ),
  );
}

export async function deleteNotices(db: Db, { before, limit }: Batch): Promise<number> {
  return rowsOf(
    await sql`
    delete from notices where id in (
      select id from notices where created_at < ${before}::timestamptz and expanded_at is not null order by created_at limit ${limit})`.execute(
      db,
    ),
  );
}

export async function deleteNotifications(db: Db, { before, limit }: Batch): Promise<number> {
  return rowsOf(
    await sql`
    delete from notifications where id in (
      select id from notifications where created_at < ${before}::timestamptz order by created_at limit ${limit})`.execute(
      db,
    ),
  );
}

/** Lines of the audit log before `money`, and of the nouns in `ofAccounts` before `other` already. */
export async function deleteAuditLines(
  db: Db,
  { money, other, ofAccounts, limit }: { money: Date; other: Date; ofAccounts: readonly string[]; limit: number },
): Promise<number> {
  const { rows } = await sql<{
    gone: number;
  }>`select clear_audit_log(${money}, ${other}, ${[...ofAccounts]}::text[], ${limit}) as gone`.execute(db);
  return rows[0]?.gone ?? 0;
}
