import { sql, type Kysely } from 'kysely';
import { inserts, reads, secureTable, updates } from '../secure-table.ts';

/**
 * What a member of a brand has offered or given the creator of held money, beside parts and approvals: counts into the sum
 * of its last 24 hours. An offer in a dispute is hidden, so the rows are read by members of the brand alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table release_grants (
      kind text not null check (kind in ('cancel', 'dispute', 'bonus')),
      -- The proposal to cancel, dispute or addendum.
      subject_id uuid not null,
      contract_id uuid not null references contracts,
      brand_org uuid not null references orgs,
      amount bigint not null check (amount >= 0),
      granted_by text not null,
      granted_at timestamptz not null,
      primary key (kind, subject_id)
    );
    create index release_grants_person on release_grants (contract_id, granted_by, granted_at);
    create index release_grants_brand on release_grants (brand_org, granted_at);
    create index release_grants_age on release_grants (granted_at);
  `.execute(db);
  const own = `brand_org = app_org() and exists (select from org_members m where m.org_id = app_org() and m.user_id = app_user())`;
  await secureTable(db, 'release_grants', {
    policies: {
      own: reads(own),
      made: inserts(own),
      changed: updates(own),
    },
    staffReads: false,
    app: { insert: true, update: ['amount', 'granted_by', 'granted_at'] },
    // Deletes old rows by their age, and reads no amount.
    worker: ['delete'],
  });
  await sql`grant select (granted_at) on release_grants to sponsio_worker`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table release_grants`.execute(db);
}
