import { sql, type Kysely } from 'kysely';
import { all, mayUpdate, secureTable } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

const STATES = `('awaiting_funding', 'funded', 'changes_requested', 'overdue', 'delivered', 'approved', 'auto_approved', 'clearing'`;
/** The next deadline of a request to cancel is the earlier one of its answer and of the state that it interrupts. */
const nextAt = (states: string) => `
  coalesce(
    case
      when state = 'funding' then case when deadline_at <= funding_deadline_at then funding_deadline_at end
      when state not in ${states} then null
      when state in ('funded', 'changes_requested', 'overdue') and holds && array['card_dispute', 'provider_refund', 'staff_hold'] then null
      when state in ('funded', 'changes_requested') and coalesce(work_due_at, due_at) <= deadline_at then coalesce(work_due_at, due_at)
      when state in ('approved', 'auto_approved', 'clearing') and cardinality(holds) > 0 then null
      else deadline_at
    end,
    'infinity')`;
const setNextAt = (states: string) =>
  `alter table milestones alter column next_at set expression as (${nextAt(states)})`;

/** Requests of one side to cancel a milestone, which the other side answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table cancel_requests (
      id uuid primary key,
      milestone_id uuid not null references milestones,
      contract_id uuid not null references contracts,
      brand_org uuid not null references orgs,
      creator_org uuid not null references orgs,
      agency_org uuid references orgs,
      proposed_by text not null check (proposed_by in ('brand', 'creator')),
      proposed_by_user text not null,
      reason text not null,
      -- What the creator keeps of what is held, minor units; the rest goes back.
      keeps bigint not null check (keeps >= 0),
      currency text not null,
      -- The state that it interrupts, and the end of that state, which counts on.
      from_state text not null check (from_state in ('funded', 'delivered', 'changes_requested', 'overdue')),
      from_deadline_at timestamptz not null,
      answer_by timestamptz not null,
      state text not null check (state in ('open', 'accepted', 'declined', 'withdrawn', 'lapsed', 'expired')),
      proposed_at timestamptz not null,
      ended_at timestamptz,
      check ((state = 'open') = (ended_at is null))
    );
    create unique index cancel_requests_open on cancel_requests (milestone_id) where state = 'open';
    create index cancel_requests_contract on cancel_requests (contract_id, proposed_at);
    create index cancel_requests_brand on cancel_requests (brand_org);
    create index cancel_requests_creator on cancel_requests (creator_org);
    create index cancel_requests_agency on cancel_requests (agency_org) where agency_org is not null;
    alter table milestones
      -- What both sides agreed that the creator keeps of what was held, when it ended by their agreement.
      add column agreed_kept bigint check (agreed_kept >= 0),
      -- The side whose proposal to cancel waits for an answer.
      add column cancel_proposed_by text check (cancel_proposed_by in ('brand', 'creator'));
  `.execute(db);
  await secureTable(db, 'cancel_requests', {
    policies: {
      party: all('(app_org() in (brand_org, creator_org) or (agency_org = app_org() and app_represents(creator_org)))'),
    },
    app: { insert: true, update: ['state', 'ended_at'] },
    worker: ['select', 'update'],
  });
  await mayUpdate(db, 'milestones', ['agreed_kept', 'cancel_proposed_by']);
  await runSqlFile(db, '20261206T1350-cancel-steps.sql');
  await sql.raw(setNextAt(`${STATES}, 'cancel_requested')`)).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw(setNextAt(`${STATES})`)).execute(db);
  await runSqlFile(db, '20261206T1350-cancel-steps-down.sql');
  await sql`
    alter table milestones drop column agreed_kept, drop column cancel_proposed_by;
    drop table cancel_requests;
  `.execute(db);
}
