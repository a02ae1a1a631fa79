import { sql, type Kysely } from 'kysely';
import { secureFunction } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

/** A release that is held has no deadline; what holds one. */
const setNextAt = (held: string): string => `
  alter table milestones alter column next_at set expression as (coalesce(
    case
      when state = 'funding' then case when deadline_at <= funding_deadline_at then funding_deadline_at end
      when state not in ('awaiting_funding', 'funded', 'changes_requested', 'overdue', 'delivered', 'approved', 'auto_approved', 'clearing', 'cancel_requested', 'awaiting_live', 'retention')
        then null
      when state in ('funded', 'changes_requested', 'overdue', 'awaiting_live', 'retention') and holds && array['card_dispute', 'provider_refund', 'staff_hold'] then null
      when state in ('funded', 'changes_requested') and coalesce(work_due_at, due_at) <= deadline_at then coalesce(work_due_at, due_at)
      when state in ('approved', 'auto_approved', 'clearing') and ${held} then null
      else deadline_at
    end,
    'infinity'));`;

/** Approved work is paid although a card's bank disputes its payment, out of the platform's own money. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index card_disputes_set_aside on card_disputes (milestone_id) where set_aside`.execute(db);
  await runSqlFile(db, '20261208T1500-disputes-covered.sql');
  await secureFunction(db, 'card_dispute_cover(text, uuid)', ['sponsio_worker']);
  await sql.raw(setNextAt(`not holds <@ array['card_dispute']`)).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw(setNextAt('cardinality(holds) > 0')).execute(db);
  await runSqlFile(db, '20261208T1500-disputes-covered-down.sql');
  await sql`drop index card_disputes_set_aside`.execute(db);
}
