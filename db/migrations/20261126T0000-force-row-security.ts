import { sql, type Kysely } from 'kysely';
import { ownedByDefiner } from '../secure-table.ts';

/** Functions that any connection could call until now. Trigger functions are called by nobody. */
const CALLERS: Record<string, string> = {
  'assert_workflow_started()': '',
  'brand_money(uuid)': 'sponsio_app, sponsio_worker',
  'brand_payment_facts(uuid[])': 'sponsio_app, sponsio_worker',
  'campaign_slots_taken(uuid[])': 'sponsio_app, sponsio_worker',
  'completed_deals(uuid)': 'sponsio_app, sponsio_worker',
  'contract_balances(uuid[])': 'sponsio_app, sponsio_worker',
  'deletion_status(text)': 'sponsio_app, sponsio_worker',
  'known_contract_file(text)': 'sponsio_app, sponsio_worker',
  'milestone_balances(uuid[])': 'sponsio_app, sponsio_worker',
  'milestone_postings(uuid)': 'sponsio_app, sponsio_worker',
  'offer_facts(uuid, timestamptz)': 'sponsio_app, sponsio_worker',
  'platform_surplus(text)': 'sponsio_app, sponsio_worker',
  'public_figures()': 'sponsio_app, sponsio_worker',
  'representation_of(uuid, timestamptz)': 'sponsio_app, sponsio_worker',
};

/** What functions asked about their caller, and what they ask now: the roles that they serve without a look at the actor. */
const SERVES: [before: string, after: string][] = [
  [`session_user <> 'sponsio_app'`, `session_user in ('sponsio_worker')`],
  [`current_user <> 'sponsio_app'`, `current_user in ('sponsio_worker', 'sponsio_definer', 'sponsio_maintenance')`],
  [`current_user not in ('sponsio_app', 'sponsio_worker')`, `current_user in ('sponsio_definer')`],
];

const tablesOf = async (db: Kysely<unknown>): Promise<string[]> =>
  (
    await sql<{
      name: string;
    }>`select c.oid::regclass::text as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname not like 'kysely%'`.execute(
      db,
    )
  ).rows.map((r) => r.name);

const definersOf = async (db: Kysely<unknown>): Promise<string[]> =>
  (
    await sql<{
      signature: string;
    }>`select p.oid::regprocedure::text as signature from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef`.execute(
      db,
    )
  ).rows.map((r) => r.signature);

async function rewrite(db: Kysely<unknown>, pairs: readonly (readonly [from: string, to: string])[]): Promise<void> {
  for (const [from, to] of pairs) {
    const { rows } = await sql<{ text: string }>`
      select pg_get_functiondef(p.oid) as text from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and strpos(p.prosrc, ${from}) > 0`.execute(
      db,
    );
    for (const { text } of rows) await sql.raw(text.replaceAll(from, to)).execute(db);
  }
}

/**
 * Row security binds the owner of the tables as well. What must see every row says so by its role: functions through
 * sponsio_definer, work on data through sponsio_maintenance.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    do $$ begin
      if (select count(*) from pg_roles where rolname in ('sponsio_definer', 'sponsio_maintenance') and rolbypassrls and not rolcanlogin) < 2
        or not pg_has_role(current_user, 'sponsio_definer', 'member') or not pg_has_role(current_user, 'sponsio_maintenance', 'member') then
        raise exception 'create the roles sponsio_definer and sponsio_maintenance (NOLOGIN, BYPASSRLS) and grant both to % before migrating; docs/running.md has the statements', current_user;
      end if;
    end $$;
    grant usage on schema public, auth to sponsio_definer, sponsio_maintenance;
    grant select, insert, update, delete on all tables in schema public, auth to sponsio_definer, sponsio_maintenance;
    revoke insert, update, delete on kysely_migration, kysely_migration_lock from sponsio_definer, sponsio_maintenance;
    grant usage, select, update on all sequences in schema public, auth to sponsio_definer, sponsio_maintenance;
    alter default privileges in schema public grant select, insert, update, delete on tables to sponsio_definer, sponsio_maintenance;
    alter default privileges in schema auth grant select, insert, update, delete on tables to sponsio_definer, sponsio_maintenance;
    alter default privileges in schema public grant usage, select, update on sequences to sponsio_definer, sponsio_maintenance;
    alter default privileges in schema auth grant usage, select, update on sequences to sponsio_definer, sponsio_maintenance;
  `)
    .execute(db);
  await rewrite(db, SERVES);
  for (const [signature, roles] of Object.entries(CALLERS)) {
    await sql.raw(`revoke all on function ${signature} from public`).execute(db);
    if (roles) await sql.raw(`grant execute on function ${signature} to ${roles}`).execute(db);
  }
  await ownedByDefiner(db, await definersOf(db));
  for (const name of await tablesOf(db)) await sql.raw(`alter table ${name} force row level security`).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const name of await tablesOf(db)) await sql.raw(`alter table ${name} no force row level security`).execute(db);
  for (const signature of await definersOf(db))
    await sql.raw(`alter function ${signature} owner to current_user`).execute(db);
  for (const [signature, roles] of Object.entries(CALLERS)) {
    if (roles) await sql.raw(`revoke execute on function ${signature} from ${roles}`).execute(db);
    await sql.raw(`grant execute on function ${signature} to public`).execute(db);
  }
  await rewrite(
    db,
    SERVES.map(([before, after]) => [after, before] as const),
  );
  await sql
    .raw(`
    alter default privileges in schema public revoke all on tables from sponsio_definer, sponsio_maintenance;
    alter default privileges in schema auth revoke all on tables from sponsio_definer, sponsio_maintenance;
    alter default privileges in schema public revoke all on sequences from sponsio_definer, sponsio_maintenance;
    alter default privileges in schema auth revoke all on sequences from sponsio_definer, sponsio_maintenance;
    revoke all on all tables in schema public, auth from sponsio_definer, sponsio_maintenance;
    revoke all on all sequences in schema public, auth from sponsio_definer, sponsio_maintenance;
    revoke usage on schema public, auth from sponsio_definer, sponsio_maintenance;
  `)
    .execute(db);
}
