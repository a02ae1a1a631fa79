import { sql, type Kysely } from 'kysely';
import { all, reads, secureFunction, secureTable } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

/** The newest ranking of each open campaign, kept by a workflow; what creators were shown, and what they hid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table campaign_matches (
      campaign_id uuid primary key references campaigns on delete cascade,
      brand_org uuid not null references orgs,
      state text not null check (state in ('ready', 'stale')),
      considered int not null check (considered >= 0),
      first_made_at timestamptz not null,
      made_at timestamptz not null,
      -- Since when a creator of the ranking or the campaign differs from it.
      stale_at timestamptz,
      -- The next night.
      due_at timestamptz not null,
      -- When the brand was last notified of new fits.
      noticed_at timestamptz,
      check ((state = 'stale') = (stale_at is not null))
    );
    create index campaign_matches_brand on campaign_matches (brand_org);
    create trigger campaign_matches_live after insert or update on campaign_matches
      for each row execute function notify_live();
    create table campaign_fits (
      campaign_id uuid not null references campaign_matches on delete cascade,
      position int not null check (position > 0),
      brand_org uuid not null references orgs,
      creator_org uuid not null references orgs,
      -- Tenths of a point, from 0 to 1000.
      fit int not null check (fit between 0 and 1000),
      -- The part that lifts the fit most; null where none does.
      reason text,
      found_at timestamptz not null,
      primary key (campaign_id, creator_org),
      unique (campaign_id, position) deferrable initially deferred
    );
    create index campaign_fits_brand on campaign_fits (brand_org);
    create index campaign_fits_creator on campaign_fits (creator_org);
    create table hidden_campaigns (
      org_id uuid not null references orgs,
      campaign_id uuid not null references campaigns on delete cascade,
      hidden_at timestamptz not null,
      primary key (org_id, campaign_id)
    );
    create index hidden_campaigns_campaign on hidden_campaigns (campaign_id);
    create table creator_match_runs (
      id uuid primary key,
      -- The creator who saw it.
      org_id uuid not null references orgs,
      considered int not null check (considered >= 0),
      made_at timestamptz not null,
      -- Campaigns in their order, each with fit and parts.
      results jsonb not null
    );
    create index creator_match_runs_org on creator_match_runs (org_id, made_at desc);
    create index creator_match_runs_made on creator_match_runs (made_at)`.execute(db);
  for (const table of ['campaign_matches', 'campaign_fits'])
    await secureTable(db, table, {
      policies: { own: reads('brand_org = app_org()') },
      app: {},
      worker: ['select', 'insert', 'update', 'delete'],
    });
  const own = { own: all('org_id = app_org()') };
  await secureTable(db, 'hidden_campaigns', {
    policies: own,
    app: { insert: true, delete: true },
    worker: ['select', 'delete'],
  });
  await secureTable(db, 'creator_match_runs', { policies: own, app: { insert: true }, worker: ['select', 'delete'] });

  await runSqlFile(db, '20261204T0710-stale-matches.sql');
  await secureFunction(db, 'mark_matches_stale()', []);
  for (const [name, event, rows] of [
    ['inserted', 'insert', 'new'],
    ['deleted', 'delete', 'old'],
  ] as const)
    await sql
      .raw(
        `create trigger creator_search_${name} after ${event} on creator_search referencing ${rows} table as changed
        for each statement execute function mark_matches_stale()`,
      )
      .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop trigger creator_search_inserted on creator_search; drop trigger creator_search_deleted on creator_search;
    drop function mark_matches_stale(); drop table creator_match_runs; drop table hidden_campaigns;
    drop table campaign_fits; drop table campaign_matches`.execute(db);
}
