import { sql, type Kysely } from 'kysely';

/** Staff put an org on hold and lift it; an org cannot do so itself, although it may write its own row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`
    create policy staff_suspends on orgs for update to sponsio_app using (app_kind() = 'staff') with check (app_kind() = 'staff');
    create function orgs_guard_suspension() returns trigger language plpgsql as $$
    begin
      if current_user = 'sponsio_app' and app_kind() <> 'staff' then
        raise exception 'only staff put an org on hold' using errcode = 'insufficient_privilege';
      end if;
      return new;
    end $$;
    create trigger orgs_suspension before update of suspended_at on orgs
      for each row when (old.suspended_at is distinct from new.suspended_at) execute function orgs_guard_suspension();
  `).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`
    drop trigger orgs_suspension on orgs;
    drop function orgs_guard_suspension();
    drop policy staff_suspends on orgs;
  `).execute(db);
}
