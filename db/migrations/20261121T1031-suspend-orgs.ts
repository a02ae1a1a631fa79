import { sql, type Kysely } from 'kysely';

/** Staff put an org on hold and lift it, and change nothing else of it; an org cannot do so itself, although it may write its own row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create policy staff_suspends on orgs for update to sponsio_app using (app_kind() = 'staff') with check (app_kind() = 'staff');
    create function orgs_guard_suspension() returns trigger language plpgsql as $$
    begin
      if current_user <> 'sponsio_app' then
        return new;
      end if;
      if app_kind() = 'staff' and to_jsonb(old) - 'suspended_at' <> to_jsonb(new) - 'suspended_at' then
        raise exception 'staff change nothing of an org but its hold' using errcode = 'insufficient_privilege';
      end if;
      if app_kind() <> 'staff' and old.suspended_at is distinct from new.suspended_at then
        raise exception 'only staff put an org on hold' using errcode = 'insufficient_privilege';
      end if;
      return new;
    end $$;
    create trigger orgs_suspension before update on orgs
      for each row execute function orgs_guard_suspension();
  `)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    drop trigger orgs_suspension on orgs;
    drop function orgs_guard_suspension();
    drop policy staff_suspends on orgs;
  `)
    .execute(db);
}
