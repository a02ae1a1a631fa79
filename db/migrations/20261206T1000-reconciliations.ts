import { sql, type Kysely } from 'kysely';
import { inserts, secureTable, STAFF } from '../secure-table.ts';

/** The provider's balance transactions, each stored once and matched once with our books, and what differs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reconciliations (
      id uuid primary key,
      state text not null default 'queued' check (state in ('queued', 'running', 'clean', 'drift', 'failed')),
      begun_by text not null check (begun_by in ('schedule', 'restart', 'operator')),
      asked_by text,
      -- Lines that the provider answered, and those of them that were new.
      lines_read bigint not null default 0,
      lines_stored bigint not null default 0,
      -- Stored lines and postings that were compared.
      lines_compared bigint not null default 0,
      postings_compared bigint not null default 0,
      -- Lines of a call of ours that is not booked yet.
      in_flight bigint not null default 0,
      found bigint not null default 0,
      error text,
      created_at timestamptz not null,
      started_at timestamptz,
      finished_at timestamptz,
      updated_at timestamptz not null,
      check ((state in ('queued', 'running')) = (finished_at is null))
    );
    create index reconciliations_finished on reconciliations (finished_at desc) where finished_at is not null;
    create index reconciliations_recent on reconciliations (created_at desc);
    -- One run at a time: a request meanwhile joins it.
    create unique index reconciliations_one_open on reconciliations ((true)) where state in ('queued', 'running');

    create table provider_lines (
      -- The provider's id of the balance transaction.
      id text primary key,
      type text not null,
      amount bigint not null,
      fee bigint not null,
      -- What it moved on the platform's balance, minor units.
      net bigint not null,
      currency text not null,
      -- The provider's object that moved the money.
      source_id text,
      op_id text,
      at timestamptz not null,
      stored_at timestamptz not null,
      -- The posting that mirrors it; the money check compares both, so that no foreign key slows a million of them.
      tx_id uuid,
      matched_at timestamptz,
      check ((tx_id is null) = (matched_at is null))
    );
    create unique index provider_lines_tx on provider_lines (tx_id) where tx_id is not null;
    create index provider_lines_at on provider_lines (at);

    create table reconciliation_differences (
      reconciliation_id uuid not null references reconciliations on delete cascade,
      -- Equal for the same difference in a later run.
      key text not null,
      kind text not null check (kind in ('no_posting', 'no_line', 'amount', 'changed')),
      currency text not null,
      line_id text,
      line_type text,
      source_id text,
      tx_id uuid,
      op_id text,
      theirs bigint,
      ours bigint,
      contract_id uuid,
      milestone_id uuid,
      at timestamptz,
      primary key (reconciliation_id, key)
    );

    alter table money_stops
      alter column check_id drop not null,
      add column reconciliation_id uuid references reconciliations,
      add constraint money_stops_one_cause check (num_nonnulls(check_id, reconciliation_id) = 1);
    drop index money_stops_open;
    -- A currency may be stopped by both causes; each is lifted by a clean run of its own.
    create unique index money_stops_open on money_stops (currency, (reconciliation_id is null)) where lifted_at is null;
  `.execute(db);
  await secureTable(db, 'reconciliations', {
    policies: {
      staff_inserts: inserts(`${STAFF} and state = 'queued' and begun_by = 'operator' and asked_by = app_user()`),
    },
    app: { insert: true },
    worker: ['select', 'insert', 'update'],
  });
  await secureTable(db, 'provider_lines', { policies: {}, app: {}, worker: ['select', 'insert', 'update'] });
  await secureTable(db, 'reconciliation_differences', { policies: {}, app: {}, worker: ['select', 'insert'] });
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index money_stops_open;
    create unique index money_stops_open on money_stops (currency) where lifted_at is null;
    alter table money_stops drop column reconciliation_id, alter column check_id set not null;
    drop table reconciliation_differences;
    drop table provider_lines;
    drop table reconciliations;
  `.execute(db);
}
