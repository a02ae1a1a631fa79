import { sql, type Kysely } from 'kysely';
import { all, asMaintenance, mayUpdate, reads, secureTable } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

/** How creators work: where they work and from when, formats, what they refuse, whether rates are public. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table creator_profiles
      add column formats text[] not null default '{}',
      -- Where the creator works: within service_km of the city, anywhere, or online only; null: not stated.
      add column service text check (service in ('area', 'anywhere', 'online')),
      add column service_km int check (service_km between 1 and 500),
      -- The day from which the creator takes new work; null: now.
      add column free_from date,
      -- Keys of the categories that the creator does not advertise.
      add column refused text[] not null default '{}',
      add column hides_rates boolean not null default false,
      add constraint creator_profiles_service_km check ((service_km is not null) = (service is not distinct from 'area'))`.execute(
    db,
  );
  await mayUpdate(db, 'creator_profiles', ['formats', 'service', 'service_km', 'free_from', 'refused', 'hides_rates']);

  await sql`
    create table creator_profile_drafts (
      org_id uuid primary key references orgs,
      -- Of the profile and its draft together: raised by each save of either.
      version int not null check (version > 0),
      -- The form as it was typed, valid or not; null: nothing that is not in the profile.
      content jsonb,
      saved_at timestamptz not null
    )`.execute(db);
  await secureTable(db, 'creator_profile_drafts', {
    policies: { own: all('org_id = app_org()') },
    staffReads: false,
    app: { insert: true, update: ['version', 'content', 'saved_at'] },
    worker: ['select', 'delete'],
  });

  // Hidden rates are read by those who deal with the creator.
  await sql
    .raw(
      `drop policy members_read on creator_rates;
      create policy members_read on creator_rates ${reads(
        `app_kind() in ('brand', 'creator', 'agency', 'newcomer') and not exists (
          select from creator_profiles p where p.org_id = creator_rates.org_id and p.hides_rates)`,
      )};
      create policy partners_read on creator_rates ${reads(
        `exists (select from applications a where a.creator_org = creator_rates.org_id and a.brand_org = app_org())
          or exists (select from offers f where f.creator_org = creator_rates.org_id and app_org() in (f.brand_org, f.agency_org))`,
      )}`,
    )
    .execute(db);

  await sql`
    alter table creator_search add column free_from date, add column service text, add column service_km int,
      add column hides_rates boolean not null default false, add column refused text[] not null default '{}'`.execute(
    db,
  );
  await runSqlFile(db, '20261205T0100-creator-profile.sql');
  // So far a profile was open for work from its publication on.
  await asMaintenance(db, () =>
    sql`update creator_profiles set available = true where published_at is null and hidden_at is null`.execute(db),
  );
  await asMaintenance(db, () => sql`select refresh_creator_search(null)`.execute(db));
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table creator_search drop column free_from, drop column service, drop column service_km, drop column hides_rates,
      drop column refused`.execute(db);
  await runSqlFile(db, '20261205T0100-creator-profile-down.sql');
  await sql
    .raw(
      `drop policy partners_read on creator_rates; drop policy members_read on creator_rates;
      create policy members_read on creator_rates ${reads(`app_kind() in ('brand', 'creator', 'agency', 'newcomer')`)}`,
    )
    .execute(db);
  await sql`
    drop table creator_profile_drafts;
    alter table creator_profiles drop column formats, drop column service, drop column service_km, drop column free_from,
      drop column refused, drop column hides_rates`.execute(db);
  await asMaintenance(db, () => sql`select refresh_creator_search(null)`.execute(db));
}
