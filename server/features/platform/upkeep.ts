import { sql } from 'kysely';
import type { SystemContext } from '../../context.ts';
import { AUDIT_OF_ACCOUNTS, AUDIT_YEARS, MAIL_RETENTION_DAYS, yearsBefore } from './rules.ts';

const DAY_MS = 24 * 3_600_000;
/** Longer than a repeated request, a late webhook or the analysis of a recent fault takes. */
const COMMAND_RETENTION_MS = 14 * DAY_MS;
/** Longer than the period of any limit on codes. */
const CODE_RETENTION_MS = 3 * DAY_MS;
const SESSION_RETENTION_MS = DAY_MS;
/** Longer than the provider repeats one, a payment is under way, or an analysis reads it. */
const WEBHOOK_RETENTION_MS = 90 * DAY_MS;
/** Longer than any deal that a mail or a notice could be about or be repeated for. */
const MAIL_RETENTION_MS = MAIL_RETENTION_DAYS * DAY_MS;
const BATCH = 2_000;

/**
 * Deletes rows that are not used any more: delivered signals, the starts of workflows of codes, spent or expired codes,
 * results of request keys, ended sessions, processed webhooks, mails and notices of the year before, and lines of the
 * audit log whose years are over. Starts of rows that last stay: they prove that a row has its workflow. Unsent rows
 * stay whatever their age. Returns how many rows went; one call takes a batch of each.
 */
export async function clearPast(ctx: SystemContext): Promise<number> {
  const before = (age: number) => new Date(ctx.clock.now().getTime() - age);
  const signals = await sql`
    delete from workflow_outbox where id in (
      select id from workflow_outbox where dispatched_at < ${before(COMMAND_RETENTION_MS)}::timestamptz and (kind <> 'start' or workflow_type = 'verificationCodeExpiry')
        order by dispatched_at limit ${BATCH})`.execute(ctx.db);
  const codes = await sql`
    delete from one_time_codes where id in (
      select id from one_time_codes where expires_at < ${before(CODE_RETENTION_MS)}::timestamptz order by expires_at limit ${BATCH})`.execute(
    ctx.db,
  );
  const keys = await sql`
    delete from request_keys where (user_id, request_key) in (
      select user_id, request_key from request_keys where created_at < ${before(COMMAND_RETENTION_MS)}::timestamptz order by created_at limit ${BATCH})`.execute(
    ctx.db,
  );
  const sessions = await sql<{
    gone: number;
  }>`select clear_ended_sessions(${before(SESSION_RETENTION_MS)}, ${BATCH}) as gone`.execute(ctx.db);
  const webhooks = await sql`
    delete from psp_events where id in (
      select id from psp_events where processed_at < ${before(WEBHOOK_RETENTION_MS)}::timestamptz order by processed_at limit ${BATCH})`.execute(
    ctx.db,
  );
  const mails = await sql`
    delete from mails where id in (
      select id from mails where created_at < ${before(MAIL_RETENTION_MS)}::timestamptz and state <> 'queued' order by created_at limit ${BATCH})`.execute(
    ctx.db,
  );
  const notices = await sql`
    delete from notices where id in (
      select id from notices where created_at < ${before(MAIL_RETENTION_MS)}::timestamptz and expanded_at is not null order by created_at limit ${BATCH})`.execute(
    ctx.db,
  );
  const notifications = await sql`
    delete from notifications where id in (
      select id from notifications where created_at < ${before(MAIL_RETENTION_MS)}::timestamptz order by created_at limit ${BATCH})`.execute(
    ctx.db,
  );
  const audit = await sql<{ gone: number }>`
    select clear_audit_log(${yearsBefore(ctx.clock.now(), AUDIT_YEARS.money)}, ${yearsBefore(ctx.clock.now(), AUDIT_YEARS.other)}, ${[...AUDIT_OF_ACCOUNTS]}::text[], ${BATCH}) as gone`.execute(
    ctx.db,
  );
  const functions = (sessions.rows[0]?.gone ?? 0) + (audit.rows[0]?.gone ?? 0);
  return [signals, codes, keys, webhooks, mails, notices, notifications].reduce(
    (sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0),
    functions,
  );
}
