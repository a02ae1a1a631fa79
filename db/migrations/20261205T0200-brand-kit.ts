import { sql, type Kysely } from 'kysely';
import { all, mayUpdate, reads, secureFunction, secureTable, STAFF, updates } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

const READER = `app_kind() in ('brand', 'creator', 'agency')`;
const TEXT_KINDS = ['name', 'headline', 'bio', 'ad', 'package', 'review', 'reply', 'message'];
const NEW_TEXT_KINDS = ['brand', 'brand_claims', 'brand_avoids'];
const CODE_PURPOSES = ['verify', 'reset', 'delete', 'email'];

const oneOf = (column: string, values: readonly string[]) =>
  sql.raw(`check (${column} in (${values.map((value) => `'${value}'`).join(', ')}))`);

/** Values that a check of a column accepts besides those it accepts now. */
async function accept(
  db: Kysely<unknown>,
  { table, column, values }: { table: string; column: string; values: readonly string[] },
): Promise<void> {
  const constraint = `${table}_${column}_check`;
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = ${constraint}`.execute(db);
  const now = [...(rows[0]?.definition ?? '').matchAll(/'([a-z_]+)'/g)].map((match) => match[1]!);
  await sql`alter table ${sql.table(table)} drop constraint ${sql.id(constraint)},
    add constraint ${sql.id(constraint)} ${oneOf(column, [...new Set([...now, ...values])])}`.execute(db);
}

/** Pictures and targets of a brand, the proof of its site's domain, and covers of campaigns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- At most a few hundred kilobytes each, so that a picture comes and goes with its row.
    create table brand_pictures (
      id uuid primary key,
      org_id uuid not null references orgs,
      kind text not null check (kind in ('logo', 'cover')),
      mime text not null check (mime in ('image/webp', 'image/jpeg')),
      bytes bytea not null,
      width int not null,
      height int not null,
      created_at timestamptz not null
    );
    create index brand_pictures_org on brand_pictures (org_id, kind, created_at, id);

    alter table brand_profiles
      add column logo_id uuid references brand_pictures on delete set null,
      -- Whom the brand looks for: a new campaign begins with it.
      add column targets jsonb not null default '{}',
      -- Profiles on networks.
      add column links text[] not null default '{}';
    create index brand_profiles_logo on brand_profiles (logo_id) where logo_id is not null;
    alter table campaigns add column cover_id uuid references brand_pictures on delete set null;
    create index campaigns_cover on campaigns (cover_id) where cover_id is not null;

    -- A proof that the brand controls the domain of its site, and the earlier ones.
    create table brand_verifications (
      id uuid primary key,
      org_id uuid not null references orgs,
      domain text not null check (domain = lower(domain) and length(domain) between 4 and 253),
      method text not null check (method in ('mail', 'dns')),
      state text not null check (state in ('pending', 'verified', 'failed')),
      -- What the TXT record contains.
      token text not null,
      -- The mailbox that the code went to.
      address text,
      -- Why it failed.
      reason text check (reason in ('no_record', 'wrong_record', 'unreachable', 'no_code', 'taken', 'record_gone', 'expired', 'site_changed', 'withdrawn')),
      check ((state = 'failed') = (reason is not null)),
      -- What the last check found instead of the record.
      found text check (found in ('none', 'other', 'unreachable')),
      misses int not null default 0 check (misses >= 0),
      verified_at timestamptz,
      check (state <> 'verified' or verified_at is not null),
      checked_at timestamptz,
      next_check_at timestamptz,
      created_by text,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index brand_verifications_org on brand_verifications (org_id, created_at desc, id desc);
    create unique index brand_verifications_open on brand_verifications (org_id) where state in ('pending', 'verified');
    create unique index brand_verifications_domain on brand_verifications (domain) where state = 'verified';
    create constraint trigger brand_verifications_need_workflow after insert on brand_verifications
      deferrable initially deferred for each row when (new.state <> 'failed')
      execute function assert_workflow_started('brand-verification')`.execute(db);
  await secureTable(db, 'brand_pictures', {
    policies: { own: all('org_id = app_org()'), members_read: reads(READER) },
    app: { insert: true, delete: true },
    worker: ['select', 'insert', 'delete'],
  });
  await secureTable(db, 'brand_verifications', {
    policies: { own: all('org_id = app_org()'), members_read_verified: reads(`${READER} and state = 'verified'`) },
    app: {
      insert: true,
      update: ['state', 'reason', 'found', 'misses', 'verified_at', 'checked_at', 'next_check_at', 'updated_at'],
    },
    worker: ['select', 'insert', 'update', 'delete'],
  });
  await mayUpdate(db, 'brand_profiles', ['logo_id', 'targets', 'links']);
  await mayUpdate(db, 'campaigns', ['cover_id']);
  await mayUpdate(db, 'orgs', ['slug']);
  await sql.raw(`create policy staff_decides on brand_profiles ${updates(STAFF)}`).execute(db);
  await accept(db, { table: 'held_texts', column: 'kind', values: NEW_TEXT_KINDS });
  await accept(db, { table: 'one_time_codes', column: 'purpose', values: ['domain'] });
  await sql`drop function market_page`.execute(db);
  await runSqlFile(db, '20261205T0200-market-verified.sql');
  await secureFunction(db, 'market_page', ['sponsio_app']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function market_page`.execute(db);
  await runSqlFile(db, '20261202T0300-market-niches.sql');
  await secureFunction(db, 'market_page', ['sponsio_app']);
  await sql`
    alter table one_time_codes drop constraint one_time_codes_purpose_check,
      add constraint one_time_codes_purpose_check ${oneOf('purpose', CODE_PURPOSES)};
    alter table held_texts drop constraint held_texts_kind_check,
      add constraint held_texts_kind_check ${oneOf('kind', TEXT_KINDS)};
    drop policy staff_decides on brand_profiles;
    revoke update (slug) on orgs from sponsio_app;
    drop table brand_verifications;
    alter table campaigns drop column cover_id;
    alter table brand_profiles drop column logo_id, drop column targets, drop column links;
    drop table brand_pictures`.execute(db);
}
