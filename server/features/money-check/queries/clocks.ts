import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { CancelFrom, MilestoneState } from '../../escrow/schema.ts';
import type { Clocks } from '../../terms/schema.ts';

/** An open milestone with what its deadline follows from. */
export interface ClockRow {
  id: string;
  currency: string;
  state: MilestoneState;
  deadline_at: Date;
  due_at: Date;
  work_due_at: Date | null;
  fundable_from: Date | null;
  funding_deadline_at: Date | null;
  review_extended: boolean;
  hold_expires_at: Date | null;
  /** The clocks in force, and whether an addendum changed the contract. */
  clocks: Clocks;
  amended: boolean;
  signed_at: Date | null;
  /** By the timeline. */
  added_at: Date | null;
  funded_at: Date | null;
  submitted_at: Date | null;
  approved_at: Date | null;
  changes_at: Date | null;
  overdue_at: Date | null;
  /** When its post passed its first check. */
  passed_at: Date | null;
  /** The end of the payment page that is open. */
  page_until: Date | null;
  /** The proposal to cancel that waits for an answer. */
  from_state: CancelFrom | null;
  from_deadline_at: Date | null;
  proposed_at: Date | null;
}

/** The milestones of these contracts whose clock runs. Staff decide about a payment that differs by a date of their own. */
export async function runningClocks(db: Db, ids: readonly string[]): Promise<ClockRow[]> {
  const { rows } = await sql<ClockRow>`
    select m.id, m.currency, m.state, m.deadline_at, m.due_at, m.work_due_at, m.fundable_from, m.funding_deadline_at, m.review_extended, m.hold_expires_at,
           coalesce(c.amended_terms, c.terms)->'clocks' as clocks, c.amended_terms is not null as amended, c.signed_at,
           e.added_at, e.funded_at, e.submitted_at, e.approved_at, e.changes_at, e.overdue_at,
           (select min(p.passed_at) from publications p where p.milestone_id = m.id) as passed_at,
           (select max(p.expires_at) from payments p where p.milestone_id = m.id and p.state in ('claimed', 'open')) as page_until,
           r.from_state, r.from_deadline_at, r.proposed_at
      from milestones m join contracts c on c.id = m.contract_id
      left join cancel_requests r on r.milestone_id = m.id and r.state = 'open'
      cross join lateral (
        select max(e.at) filter (where e.type = 'milestone_added') as added_at,
            max(e.at) filter (where e.type = 'funded') as funded_at,
            max(e.at) filter (where e.type = 'submitted') as submitted_at,
            max(e.at) filter (where e.type in ('approved', 'auto_approved')) as approved_at,
            max(e.at) filter (where e.type = 'changes_requested') as changes_at,
            max(e.at) filter (where e.type = 'overdue') as overdue_at
          from escrow_events e where e.contract_id = m.contract_id and e.milestone_id = m.id) e
     where m.contract_id = any(${ids}::uuid[]) and m.deadline_at is not null and not 'recon_drift' = any(m.holds)
       and m.state in ('awaiting_funding', 'funding', 'funded', 'delivered', 'changes_requested', 'overdue', 'cancel_requested',
         'approved', 'auto_approved', 'clearing', 'awaiting_live', 'retention')`.execute(db);
  return rows;
}
