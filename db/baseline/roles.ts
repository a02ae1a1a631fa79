import { sql, type Kysely } from 'kysely';

/**
 * Schemas and the rights in them. The application sees only rows that `app.user`, `app.org` and `app.kind` of its
 * transaction allow, none when they are unset; the worker sees all rows. Row security binds the owner of the tables as
 * well: functions that must see every row belong to sponsio_definer, work on data runs as sponsio_maintenance.
 */
export async function createSchemas(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$ begin
      if (select count(*) from pg_roles where rolname in ('sponsio_app', 'sponsio_worker')) < 2 then
        raise exception 'create the roles sponsio_app and sponsio_worker (LOGIN, NOBYPASSRLS) before migrating';
      end if;
      if (select count(*) from pg_roles where rolname in ('sponsio_definer', 'sponsio_maintenance')
          and rolbypassrls and not rolcanlogin and pg_has_role(current_user, oid, 'member')) < 2 then
        raise exception 'create the roles sponsio_definer and sponsio_maintenance (NOLOGIN, BYPASSRLS) and grant both to % before migrating', current_user
          using hint = 'npm run db:roles does it; docs/running.md has the statements';
      end if;
    end $$;
    create schema auth;
    grant usage on schema public to sponsio_app, sponsio_worker, sponsio_definer, sponsio_maintenance;
    grant usage on schema auth to sponsio_app, sponsio_definer, sponsio_maintenance;
    grant select on kysely_migration, kysely_migration_lock to sponsio_definer, sponsio_maintenance;
  `.execute(db);
  for (const schema of ['public', 'auth'])
    await sql
      .raw(
        `alter default privileges in schema ${schema} grant select, insert, update, delete on tables to sponsio_definer, sponsio_maintenance;
        alter default privileges in schema ${schema} grant usage, select, update on sequences to sponsio_definer, sponsio_maintenance`,
      )
      .execute(db);
}
