import { sql, type Kysely } from 'kysely';
import { all, secureTable } from '../secure-table.ts';

const OWN = { own: all('org_id = app_org()') };

/** Searches that a brand saved, each with a daily digest of new creators where it is switched on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table saved_searches (
      id uuid primary key,
      org_id uuid not null references orgs,
      name text not null check (length(name) between 1 and 60),
      filters jsonb not null,
      created_by text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      alert boolean not null default false,
      -- When the next digest is due; the morning in the zone of the org's owner.
      next_digest_at timestamptz,
      last_digest_at timestamptz,
      constraint saved_searches_next_if_alert check (alert = (next_digest_at is not null))
    );
    create unique index saved_searches_name on saved_searches (org_id, lower(name));
    create index saved_searches_org on saved_searches (org_id, created_at desc, id desc);
    create index saved_searches_alert on saved_searches (updated_at) where alert;
    create constraint trigger saved_searches_need_workflow after insert or update of alert on saved_searches
      deferrable initially deferred for each row when (new.alert) execute function assert_workflow_started('saved-search');
    create table saved_search_results (
      search_id uuid not null references saved_searches on delete cascade,
      org_id uuid not null references orgs,
      creator_org uuid not null references orgs,
      -- The digest that named the creator; null for those who were results when the digest was switched on.
      digest_at timestamptz,
      primary key (search_id, creator_org)
    );
    create index saved_search_results_new on saved_search_results (search_id, digest_at desc, creator_org desc)
      where digest_at is not null;
    create index saved_search_results_org on saved_search_results (org_id);
    create index saved_search_results_creator on saved_search_results (creator_org)`.execute(db);
  await secureTable(db, 'saved_searches', {
    policies: OWN,
    staffReads: false,
    app: { insert: true, update: ['name', 'filters', 'alert', 'next_digest_at', 'updated_at'], delete: true },
    worker: ['select', 'update', 'delete'],
  });
  await secureTable(db, 'saved_search_results', {
    policies: OWN,
    staffReads: false,
    app: { insert: true },
    worker: ['select', 'insert', 'delete'],
  });
  // The worker searches in the name of an org.
  await sql`grant execute on function orgs_blocked() to sponsio_worker`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    revoke execute on function orgs_blocked() from sponsio_worker;
    drop table saved_search_results; drop table saved_searches`.execute(db);
}
