import { sql } from 'kysely';
import type { SystemContext } from '../../context.ts';

const DAY_MS = 24 * 3_600_000;
/** Longer than a repeated act, a late webhook or a look at yesterday's trouble takes. */
const COMMANDS_KEPT_MS = 14 * DAY_MS;
/** Longer than any limit on codes looks back. */
const CODES_KEPT_MS = 3 * DAY_MS;
const SESSIONS_KEPT_MS = DAY_MS;
/** Longer than the provider repeats one, a payment is under way, or somebody looks back for what it said. */
const WEBHOOKS_KEPT_MS = 90 * DAY_MS;
const BATCH = 2_000;

/**
 * Clears away what is over and nobody asks for again: delivered signals, the starts of workflows of codes, spent or expired
 * codes, what request keys were used for, sessions that ended, and webhooks that were seen to. Starts of rows that last stay: they prove that a row has its workflow. Returns how many
 * rows went; one call takes a batch of each.
 */
export async function clearPast(ctx: SystemContext): Promise<number> {
  const before = (age: number) => new Date(ctx.clock.now().getTime() - age);
  const signals = await sql`
    delete from workflow_outbox where id in (
      select id from workflow_outbox where dispatched_at < ${before(COMMANDS_KEPT_MS)}::timestamptz and (kind <> 'start' or workflow_type = 'verificationCodeExpiry')
        order by dispatched_at limit ${BATCH})`.execute(ctx.db);
  const codes = await sql`
    delete from one_time_codes where id in (
      select id from one_time_codes where expires_at < ${before(CODES_KEPT_MS)}::timestamptz order by expires_at limit ${BATCH})`.execute(ctx.db);
  const keys = await sql`
    delete from request_keys where (user_id, request_key) in (
      select user_id, request_key from request_keys where created_at < ${before(COMMANDS_KEPT_MS)}::timestamptz order by created_at limit ${BATCH})`.execute(ctx.db);
  const sessions = await sql<{ gone: number }>`select clear_ended_sessions(${before(SESSIONS_KEPT_MS)}, ${BATCH}) as gone`.execute(ctx.db);
  const webhooks = await sql`
    delete from psp_events where id in (
      select id from psp_events where processed_at < ${before(WEBHOOKS_KEPT_MS)}::timestamptz order by processed_at limit ${BATCH})`.execute(ctx.db);
  return [signals, codes, keys, webhooks].reduce((sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0), sessions.rows[0]?.gone ?? 0);
}
