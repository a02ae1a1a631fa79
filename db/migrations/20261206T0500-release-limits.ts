import { sql, type Kysely } from 'kysely';
import { all, mayUpdate, secureTable } from '../secure-table.ts';

/** What a manager or reviewer may release, and work that was accepted by a person who may not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table release_limits (
      org_id uuid not null references orgs,
      role text not null check (role in ('manager', 'reviewer')),
      mode text not null check (mode in ('never', 'up_to', 'unlimited')),
      -- Minor units; of deals in another currency the role releases nothing.
      amount bigint check (amount > 0),
      currency text,
      changed_by text not null,
      changed_at timestamptz not null,
      primary key (org_id, role),
      check ((mode = 'up_to') = (amount is not null) and (amount is null) = (currency is null))
    );
    alter table milestones
      -- The work is accepted for good, and a person with the right has to release its money.
      add column accepted_at timestamptz,
      add column accepted_by text,
      add constraint milestones_accepted_by_someone check ((accepted_at is null) = (accepted_by is null));
  `.execute(db);
  await secureTable(db, 'release_limits', {
    policies: { own: all('org_id = app_org()') },
    app: { insert: true, update: ['mode', 'amount', 'currency', 'changed_by', 'changed_at'] },
    worker: ['select'],
  });
  await mayUpdate(db, 'milestones', ['accepted_at', 'accepted_by']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table milestones drop column accepted_at, drop column accepted_by;
    drop table release_limits;
  `.execute(db);
}
