import { sql, type Kysely } from 'kysely';

/** What an org and the operators write to each other about a deal, under a case of kind "help"; the other side of the deal does not see it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
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
    create index help_messages_case on help_messages(case_id, created_at);
    create index help_messages_contract on help_messages(contract_id, org_id, created_at);
    alter table help_messages enable row level security;
    grant select, insert on help_messages to sponsio_app;
    grant select, insert, update on help_messages to sponsio_worker;
    create policy worker on help_messages to sponsio_worker using (true) with check (true);
    create policy staff_reads on help_messages for select to sponsio_app using (app_kind() = 'staff');
    create policy staff_answers on help_messages for insert to sponsio_app with check (app_kind() = 'staff' and from_staff and author_user = app_user());
    create policy own on help_messages for select to sponsio_app using (org_id = app_org());
    create policy asks on help_messages for insert to sponsio_app with check (org_id = app_org() and not from_staff and author_user = app_user());

    -- Forced where a role exists that may look past it for maintenance; without one, tests and restores could not.
    do $$ begin
      if exists (select from pg_roles where rolname = 'sponsio_maintenance') then
        alter table help_messages force row level security;
      end if;
    end $$;
  `)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table help_messages`.execute(db);
}
