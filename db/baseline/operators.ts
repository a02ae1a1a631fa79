import { sql, type Kysely } from 'kysely';
import { inserts, reads, secureTable, STAFF, updates } from '../secure-table.ts';

/** What staff work on: cases, decisions that need two of them, card disputes, and the audit log. */
export async function createOperators(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table cases (
      id uuid primary key,
      kind text not null check (kind ~ '^[a-z][a-z_]{1,39}$'),
      key text not null check (length(key) between 1 and 200),
      state text not null default 'open' check (state in ('open', 'closed')),
      org_id uuid references orgs,
      contract_id uuid references contracts,
      milestone_id uuid references milestones,
      payment_id uuid references payments,
      amount bigint check (amount >= 0),
      currency text,
      due_at timestamptz,
      details jsonb not null default '{}',
      message text check (length(message) <= 4000),
      opened_by text,
      opened_at timestamptz not null,
      closed_at timestamptz,
      closed_by text,
      outcome text,
      note text check (length(note) <= 1000),
      unique (kind, key),
      check ((amount is null) = (currency is null)),
      check ((state = 'closed') = (closed_at is not null))
    );
    create index cases_closed on cases (closed_at desc, id desc) where state = 'closed';
    create index cases_contract on cases (contract_id) where contract_id is not null;
    create index cases_milestone on cases (milestone_id) where milestone_id is not null;
    -- The order of the operators' list: a case without a date comes after all that have one.
    create index cases_open on cases ((coalesce(due_at, 'infinity'::timestamptz)), id) where state = 'open';
    create index cases_opened_by on cases (opened_by) where opened_by is not null;
    create index cases_payment on cases (payment_id) where payment_id is not null;
  `.execute(db);
  await secureTable(db, 'cases', {
    policies: {
      app_inserts: inserts(
        "state = 'open' and (app_kind() in ('staff', 'system') or (app_org() is not null and org_id = app_org() and opened_by = app_user()))",
      ),
      own_help_read: reads("kind = 'help' and org_id = app_org()"),
      staff_updates: updates(STAFF),
    },
    app: { insert: true, update: ['state', 'closed_at', 'closed_by', 'outcome', 'note'] },
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    create table staff_approvals (
      id uuid primary key,
      kind text not null check (kind ~ '^[a-z][a-z_]{1,39}$'),
      subject text not null check (length(subject) between 1 and 200),
      payload jsonb not null default '{}',
      state text not null default 'proposed'
        check (state in ('proposed', 'approved', 'withdrawn', 'refused', 'expired')),
      proposed_by text not null,
      proposed_at timestamptz not null,
      note text not null check (length(note) between 3 and 500),
      expires_at timestamptz not null,
      decided_by text,
      decided_at timestamptz,
      decision_note text check (length(decision_note) <= 500),
      check (state = 'proposed' or decided_at is not null),
      check (state <> 'approved' or (decided_by is not null and decided_by <> proposed_by)),
      check (state <> 'withdrawn' or decided_by = proposed_by)
    );
    create unique index staff_approvals_open on staff_approvals (kind, subject) where state = 'proposed';
    create index staff_approvals_subject on staff_approvals (kind, subject, proposed_at desc);
    create trigger staff_approvals_frozen before update on staff_approvals
      for each row when (old.state <> 'proposed') execute function staff_approvals_freeze();
  `.execute(db);
  await secureTable(db, 'staff_approvals', {
    policies: {
      staff_updates: updates(STAFF, `${STAFF} and (decided_by = app_user() or state = 'expired')`),
      staff_inserts: inserts(`${STAFF} and state = 'proposed' and proposed_by = app_user()`),
    },
    app: { insert: true, update: ['state', 'decided_by', 'decided_at', 'decision_note'] },
    worker: ['select'],
  });

  await sql`
    -- What an org and the operators write to each other under a case of kind "help"; the other side of the deal does not see it.
    create table help_messages (
      id uuid primary key,
      case_id uuid not null references cases,
      contract_id uuid not null references contracts,
      org_id uuid not null references orgs,
      from_staff boolean not null,
      author_user text,
      author_name text not null,
      body text not null check (length(body) <= 4000),
      created_at timestamptz not null
    );
    create index help_messages_case on help_messages (case_id, created_at);
    create index help_messages_contract on help_messages (contract_id, org_id, created_at);
  `.execute(db);
  await secureTable(db, 'help_messages', {
    policies: {
      org_inserts: inserts('org_id = app_org() and not from_staff and author_user = app_user()'),
      own: reads('org_id = app_org()'),
      staff_inserts: inserts(`${STAFF} and from_staff and author_user = app_user()`),
    },
    app: { insert: true },
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    create table audit_log (
      id bigint generated always as identity primary key,
      org_id uuid,
      actor_kind text not null,
      actor_user text,
      action text not null,
      target text not null,
      data jsonb not null default '{}',
      request_id text,
      at timestamptz not null default now()
    );
    create index audit_log_actor on audit_log (actor_user) where actor_user is not null;
    create index audit_log_age on audit_log (at);
    create index audit_log_org on audit_log (org_id, id desc);
    create index audit_log_target on audit_log (target, id desc);
    create trigger audit_log_append_only before update or delete on audit_log
      for each row execute function refuse_audit_change();
  `.execute(db);
  await secureTable(db, 'audit_log', {
    policies: {
      own: reads('org_id = app_org()'),
      app_inserts: inserts('true'),
    },
    app: { insert: true },
    worker: ['select', 'insert'],
  });

  await sql`
    -- What card banks dispute.
    create table card_disputes (
      id text primary key,
      payment_id uuid not null references payments,
      milestone_id uuid not null references milestones,
      contract_id uuid not null references contracts,
      brand_org uuid not null references orgs,
      charge_id text not null,
      amount bigint not null check (amount > 0),
      currency text not null,
      reason text not null,
      status text not null,
      state text not null check (state in ('open', 'won', 'lost')),
      evidence_due_at timestamptz,
      -- What the card's bank has taken and not given back, in the currency of the provider's balance.
      withdrawn bigint not null default 0 check (withdrawn >= 0),
      withdrawn_currency text,
      -- The milestone's money is in ESCROW_DISPUTED because of it.
      set_aside boolean not null default false,
      opened_at timestamptz not null,
      updated_at timestamptz not null,
      closed_at timestamptz,
      check ((state = 'open') = (closed_at is null))
    );
    create index card_disputes_brand on card_disputes (brand_org);
    create index card_disputes_contract on card_disputes (contract_id);
    create index card_disputes_milestone on card_disputes (milestone_id);
    create index card_disputes_payment on card_disputes (payment_id);
  `.execute(db);
  await secureTable(db, 'card_disputes', {
    policies: {},
    app: {},
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    -- What two staff members decided about suspended money.
    create table suspense_decisions (
      payment_id uuid not null references payments,
      attempt int not null check (attempt > 0),
      decision text not null check (decision in ('return', 'accept')),
      approval_id uuid not null references staff_approvals,
      decided_at timestamptz not null,
      state text not null default 'open' check (state in ('open', 'done', 'failed')),
      ended_at timestamptz,
      primary key (payment_id, attempt),
      check ((state = 'open') = (ended_at is null))
    );
    create unique index suspense_decisions_open on suspense_decisions (payment_id) where state = 'open';
  `.execute(db);
  await secureTable(db, 'suspense_decisions', {
    policies: {
      staff_inserts: inserts(`${STAFF} and state = 'open'`),
    },
    app: { insert: true },
    worker: ['select', 'update'],
  });

  await sql`
    -- What two staff members decided about money that moved at the provider without a call of ours.
    create table parked_decisions (
      approval_id uuid primary key references staff_approvals,
      case_id uuid not null references cases,
      decision text not null check (decision in ('platform', 'paid_by_bank', 'brand_owes')),
      amount bigint not null check (amount <> 0),
      currency text not null,
      lines text[] not null,
      reference text check (length(reference) between 3 and 140),
      state text not null default 'open' check (state in ('open', 'done', 'failed')),
      decided_at timestamptz not null,
      ended_at timestamptz,
      check ((decision = 'paid_by_bank') = (reference is not null))
    );
    create index parked_decisions_case on parked_decisions (case_id);
    create unique index parked_decisions_one_per_case on parked_decisions (case_id) where state <> 'failed';
  `.execute(db);
  await secureTable(db, 'parked_decisions', {
    policies: {
      staff_inserts: inserts(`${STAFF} and state = 'open'`),
    },
    app: { insert: true },
    worker: ['select', 'update'],
  });
}
