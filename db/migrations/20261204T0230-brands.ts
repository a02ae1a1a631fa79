import { sql, type Kysely } from 'kysely';
import { all, reads, secureFunction, secureTable } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

const POLICIES = { own: all('org_id = app_org()'), members: reads(`app_kind() in ('brand', 'creator', 'agency')`) };

/** The profile of a brand, and its locations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table brand_profiles (
      org_id uuid primary key references orgs,
      description text not null default '' check (length(description) <= 1000),
      website text check (length(website) <= 200),
      niches text[] not null default '{}',
      -- Of the brand kit, as #rrggbb.
      colors text[] not null default '{}',
      -- The audience that the brand looks for.
      audience jsonb not null default '{}',
      claims_allowed text[] not null default '{}',
      claims_forbidden text[] not null default '{}',
      updated_at timestamptz not null
    );
    create table brand_locations (
      id uuid primary key,
      org_id uuid not null references orgs,
      position int not null check (position >= 0),
      name text not null check (length(name) between 1 and 80),
      address text not null default '' check (length(address) <= 200),
      city text,
      country text,
      place_id int,
      lat double precision,
      lon double precision,
      check ((lat is null) = (lon is null))
    );
    create index brand_locations_org on brand_locations (org_id, position);
    create index if not exists orgs_brands on orgs (created_at desc, id desc) where kind = 'brand' and closed_at is null`.execute(
    db,
  );
  await secureTable(db, 'brand_profiles', {
    policies: POLICIES,
    app: {
      insert: true,
      update: [
        'description',
        'website',
        'niches',
        'colors',
        'audience',
        'claims_allowed',
        'claims_forbidden',
        'updated_at',
      ],
    },
    worker: ['select', 'delete'],
  });
  await secureTable(db, 'brand_locations', {
    policies: POLICIES,
    app: { insert: true, delete: true },
    worker: ['select', 'delete'],
  });
  await runSqlFile(db, '20261204T0230-brands.sql');
  await secureFunction(db, 'brand_reply_times(uuid[])', ['sponsio_app']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop function brand_reply_times(uuid[]); drop index orgs_brands;
    drop table brand_locations; drop table brand_profiles`.execute(db);
}
