import { sql, type Kysely } from 'kysely';
import { all, secureTable } from '../secure-table.ts';

const OWN = { own: all('org_id = app_org()') };

/** Lists of creators that an org keeps, with a note for each place in a list, and the org's tags of creators. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table creator_lists (
      id uuid primary key,
      org_id uuid not null references orgs,
      name text not null check (length(name) between 1 and 60),
      created_by text not null,
      created_at timestamptz not null,
      unique (id, org_id)
    );
    create unique index creator_lists_name on creator_lists (org_id, lower(name));
    create index creator_lists_org on creator_lists (org_id, created_at desc, id desc);
    create table creator_list_items (
      list_id uuid not null,
      org_id uuid not null,
      creator_org uuid not null references orgs,
      added_by text not null,
      note text not null default '' check (length(note) <= 500),
      added_at timestamptz not null,
      primary key (list_id, creator_org),
      foreign key (list_id, org_id) references creator_lists (id, org_id) on delete cascade
    );
    create index creator_list_items_order on creator_list_items (list_id, added_at desc, creator_org desc);
    create index creator_list_items_org on creator_list_items (org_id, creator_org);
    create index creator_list_items_creator on creator_list_items (creator_org);
    create table creator_tags (
      org_id uuid not null references orgs,
      creator_org uuid not null references orgs,
      tag text not null check (length(tag) between 1 and 30),
      created_at timestamptz not null,
      primary key (org_id, creator_org, tag)
    );
    create index creator_tags_tag on creator_tags (org_id, tag);
    create index creator_tags_creator on creator_tags (creator_org)`.execute(db);
  await secureTable(db, 'creator_lists', {
    policies: OWN,
    staffReads: false,
    app: { insert: true, update: ['name'], delete: true },
    worker: ['select', 'delete'],
  });
  await secureTable(db, 'creator_list_items', {
    policies: OWN,
    staffReads: false,
    app: { insert: true, update: ['note'], delete: true },
    worker: ['select', 'delete'],
  });
  await secureTable(db, 'creator_tags', {
    policies: OWN,
    staffReads: false,
    app: { insert: true, delete: true },
    worker: ['select', 'delete'],
  });
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table creator_tags; drop table creator_list_items; drop table creator_lists`.execute(db);
}
