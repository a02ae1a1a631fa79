import { sql, type Kysely } from 'kysely';

/** The last second factor of an account goes a day after it was asked for, unless somebody stops it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`
    create table factor_removals (
      id uuid primary key,
      user_id text not null references auth."user" ("id") on delete cascade,
      -- Null: the authenticator.
      passkey_id text,
      state text not null default 'planned' check (state in ('planned','removed','stopped','replaced')),
      requested_at timestamptz not null,
      due_at timestamptz not null,
      updated_at timestamptz not null,
      ended_at timestamptz
    );
    create unique index factor_removals_one_open on factor_removals(user_id) where state = 'planned';
    create constraint trigger factor_removals_need_workflow after insert on factor_removals deferrable initially deferred
      for each row execute function assert_workflow_started('factor-removal');
    grant select, insert, update on factor_removals to sponsio_app;
    grant select on factor_removals to sponsio_worker;
    alter table factor_removals enable row level security;
    create policy worker on factor_removals to sponsio_worker using (true) with check (true);
    create policy own on factor_removals to sponsio_app using (user_id = app_user()) with check (user_id = app_user());

    -- What the worker may change about sign-in accounts: take away the very factor whose time is over.
    create function remove_factor(p_removal uuid) returns text
      language plpgsql security definer set search_path = public, pg_temp as $$
    declare r factor_removals%rowtype;
    begin
      update factor_removals set state = 'removed', updated_at = now(), ended_at = now()
        where id = p_removal and state = 'planned' and due_at <= now() returning * into r;
      if not found then return null; end if;
      if r.passkey_id is null then
        delete from auth."twoFactor" where "userId" = r.user_id;
        update auth."user" set "twoFactorEnabled" = false where "id" = r.user_id;
      else
        delete from auth."passkey" where "id" = r.passkey_id and "userId" = r.user_id;
      end if;
      return r.user_id;
    end $$;
    revoke all on function remove_factor(uuid) from public;
    grant execute on function remove_factor(uuid) to sponsio_worker;
  `);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`drop function remove_factor(uuid); drop table factor_removals`).execute(db);
}
