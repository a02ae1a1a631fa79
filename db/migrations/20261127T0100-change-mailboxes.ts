import { sql, type Kysely } from 'kysely';
import { mayUpdate, secureFunction } from '../secure-table.ts';

/** A person may change the address of the account. What waits to be sent to the old one follows where the caller names its kind. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    set local check_function_bodies = off;
    alter table one_time_codes drop constraint one_time_codes_purpose_check;
    alter table one_time_codes add constraint one_time_codes_purpose_check check (purpose in ('verify','reset','delete','email'));
    create index one_time_codes_user on one_time_codes(user_id, purpose, created_at desc) where user_id is not null;

    create function redirect_mails(p_to text, p_templates text[]) returns bigint language sql security definer set search_path = public, pg_temp as $$
      with moved as (
        update mails set to_address = p_to where user_id = app_user() and app_user() <> '' and state = 'queued' and template = any(p_templates) returning 1
      ) select count(*) from moved $$;
  `.execute(db);
  await mayUpdate(db, 'profiles', ['email', 'email_bounced_at']);
  await secureFunction(db, 'redirect_mails(text, text[])', ['sponsio_app']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop function redirect_mails(text, text[]);
    revoke update (email, email_bounced_at) on profiles from sponsio_app;
    drop index one_time_codes_user;
    alter table one_time_codes drop constraint one_time_codes_purpose_check;
    alter table one_time_codes add constraint one_time_codes_purpose_check check (purpose in ('verify','reset','delete')) not valid;
  `.execute(db);
}
