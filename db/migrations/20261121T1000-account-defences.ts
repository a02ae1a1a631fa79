import { sql, type Kysely } from 'kysely';

/** What the public account calls and the sign-in lock count by. Neither table holds an address: keys are keyed hashes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- Codes are made for any mailbox that asks, so that asking tells nothing; the worker looks whether somebody lives there.
    alter table one_time_codes add column mail_settled_at timestamptz;
    update one_time_codes set mail_settled_at = created_at;
    create index one_time_codes_age on one_time_codes(created_at);
    grant delete on one_time_codes to sponsio_worker;
    create function account_of_mailbox(p_email text) returns table (user_id text, verified boolean)
      language sql stable security definer set search_path = public, pg_temp as $$
      select u."id", u."emailVerified" from auth."user" u where u."email" = lower(p_email) $$;
    revoke all on function account_of_mailbox(text) from public;
    grant execute on function account_of_mailbox(text) to sponsio_worker, sponsio_app;

    -- One row per password that was tried and did not open the account.
    create table sign_in_attempts (
      id bigint generated always as identity primary key,
      mailbox_key text not null,
      device_key text not null,
      at timestamptz not null default now(),
      cleared_at timestamptz
    );
    create index sign_in_attempts_key on sign_in_attempts(mailbox_key, device_key, at desc);
    create index sign_in_attempts_age on sign_in_attempts(at);
    create table address_counts (
      key text not null,
      window_start timestamptz not null,
      count int not null,
      primary key (key, window_start)
    );
    create index address_counts_age on address_counts(window_start);
  `)
    .execute(db);
  for (const name of ['sign_in_attempts', 'address_counts']) {
    await sql
      .raw(`
      alter table ${name} enable row level security;
      grant select, insert, update, delete on ${name} to sponsio_app;
      grant select, delete on ${name} to sponsio_worker;
      create policy worker on ${name} to sponsio_worker using (true) with check (true);
      create policy counts on ${name} to sponsio_app using (app_kind() = 'anonymous') with check (app_kind() = 'anonymous');
    `)
      .execute(db);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    drop table sign_in_attempts, address_counts;
    drop function account_of_mailbox(text);
    revoke delete on one_time_codes from sponsio_worker;
    drop index one_time_codes_age;
    alter table one_time_codes drop column mail_settled_at;
  `)
    .execute(db);
}
