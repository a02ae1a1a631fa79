import { sql, type Kysely } from 'kysely';
import { inserts, reads, secureFunction, secureTable, STAFF, updates } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

const SIDES = `app_org() in (brand_org, creator_org)`;
/** An agency reads a deal for as long as it represents the creator. */
const READS = `(${SIDES} or (agency_org = app_org() and app_represents(creator_org)))`;
const OPEN = `('talk', 'evidence', 'deciding')`;
const NOW_STATES = `('proposed', 'awaiting_funding', 'funding', 'funded', 'delivered', 'changes_requested',
  'overdue', 'approved', 'auto_approved', 'clearing', 'releasing', 'released', 'refunding', 'refunded',
  'cancel_requested', 'void', 'disputed', 'settling', 'settled_split')`;

/** Disputes between the sides of a deal: their phases, what both wrote, hidden offers, decisions of staff. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table milestones drop constraint milestones_state_check;
       alter table milestones add constraint milestones_state_check check (state in ${NOW_STATES});
       -- What the creator keeps of the price in a settlement.
       alter table milestones add column settled_kept bigint check (settled_kept >= 0)`,
    )
    .execute(db);
  await sql
    .raw(
      `create table disputes (
        id uuid primary key,
        milestone_id uuid not null references milestones,
        contract_id uuid not null references contracts,
        brand_org uuid not null references orgs,
        creator_org uuid not null references orgs,
        agency_org uuid references orgs,
        currency text not null,
        -- All that was still held when it was opened, without fee and tax.
        amount bigint not null check (amount > 0),
        step int not null check (step > 0),
        state text not null check (state in
          ('talk', 'evidence', 'deciding', 'appeal', 'appealed', 'executing', 'withdrawing', 'settled', 'withdrawn')),
        version int not null default 1,
        reason text not null,
        opened_side text not null check (opened_side in ('brand', 'creator')),
        opened_by text not null,
        opened_at timestamptz not null,
        -- The other side opened it as well.
        joined_at timestamptz,
        brand_answered_at timestamptz,
        creator_answered_at timestamptz,
        brand_offered_at timestamptz,
        creator_offered_at timestamptz,
        -- How its milestone continues when it is withdrawn, and where its clock would have sent the money.
        prior_state text not null check (prior_state in ('funded', 'delivered', 'changes_requested', 'overdue')),
        prior_deadline_at timestamptz not null,
        talk_ends_at timestamptz not null,
        evidence_ends_at timestamptz not null,
        decision_ends_at timestamptz not null,
        appeal_ms bigint not null,
        execution_ms bigint not null,
        -- The day by which the money has left escrow.
        limit_at timestamptz not null,
        -- When the state ends by itself; null when it is over.
        phase_ends_at timestamptz,
        outcome text check (outcome in ('agreed', 'conceded', 'silent', 'decided', 'clock', 'withdrawn')),
        -- What the creator gets of the amount.
        kept bigint check (kept between 0 and amount),
        settled_at timestamptz,
        appealed_side text check (appealed_side in ('brand', 'creator')),
        appealed_at timestamptz,
        -- The state that both sides were notified of last.
        announced text,
        ended_at timestamptz,
        updated_at timestamptz not null,
        constraint disputes_ended check ((state in ('settled', 'withdrawn')) = (ended_at is not null)),
        constraint disputes_timed check ((state in ('settled', 'withdrawn')) = (phase_ends_at is null)),
        constraint disputes_split check ((state in ('appeal', 'appealed', 'executing', 'settled')) = (kept is not null))
      );
      create unique index disputes_open on disputes (milestone_id) where ended_at is null;
      create index disputes_milestone on disputes (milestone_id);
      create index disputes_contract on disputes (contract_id);
      create index disputes_brand on disputes (brand_org) where ended_at is null;
      create index disputes_creator on disputes (creator_org) where ended_at is null;
      create index disputes_agency on disputes (agency_org) where agency_org is not null;
      create index disputes_queue on disputes (decision_ends_at, id) where ended_at is null;
      alter table milestones add column dispute_id uuid references disputes;
      create index milestones_dispute on milestones (dispute_id) where dispute_id is not null;

      create table dispute_statements (
        id uuid primary key,
        dispute_id uuid not null references disputes,
        contract_id uuid not null references contracts,
        brand_org uuid not null,
        creator_org uuid not null,
        agency_org uuid,
        side text not null check (side in ('brand', 'creator')),
        kind text not null check (kind in ('opening', 'message', 'appeal')),
        reason text,
        body text not null,
        author_user text,
        author_name text not null,
        created_at timestamptz not null
      );
      create index dispute_statements_dispute on dispute_statements (dispute_id, created_at);
      create index dispute_statements_contract on dispute_statements (contract_id);
      create index dispute_statements_author on dispute_statements (author_user);

      -- What each side would settle for. Hidden from the other side, staff and the worker.
      create table dispute_offers (
        dispute_id uuid not null references disputes on delete cascade,
        side text not null check (side in ('brand', 'creator')),
        org_id uuid not null references orgs,
        creator_gets bigint not null check (creator_gets >= 0),
        offered_at timestamptz not null,
        primary key (dispute_id, side)
      );
      create index dispute_offers_org on dispute_offers (org_id);

      create table dispute_decisions (
        id uuid primary key,
        dispute_id uuid not null references disputes,
        contract_id uuid not null references contracts,
        brand_org uuid not null,
        creator_org uuid not null,
        agency_org uuid,
        -- 1: the decision, 2: the one about the appeal.
        n int not null check (n between 1 and 2),
        kept bigint not null check (kept >= 0),
        reason text not null,
        decided_by text not null,
        decided_by_name text not null,
        approval_id uuid references staff_approvals,
        confirmed_by text,
        confirmed_by_name text,
        confirmation text,
        created_at timestamptz not null,
        -- Null until the second person has confirmed it.
        effective_at timestamptz,
        constraint dispute_decisions_confirmed check (confirmed_by is null or confirmed_by <> decided_by)
      );
      create unique index dispute_decisions_effective on dispute_decisions (dispute_id, n) where effective_at is not null;
      create index dispute_decisions_dispute on dispute_decisions (dispute_id, created_at);
      create index dispute_decisions_contract on dispute_decisions (contract_id);
      create index dispute_decisions_approval on dispute_decisions (approval_id) where approval_id is not null;

      -- Up to which sum one staff member decides alone.
      create table dispute_limits (
        currency text not null,
        valid_from timestamptz not null,
        alone_up_to bigint not null check (alone_up_to >= 0),
        primary key (currency, valid_from)
      );
      insert into dispute_limits (currency, valid_from, alone_up_to) values
        ('EUR', '2026-01-01', 20000), ('GBP', '2026-01-01', 17000), ('USD', '2026-01-01', 20000),
        ('CAD', '2026-01-01', 30000), ('JPY', '2026-01-01', 32000), ('KWD', '2026-01-01', 60000);

      alter table files add column dispute_id uuid references disputes;
      create index files_dispute on files (dispute_id) where dispute_id is not null`,
    )
    .execute(db);
  await secureTable(db, 'disputes', {
    policies: {
      party: reads(READS),
      opened: inserts(SIDES),
      moved: updates(SIDES),
      staff_moves: updates(STAFF),
    },
    app: {
      insert: true,
      update: [
        'state',
        'version',
        'joined_at',
        'brand_answered_at',
        'creator_answered_at',
        'brand_offered_at',
        'creator_offered_at',
        'phase_ends_at',
        'outcome',
        'kept',
        'settled_at',
        'appealed_side',
        'appealed_at',
        'updated_at',
      ],
    },
    worker: ['select', 'insert', 'update'],
  });
  await secureTable(db, 'dispute_statements', {
    policies: {
      party: reads(READS),
      wrote: inserts(`${SIDES} and app_org() = case side when 'brand' then brand_org else creator_org end`),
    },
    app: { insert: true },
    worker: ['select', 'insert', 'update'],
  });
  const OWN_OFFER = `org_id = app_org() and exists (select from disputes d where d.id = dispute_id
    and d.state in ${OPEN} and org_id = case side when 'brand' then d.brand_org else d.creator_org end
    and creator_gets <= d.amount and creator_gets % d.step = 0)`;
  await secureTable(db, 'dispute_offers', {
    policies: {
      own: reads('org_id = app_org()'),
      made: inserts(OWN_OFFER),
      changed: updates('org_id = app_org()', OWN_OFFER),
    },
    staffReads: false,
    app: { insert: true, update: ['creator_gets', 'offered_at'] },
    worker: [],
  });
  await secureTable(db, 'dispute_decisions', {
    policies: {
      party: reads(`effective_at is not null and ${READS}`),
      decided: inserts(STAFF),
      confirmed: updates(STAFF),
    },
    app: { insert: true, update: ['confirmed_by', 'confirmed_by_name', 'confirmation', 'effective_at'] },
    worker: ['select', 'insert', 'update'],
  });
  await secureTable(db, 'dispute_limits', {
    policies: { decides: reads(STAFF) },
    staffReads: false,
    app: {},
    worker: ['select'],
  });
  await sql`grant update (dispute_id) on milestones to sponsio_app`.execute(db);
  await runSqlFile(db, '20261206T1500-disputes.sql');
  await secureFunction(db, 'disputes_delete_offers()', []);
  await secureFunction(db, 'dispute_settle(uuid, timestamptz)', ['sponsio_app']);
  await secureFunction(db, 'dispute_is_related(uuid, text)', ['sponsio_app']);
  await sql`
    create trigger disputes_step before update on disputes for each row execute function disputes_guard_step();
    create trigger disputes_offers after update of state on disputes for each row
      when (new.state not in ('talk', 'evidence', 'deciding')) execute function disputes_delete_offers();
    create trigger disputes_live after insert or update on disputes for each row execute function notify_live();
    create trigger dispute_statements_live after insert on dispute_statements for each row execute function notify_live();
    create constraint trigger disputes_need_workflow after insert on disputes deferrable initially deferred
      for each row execute function assert_workflow_started('disputeCase')`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table files drop column dispute_id;
    alter table milestones drop column dispute_id, drop column settled_kept;
    drop table dispute_decisions, dispute_offers, dispute_statements, dispute_limits, disputes;
    drop function dispute_settle(uuid, timestamptz), dispute_is_related(uuid, text), disputes_delete_offers(),
      disputes_guard_step()`.execute(db);
  await runSqlFile(db, '20261206T1500-disputes-down.sql');
  // Rows in the states of a dispute keep them.
  await sql`
    alter table milestones drop constraint milestones_state_check;
    alter table milestones add constraint milestones_state_check check (state in ('proposed', 'awaiting_funding', 'funding',
      'funded', 'delivered', 'changes_requested', 'overdue', 'approved', 'auto_approved', 'clearing', 'releasing', 'released',
      'refunding', 'refunded', 'cancel_requested', 'void')) not valid`.execute(db);
}
