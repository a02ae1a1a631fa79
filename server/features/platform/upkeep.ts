import { sql } from 'kysely';
import type { SystemContext } from '../../context.ts';

/** Longer than a repeated act, a late webhook or a look at yesterday's trouble takes. */
const KEEP_DAYS = 14;
const BATCH = 2_000;

/**
 * Clears away what is over and nobody asks for again: delivered signals, and spent or expired codes with the starts of
 * their workflows. Starts of rows that last stay: they prove that a row has its workflow. Returns how many rows went; one
 * call takes a batch of each.
 */
export async function clearPast(ctx: SystemContext): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - KEEP_DAYS * 24 * 3_600_000);
  const signals = await sql`
    delete from workflow_outbox where id in (
      select id from workflow_outbox where dispatched_at < ${before}::timestamptz and (kind <> 'start' or workflow_type = 'verificationCodeExpiry')
        order by dispatched_at limit ${BATCH})`.execute(ctx.db);
  const codes = await sql`
    delete from one_time_codes where id in (
      select id from one_time_codes where expires_at < ${before}::timestamptz order by expires_at limit ${BATCH})`.execute(ctx.db);
  return Number(signals.numAffectedRows ?? 0) + Number(codes.numAffectedRows ?? 0);
}
