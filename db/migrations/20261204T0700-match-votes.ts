import { sql, type Kysely } from 'kysely';
import { all, secureFunction, secureTable } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

/** A brand's answers about creators whom a ranking proposed, and public records of deals that the fit is computed from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table match_votes (
      campaign_id uuid not null references campaigns on delete cascade,
      creator_org uuid not null references orgs,
      -- The brand.
      org_id uuid not null references orgs,
      is_up boolean not null,
      reason text check (reason in ('topic', 'audience', 'place', 'price', 'content', 'other')),
      voted_at timestamptz not null,
      primary key (campaign_id, creator_org)
    );
    create index match_votes_org on match_votes (org_id);
    create index match_votes_creator on match_votes (creator_org)`.execute(db);
  await secureTable(db, 'match_votes', {
    policies: { own: all('org_id = app_org()') },
    app: { insert: true, update: ['is_up', 'reason', 'voted_at'], delete: true },
    worker: ['select', 'delete'],
  });
  await runSqlFile(db, '20261204T0700-deal-records.sql');
  await secureFunction(db, 'deal_records(uuid[])', ['sponsio_app', 'sponsio_worker']);
  await secureFunction(db, 'creators_bound(uuid[], text[], uuid, timestamptz)', ['sponsio_app', 'sponsio_worker']);
  await secureFunction(db, 'orgs_blocked_with(uuid)', ['sponsio_app', 'sponsio_worker']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop function orgs_blocked_with(uuid); drop function creators_bound(uuid[], text[], uuid, timestamptz);
    drop function deal_records(uuid[]); drop table match_votes`.execute(db);
}
