import { sql, type Kysely } from 'kysely';

/** Up to when a person has read a thread. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table thread_reads (
      user_id text not null,
      offer_id uuid not null references offers,
      read_at timestamptz not null,
      primary key (user_id, offer_id)
    );
    create index thread_reads_offer on thread_reads(offer_id);
    alter table thread_reads enable row level security;
    grant select, insert on thread_reads to sponsio_app;
    grant update (read_at) on thread_reads to sponsio_app;
    grant select, insert, update, delete on thread_reads to sponsio_worker;
    create policy worker on thread_reads to sponsio_worker using (true) with check (true);
    create policy own on thread_reads to sponsio_app using (user_id = app_user()) with check (user_id = app_user());

    -- Forced where a role exists that may look past it for maintenance; without one, tests and restores could not.
    do $$ begin
      if exists (select from pg_roles where rolname = 'sponsio_maintenance') then
        alter table thread_reads force row level security;
      end if;
    end $$;
  `)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table thread_reads`.execute(db);
}
