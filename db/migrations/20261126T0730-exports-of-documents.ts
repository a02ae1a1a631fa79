import { sql, type Kysely } from 'kysely';

/** Zips of an org's documents, made by a workflow and kept for a day; one at a time per org. user_id goes when the person is erased. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table document_exports (
      id uuid primary key,
      org_id uuid not null references orgs,
      user_id text not null,
      month text check (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
      locale text not null,
      state text not null check (state in ('queued', 'collecting', 'ready', 'expired', 'cancelled')),
      done int not null default 0,
      total int not null,
      size bigint,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      expires_at timestamptz
    );
    create unique index document_exports_one_at_a_time on document_exports(org_id) where state in ('queued', 'collecting');
    create index document_exports_org on document_exports(org_id, created_at desc);
    create index document_exports_open on document_exports(updated_at) where state in ('queued', 'collecting', 'ready');
    create constraint trigger document_exports_need_workflow after insert on document_exports deferrable initially deferred
      for each row execute function assert_workflow_started('document-export');
    alter table document_exports enable row level security;
    alter table document_exports force row level security;
    grant select, insert on document_exports to sponsio_app;
    grant update (state, updated_at) on document_exports to sponsio_app;
    grant select, insert, update, delete on document_exports to sponsio_worker;
    create policy worker on document_exports to sponsio_worker using (true) with check (true);
    create policy staff_reads on document_exports for select to sponsio_app using (app_kind() = 'staff');
    create policy own on document_exports to sponsio_app using (org_id = app_org()) with check (org_id = app_org());
  `)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw('drop table document_exports').execute(db);
}
