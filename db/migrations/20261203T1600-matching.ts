import { sql, type Kysely } from 'kysely';
import { all, secureTable } from '../secure-table.ts';

const OWN = { own: all('org_id = app_org()') };

/** Every ranking that an org was shown: what it was made from, and who stood where with which fit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table match_runs (
      id uuid primary key,
      -- The org that saw it.
      org_id uuid not null references orgs,
      campaign_id uuid not null references campaigns on delete cascade,
      -- Shares of one, by part.
      weights jsonb not null,
      considered int not null check (considered >= 0),
      made_at timestamptz not null
    );
    create index match_runs_org on match_runs (org_id, made_at desc);
    create index match_runs_campaign on match_runs (campaign_id, made_at desc);
    create index match_runs_made on match_runs (made_at);
    create table match_results (
      run_id uuid not null references match_runs on delete cascade,
      position int not null check (position > 0),
      org_id uuid not null references orgs,
      creator_org uuid not null references orgs,
      -- Tenths of a point, from 0 to 1000.
      fit int not null check (fit between 0 and 1000),
      parts jsonb not null,
      is_newcomer boolean not null,
      primary key (run_id, position)
    );
    create index match_results_org on match_results (org_id);
    create index match_results_creator on match_results (creator_org)`.execute(db);
  await secureTable(db, 'match_runs', { policies: OWN, app: { insert: true }, worker: ['select', 'delete'] });
  await secureTable(db, 'match_results', { policies: OWN, app: { insert: true }, worker: ['select', 'delete'] });
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table match_results; drop table match_runs`.execute(db);
}
