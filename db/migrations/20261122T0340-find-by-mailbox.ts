import { sql, type Kysely } from 'kysely';

/**
 * Every mail that goes out looks for its reader by mailbox, and a person's copy and erasure look for mails and acts by person.
 * Sessions that ended, with the address they came from, go with the upkeep.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create index profiles_email on profiles(email);
    create index mails_user on mails(user_id) where user_id is not null;
    create index mails_address on mails(lower(to_address));
    create index audit_log_actor on audit_log(actor_user) where actor_user is not null;

    create function clear_ended_sessions(p_before timestamptz, p_limit int) returns int
      language sql security definer set search_path = public, pg_temp as $$
      with gone as (delete from auth."session" where "id" in (select "id" from auth."session" where "expiresAt" < p_before limit p_limit) returning 1)
      select count(*)::int from gone $$;
    revoke all on function clear_ended_sessions(timestamptz, int) from public;
    grant execute on function clear_ended_sessions(timestamptz, int) to sponsio_worker;
  `)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    drop function clear_ended_sessions(timestamptz, int);
    drop index profiles_email, mails_user, mails_address, audit_log_actor;
  `)
    .execute(db);
}
