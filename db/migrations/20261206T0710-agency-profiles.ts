import { sql, type Kysely } from 'kysely';
import { runSqlFile } from '../sql-file.ts';
import { all, reads, secureFunction, secureTable } from '../secure-table.ts';

/** The page of an agency that brands and creators read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table agency_profiles (
      org_id uuid primary key references orgs,
      about text not null default '',
      website text,
      contact_email text,
      licence text not null default '',
      niches text[] not null default '{}',
      commission_min_bps int not null check (commission_min_bps between 0 and 3000),
      commission_max_bps int not null check (commission_max_bps between 0 and 3000),
      published_at timestamptz,
      updated_at timestamptz not null,
      check (commission_min_bps <= commission_max_bps)
    );
  `.execute(db);
  await secureTable(db, 'agency_profiles', {
    policies: {
      own: all('org_id = app_org()'),
      members_read: reads(`published_at is not null and app_kind() in ('brand', 'creator', 'agency')`),
    },
    app: {
      insert: true,
      update: [
        'about',
        'website',
        'contact_email',
        'licence',
        'niches',
        'commission_min_bps',
        'commission_max_bps',
        'published_at',
        'updated_at',
      ],
    },
    worker: ['select', 'insert', 'update', 'delete'],
  });
  await runSqlFile(db, '20261206T0710-listed-roster.sql');
  await secureFunction(db, 'listed_roster(uuid)', ['sponsio_app']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function listed_roster(uuid); drop table agency_profiles`.execute(db);
}
