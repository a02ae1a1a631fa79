import { sql, type Kysely } from 'kysely';
import { secureFunction } from '../secure-table.ts';

/**
 * Mails, notices and lines of the audit log are kept for a time. Nobody deletes from the audit log but the function below,
 * and whatever it is asked for, it takes no line younger than ten years, or than two where its action is named to it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    set local check_function_bodies = off;
    create index mails_past on mails(created_at) where state <> 'queued';
    create index notices_past on notices(created_at) where expanded_at is not null;
    create index notifications_age on notifications(created_at);
    create index audit_log_age on audit_log(at);
    grant delete on mails, notices, notifications to sponsio_worker;

    create function refuse_audit_change() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' and current_user in ('sponsio_definer') and old.at < now() - interval '2 years' then return old; end if;
        raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation', constraint = 'append_only';
      end $$;
    drop trigger audit_log_append_only on audit_log;
    create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_audit_change();

    create function clear_audit_log(p_before timestamptz, p_short_before timestamptz, p_short text[], p_limit integer) returns integer
      language sql security definer set search_path = public, pg_temp as $$
      with gone as (
        delete from audit_log where id in (
          select id from audit_log
            where at < least(p_before, now() - interval '10 years') or (at < least(p_short_before, now() - interval '2 years') and split_part(action, '.', 1) = any(p_short))
            order by at limit p_limit) returning 1
      ) select count(*)::integer from gone $$;
  `.execute(db);
  await secureFunction(db, 'clear_audit_log(timestamptz, timestamptz, text[], integer)', ['sponsio_worker']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop function clear_audit_log(timestamptz, timestamptz, text[], integer);
    drop trigger audit_log_append_only on audit_log;
    create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_change();
    drop function refuse_audit_change();
    revoke delete on mails, notices, notifications from sponsio_worker;
    drop index mails_past, notices_past, notifications_age, audit_log_age;
  `.execute(db);
}
