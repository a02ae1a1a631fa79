import { sql, type Kysely } from 'kysely';
import { all, asMaintenance, secureTable } from '../secure-table.ts';

const PLATFORM = '00000000-0000-0000-0000-000000000000';

/** Tax details of payees, and a series of numbers for each creator in whose name invoices are issued. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tax_profiles (
      org_id uuid primary key references orgs,
      -- Invoices to brands are issued in the payee's name only while it agrees.
      self_billing boolean not null default false,
      self_billing_at timestamptz,
      tax_status text not null default 'none' check (tax_status in ('none', 'exempt', 'registered')),
      -- Basis points of the tax that the payee's price contains.
      tax_bps int check (tax_bps between 1 and 4000),
      -- Of a person; what the tax authorities require of platforms.
      born_on date,
      -- Of a company.
      register_number text check (length(register_number) between 1 and 60),
      -- Since when the details are requested, and the two reminders.
      requested_at timestamptz,
      reminders int not null default 0 check (reminders between 0 and 2),
      reminded_at timestamptz,
      changed_by text,
      updated_at timestamptz not null,
      check ((tax_status = 'registered') = (tax_bps is not null)),
      check (not self_billing or self_billing_at is not null)
    );
    create trigger tax_profiles_live after insert or update on tax_profiles
      for each row execute function notify_live();
    alter table documents
      -- In whose name it is issued; null: the platform's.
      add column issuer_org uuid references orgs;
    alter table documents drop constraint documents_kind_check;
    alter table documents add constraint documents_kind_check check (kind in ('receipt', 'fee_invoice', 'credit_note',
      'self_billed_invoice', 'earnings_statement', 'commission_note', 'payout_statement'));
    alter table documents drop constraint documents_kind_year_number_key;
    create unique index documents_number on documents
      (coalesce(issuer_org, ${sql.lit(PLATFORM)}::uuid), kind, year, number);
    alter table document_counters add column issuer uuid not null default ${sql.lit(PLATFORM)}::uuid;
    alter table document_counters drop constraint document_counters_pkey;
    alter table document_counters add primary key (issuer, kind, year);
  `.execute(db);
  await secureTable(db, 'tax_profiles', {
    policies: { own: all('org_id = app_org()') },
    app: {
      insert: true,
      update: [
        'self_billing',
        'self_billing_at',
        'tax_status',
        'tax_bps',
        'born_on',
        'register_number',
        'requested_at',
        'changed_by',
        'updated_at',
      ],
    },
    worker: ['select', 'insert', 'update', 'delete'],
  });
}

export async function down(db: Kysely<unknown>): Promise<void> {
  // Numbers of one kind and year would meet.
  await asMaintenance(db, async () => {
    await sql`delete from documents where issuer_org is not null or kind = 'earnings_statement'`.execute(db);
    await sql`delete from document_counters
      where issuer <> ${sql.lit(PLATFORM)}::uuid or kind = 'earnings_statement'`.execute(db);
  });
  await sql`
    alter table document_counters drop constraint document_counters_pkey;
    alter table document_counters add primary key (kind, year);
    alter table document_counters drop column issuer;
    drop index documents_number;
    alter table documents drop column issuer_org;
    alter table documents add constraint documents_kind_year_number_key unique (kind, year, number);
    alter table documents drop constraint documents_kind_check;
    alter table documents add constraint documents_kind_check check (kind in ('receipt', 'fee_invoice', 'credit_note',
      'self_billed_invoice', 'commission_note', 'payout_statement'));
    drop table tax_profiles;
  `.execute(db);
}
