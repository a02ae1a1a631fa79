import { sql, type Kysely } from 'kysely';
import { all, secureTable } from '../secure-table.ts';

/** Which member of a brand reviews a piece of work; the creator's side does not see it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table review_assignments (
      milestone_id uuid primary key references milestones,
      brand_org uuid not null references orgs,
      user_id text not null,
      assigned_by text not null,
      assigned_at timestamptz not null
    );
    create index review_assignments_member on review_assignments (brand_org, user_id);
  `.execute(db);
  await secureTable(db, 'review_assignments', {
    policies: {
      own: all(
        'brand_org = app_org()',
        `brand_org = app_org() and exists (select from milestones m where m.id = milestone_id and m.brand_org = app_org())`,
      ),
    },
    app: { insert: true, update: ['user_id', 'assigned_by', 'assigned_at'], delete: true },
    worker: ['select', 'delete', 'update'],
  });
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table review_assignments`.execute(db);
}
