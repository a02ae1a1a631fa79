import { sql, type Kysely } from 'kysely';

/**
 * What each request key was used for. Written in the transaction of the act, so that a refused act leaves its key free;
 * deleted by upkeep, and with the person.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table request_keys (
      user_id text not null references profiles(id) on delete cascade,
      request_key text not null,
      act text not null,
      input_hash text not null,
      created_at timestamptz not null default now(),
      primary key (user_id, request_key)
    );
    create index request_keys_age on request_keys(created_at);
    alter table request_keys enable row level security;
    -- Forced where a role exists that may look past it for maintenance; without one, tests and restores could not.
    do $$ begin
      if exists (select from pg_roles where rolname = 'sponsio_maintenance') then
        alter table request_keys force row level security;
      end if;
    end $$;
    create policy worker on request_keys to sponsio_worker using (true) with check (true);
    create policy own on request_keys for select to sponsio_app using (user_id = app_user());
    create policy own_insert on request_keys for insert to sponsio_app with check (user_id = app_user() and app_org() is not null);
    grant select, insert on request_keys to sponsio_app;
    grant select, insert, delete on request_keys to sponsio_worker;
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table request_keys`.execute(db);
}
