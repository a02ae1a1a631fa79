import { sql, type Kysely } from 'kysely';

/** The end of a session, and a change of an org's hold or members, are told on the live channel, so that what is open under them ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create function notify_session_ended() returns trigger language plpgsql as $$
    begin
      perform pg_notify('sponsio_live', jsonb_build_object('topics', jsonb_build_array('session:' || old."id"), 'table', 'session')::text);
      return null;
    end $$;
    create trigger session_ended after delete on auth."session" for each row execute function notify_session_ended();

    create function notify_standing() returns trigger language plpgsql as $$
    declare
      org text := case when tg_table_name = 'orgs' then to_jsonb(new)->>'id' else to_jsonb(old)->>'org_id' end;
    begin
      perform pg_notify('sponsio_live', jsonb_build_object('topics', jsonb_build_array('standing:' || org), 'table', tg_table_name)::text);
      return null;
    end $$;
    create trigger orgs_standing after update of suspended_at on orgs
      for each row when (old.suspended_at is distinct from new.suspended_at) execute function notify_standing();
    create trigger members_standing after delete or update of role on org_members for each row execute function notify_standing();
  `)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    drop trigger session_ended on auth."session";
    drop trigger orgs_standing on orgs;
    drop trigger members_standing on org_members;
    drop function notify_session_ended(), notify_standing();
  `)
    .execute(db);
}
