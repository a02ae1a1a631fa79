import { sql, type Kysely } from 'kysely';
import { all, secureFunction, secureTable } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

const OWN = { own: all('org_id = app_org()') };

/**
 * Files of creators that an org brings along: the file with what was found in it, the people read from it, the rows that were
 * refused, and the merges of rows with the same handle. Only the org sees them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table imports (
      id uuid primary key,
      org_id uuid not null references orgs,
      created_by text not null,
      file_name text not null,
      storage_key text not null,
      size bigint not null,
      state text not null check (state in ('reading', 'ready', 'running', 'done', 'refused', 'canceled')),
      -- Code of the reason why the file cannot be read.
      refusal text,
      format text not null check (format in ('csv', 'xlsx')),
      -- As found in the file, or as chosen instead.
      encoding text,
      encoding_chosen boolean not null default false,
      delimiter text,
      headings jsonb not null default '[]',
      -- The first rows, as text.
      sample jsonb not null default '[]',
      -- Language in which numbers are read.
      locale text not null default 'en',
      -- Field to index of the column.
      mapping jsonb not null default '{}',
      -- Network of the rows that name none.
      platform text check (platform in ('instagram', 'tiktok', 'youtube', 'blog', 'ugc')),
      basis text check (basis in ('consent', 'contract', 'interest')),
      -- Where the org has the data from, in its own words; the people can read it.
      source text,
      rows_total int check (rows_total >= 0),
      rows_read int not null default 0,
      rows_added int not null default 0,
      rows_merged int not null default 0,
      rows_refused int not null default 0,
      version int not null default 1,
      created_at timestamptz not null,
      changed_at timestamptz not null,
      ended_at timestamptz,
      constraint imports_basis check (state not in ('running', 'done') or (basis is not null and source is not null)),
      constraint imports_refusal check ((state = 'refused') = (refusal is not null))
    );
    create index imports_org on imports (org_id, created_at desc, id desc);
    create index imports_open on imports (id) where state in ('reading', 'ready', 'running');
    create table imported_creators (
      id uuid primary key,
      org_id uuid not null references orgs,
      import_id uuid not null references imports on delete cascade,
      row int not null,
      platform text not null,
      handle text not null,
      name text,
      email text,
      followers bigint,
      engagement_bps int,
      country text,
      city text,
      language text,
      note text,
      -- The member whose connected account has this handle.
      creator_org uuid references orgs,
      linked_at timestamptz,
      -- Kept beside the person of the same handle: their merge was undone.
      separate boolean not null default false,
      created_at timestamptz not null,
      changed_at timestamptz not null
    );
    create unique index imported_creators_handle on imported_creators (org_id, platform, handle) where not separate;
    create index imported_creators_network on imported_creators (platform, handle);
    create index imported_creators_list on imported_creators (org_id, created_at desc, id desc);
    create index imported_creators_import on imported_creators (import_id);
    create index imported_creators_member on imported_creators (creator_org) where creator_org is not null;
    create table import_refused_rows (
      import_id uuid not null references imports on delete cascade,
      row int not null,
      org_id uuid not null references orgs,
      field text not null,
      code text not null,
      -- Text of each mapped field, by field.
      cells jsonb not null,
      primary key (import_id, row)
    );
    create index import_refused_rows_org on import_refused_rows (org_id);
    create table import_merges (
      id uuid primary key,
      org_id uuid not null references orgs,
      import_id uuid not null references imports on delete cascade,
      creator_id uuid not null references imported_creators on delete cascade,
      row int not null,
      -- The person before the merge, and what the row says.
      before jsonb not null,
      incoming jsonb not null,
      created_at timestamptz not null,
      undone_at timestamptz
    );
    create index import_merges_list on import_merges (org_id, created_at desc, id desc);
    create index import_merges_import on import_merges (import_id, row);
    create index import_merges_creator on import_merges (creator_id)`.execute(db);
  await secureTable(db, 'imports', {
    policies: OWN,
    app: {
      insert: true,
      update: [
        'state',
        'encoding',
        'encoding_chosen',
        'locale',
        'mapping',
        'platform',
        'basis',
        'source',
        'rows_added',
        'rows_refused',
        'rows_merged',
        'version',
        'changed_at',
        'ended_at',
      ],
    },
    worker: ['select', 'update', 'delete'],
  });
  await secureTable(db, 'imported_creators', {
    policies: OWN,
    staffReads: false,
    app: {
      insert: true,
      update: [
        'name',
        'email',
        'followers',
        'engagement_bps',
        'country',
        'city',
        'language',
        'note',
        'import_id',
        'row',
        'changed_at',
      ],
      delete: true,
    },
    worker: ['select', 'insert', 'update', 'delete'],
  });
  await secureTable(db, 'import_refused_rows', {
    policies: OWN,
    staffReads: false,
    app: { delete: true },
    worker: ['select', 'insert', 'delete'],
  });
  await secureTable(db, 'import_merges', {
    policies: OWN,
    staffReads: false,
    app: { insert: true, update: ['undone_at'] },
    worker: ['select', 'insert', 'delete'],
  });
  await runSqlFile(db, '20261204T0800-imports.sql');
  await secureFunction(db, 'import_link(text, text, uuid)', []);
  await secureFunction(db, 'import_on_account()', []);
  await sql`
    create trigger social_accounts_imports after insert or update of state, handle on social_accounts
      for each row when (new.state = 'connected') execute function import_on_account()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop trigger social_accounts_imports on social_accounts;
    drop function import_on_account(), import_link(text, text, uuid);
    drop table import_merges, import_refused_rows, imported_creators, imports`.execute(db);
}
