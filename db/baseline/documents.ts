import { sql, type Kysely } from 'kysely';
import { all, reads, secureTable } from '../secure-table.ts';

/** Receipts, invoices and statements; their numbers have no gaps. */
export async function createDocuments(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table documents (
      id uuid primary key,
      org_id uuid not null references orgs,
      kind text not null
        check (kind in ('receipt', 'fee_invoice', 'credit_note', 'self_billed_invoice', 'commission_note',
          'payout_statement')),
      year int not null,
      number int not null,
      currency text not null,
      amount bigint not null,
      contract_id uuid references contracts,
      milestone_id uuid references milestones,
      payout_id uuid references payouts,
      data jsonb not null,
      issued_at timestamptz not null,
      unique (kind, year, number)
    );
    create index documents_contract on documents (contract_id) where contract_id is not null;
    create index documents_milestone on documents (milestone_id) where milestone_id is not null;
    create index documents_org on documents (org_id, issued_at desc);
    create index documents_payout on documents (payout_id) where payout_id is not null;
  `.execute(db);
  await secureTable(db, 'documents', {
    policies: {
      // A creator's invoice has two readers: the creator it was issued for and the brand that buys.
      buyer_reads: reads(
        "kind = 'self_billed_invoice' and exists (select from contracts c where c.id = documents.contract_id and c.brand_org = app_org())",
      ),
      own: all('org_id = app_org()'),
    },
    app: {},
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    create table document_counters (
      kind text not null,
      year int not null,
      last int not null,
      primary key (kind, year)
    );
  `.execute(db);
  await secureTable(db, 'document_counters', {
    policies: {},
    app: {},
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    -- Zips of an org's documents, made by a workflow and kept for a day. A zip can end without a file; the column missing
    -- names documents that could not be drawn.
    create table document_exports (
      id uuid primary key,
      org_id uuid not null references orgs,
      user_id text not null,
      month text check (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
      locale text not null,
      state text not null check (state in ('queued', 'collecting', 'ready', 'expired', 'cancelled', 'failed')),
      done int not null default 0,
      total int not null,
      size bigint,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      expires_at timestamptz,
      missing text[] not null default '{}',
      problem text check (problem in ('nothing_drawn', 'no_room', 'gave_up')),
      -- How often the workflow began.
      tries int not null default 0,
      constraint document_exports_problem_if_failed check ((state = 'failed') = (problem is not null))
    );
    create unique index document_exports_one_at_a_time on document_exports (org_id)
      where state in ('queued', 'collecting');
    create index document_exports_open on document_exports (updated_at)
      where state in ('queued', 'collecting', 'ready');
    create index document_exports_org on document_exports (org_id, created_at desc);
    create constraint trigger document_exports_need_workflow after insert on document_exports
      deferrable initially deferred for each row execute function assert_workflow_started('document-export');
  `.execute(db);
  await secureTable(db, 'document_exports', {
    policies: {
      own: all('org_id = app_org()'),
    },
    app: { insert: true, update: ['state', 'updated_at'] },
    worker: ['select', 'insert', 'update', 'delete'],
  });
}
