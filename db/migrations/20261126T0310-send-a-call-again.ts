import { sql, type Kysely } from 'kysely';

/** An operator has a call to the provider that found no end sent once more under a new key; each attempt is decided once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table send_again_decisions (
      op_id text not null references operations,
      attempt int not null,
      decided_by text not null,
      decided_at timestamptz not null,
      primary key (op_id, attempt)
    );
    alter table send_again_decisions enable row level security;
    -- Forced where a role exists that may look past it for maintenance; without one, tests and restores could not.
    do $$ begin
      if exists (select from pg_roles where rolname = 'sponsio_maintenance') then
        alter table send_again_decisions force row level security;
      end if;
    end $$;
    create policy worker on send_again_decisions to sponsio_worker using (true) with check (true);
    create policy staff_reads on send_again_decisions for select to sponsio_app using (app_kind() = 'staff');
    create policy staff_decides on send_again_decisions for insert to sponsio_app with check (app_kind() = 'staff' and decided_by = app_user());
    grant select, insert on send_again_decisions to sponsio_app, sponsio_worker;
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table send_again_decisions`.execute(db);
}
