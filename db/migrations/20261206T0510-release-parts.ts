import { sql, type Kysely } from 'kysely';
import { mayUpdate, PARTY, secureTable } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

/** Parts of a milestone's money that its brand releases before it approves the work. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table release_parts (
      id uuid primary key,
      milestone_id uuid not null references milestones,
      contract_id uuid not null references contracts,
      brand_org uuid not null references orgs,
      creator_org uuid not null references orgs,
      agency_org uuid references orgs,
      -- From 1; what is released at the end, or kept of a cancelled milestone, has the number after the last part's.
      n int not null check (n > 0),
      amount bigint not null check (amount > 0),
      currency text not null,
      -- Until then its transfers wait.
      clears_at timestamptz not null,
      released_by text not null,
      released_at timestamptz not null,
      -- When the books had it; the worker does that.
      earned_at timestamptz,
      unique (milestone_id, n)
    );
    create index release_parts_person on release_parts (contract_id, released_by, released_at);
    create index release_parts_brand on release_parts (brand_org);
    create index release_parts_creator on release_parts (creator_org);
    create index release_parts_agency on release_parts (agency_org) where agency_org is not null;
    alter table milestones
      -- Of the price, minor units; the rest of it is held.
      add column released_parts bigint not null default 0,
      add constraint milestones_parts_within_price check (released_parts >= 0 and released_parts < amount);
    alter table transfers
      add column part int not null default 1 check (part > 0),
      add column clears_at timestamptz;
  `.execute(db);
  await secureTable(db, 'release_parts', {
    policies: { party: PARTY },
    app: { insert: true },
    worker: ['select', 'update'],
  });
  await mayUpdate(db, 'milestones', ['released_parts']);
  await runSqlFile(db, '20261206T0510-milestone-steps.sql');
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop trigger milestones_step_whole_release on milestones;
    drop function milestones_guard_whole_release();
    create or replace trigger milestones_step before update of state on milestones
      for each row when (old.state is distinct from new.state) execute function milestones_guard_step();
    alter table transfers drop column part, drop column clears_at;
    alter table milestones drop column released_parts;
    drop table release_parts;
  `.execute(db);
}
