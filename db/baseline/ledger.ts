import { sql, type Kysely } from 'kysely';
import { inserts, reads, secureTable, STAFF, updates } from '../secure-table.ts';

/** The double-entry ledger and the runs of its check. `ledger_post_all` alone writes accounts, transactions and entries. */
export async function createLedger(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- One balance for each account and currency. Entries are append-only; each statement leaves its transactions balanced.
    create table ledger_accounts (
      id bigint generated always as identity primary key,
      code text not null,
      scope text not null default '',
      currency text not null,
      side text not null,
      org_id uuid references orgs,
      may_be_negative boolean not null default false,
      balance bigint not null default 0,
      version bigint not null default 0,
      unique (code, scope, currency),
      constraint ledger_balance_not_negative check (may_be_negative or balance >= 0),
      constraint ledger_side_known check (side in ('debit', 'credit'))
    );
    create index ledger_accounts_org on ledger_accounts (org_id);
  `.execute(db);
  await secureTable(db, 'ledger_accounts', {
    policies: {
      own_or_of_milestone: reads(
        'org_id = app_org() or exists (select from milestones m where m.id::text = ledger_accounts.scope)',
      ),
      // What a brand owes after a lost dispute or a refund by hand.
      own_receivable: reads("code = 'BRAND_RECEIVABLE' and scope = app_org()::text"),
    },
    app: {},
    worker: ['select'],
  });

  await sql`
    create table ledger_tx (
      id uuid primary key,
      op_id text not null unique,
      kind text not null,
      contract_id uuid,
      milestone_id uuid,
      provider_ref text,
      posted_at timestamptz not null
    );
    create index ledger_tx_milestone on ledger_tx (milestone_id) where milestone_id is not null;
    -- Postings are written in the order of time, so that a few pages of index cover all of them.
    create index ledger_tx_posted on ledger_tx using brin (posted_at);
    create index ledger_tx_provider on ledger_tx (provider_ref) where provider_ref is not null;
    create index ledger_tx_releases on ledger_tx (contract_id) where kind = 'release';
    create trigger ledger_tx_append_only before update or delete on ledger_tx
      for each row execute function refuse_change();
  `.execute(db);
  await secureTable(db, 'ledger_tx', {
    policies: {
      of_visible_milestones: reads('exists (select from milestones m where m.id = ledger_tx.milestone_id)'),
    },
    app: {},
    worker: ['select'],
  });

  await sql`
    -- A row is named by its place in its account; the running number keeps the order of the journal without an index of its own.
    create table ledger_entries (
      id bigint generated always as identity,
      tx_id uuid not null references ledger_tx,
      account_id bigint not null references ledger_accounts,
      currency text not null,
      debit bigint not null default 0,
      credit bigint not null default 0,
      balance_after bigint not null,
      account_version bigint not null,
      primary key (account_id, account_version),
      constraint ledger_amount_not_negative check (debit >= 0 and credit >= 0),
      constraint ledger_entry_one_side check ((debit = 0) <> (credit = 0))
    );
    create index ledger_entries_tx on ledger_entries (tx_id);
    create trigger ledger_entries_append_only before update or delete on ledger_entries
      for each row execute function refuse_change();
    -- Checks what the statement wrote, not the table: each statement balances by itself.
    create trigger ledger_entries_balanced after insert on ledger_entries referencing new table as written
      for each statement execute function ledger_assert_balanced();
  `.execute(db);
  await secureTable(db, 'ledger_entries', {
    policies: {
      of_visible_accounts: reads('exists (select from ledger_accounts a where a.id = ledger_entries.account_id)'),
    },
    app: {},
    worker: ['select'],
  });

  await sql`
    -- Runs of the money check.
    create table money_checks (
      id uuid primary key,
      state text not null default 'queued' check (state in ('queued', 'running', 'clean', 'breached', 'failed')),
      begun_by text not null check (begun_by in ('schedule', 'restart', 'operator')),
      asked_by text,
      phase text not null default 'ledger',
      percent int not null default 0 check (percent between 0 and 100),
      -- The provider's lines were compared from here on; null: all of them.
      lines_since timestamptz,
      rows_read bigint not null default 0,
      lines_read bigint not null default 0,
      counts jsonb not null default '{}',
      breaches jsonb not null default '[]',
      in_flight jsonb not null default '[]',
      error text,
      created_at timestamptz not null,
      started_at timestamptz,
      finished_at timestamptz,
      updated_at timestamptz not null,
      check ((state in ('queued', 'running')) = (finished_at is null))
    );
    create index money_checks_finished on money_checks (finished_at desc) where finished_at is not null;
    -- One run at a time: a request meanwhile joins it.
    create unique index money_checks_one_open on money_checks ((true)) where state in ('queued', 'running');
    create index money_checks_recent on money_checks (created_at desc);
  `.execute(db);
  await secureTable(db, 'money_checks', {
    policies: {
      staff_inserts: inserts(`${STAFF} and state = 'queued' and begun_by = 'operator' and asked_by = app_user()`),
    },
    app: { insert: true },
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    -- Currencies in which no money goes out because of a check.
    create table money_stops (
      id uuid primary key,
      currency text not null,
      check_id uuid not null references money_checks,
      since timestamptz not null,
      lifted_at timestamptz,
      lifted_by text check (lifted_by in ('clean_run', 'staff')),
      check ((lifted_at is null) = (lifted_by is null))
    );
    create index money_stops_lifted on money_stops (currency, lifted_at desc);
    create unique index money_stops_open on money_stops (currency) where lifted_at is null;
  `.execute(db);
  await secureTable(db, 'money_stops', {
    policies: {
      // Shown to orgs that wait for money.
      orgs_read_open: reads('lifted_at is null and app_org() is not null'),
      staff_updates: updates(STAFF, `${STAFF} and lifted_by = 'staff'`),
    },
    app: { update: ['lifted_at', 'lifted_by'] },
    worker: ['select', 'insert', 'update'],
  });
}
