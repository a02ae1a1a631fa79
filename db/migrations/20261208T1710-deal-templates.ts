import { sql, type Kysely } from 'kysely';
import { all, secureTable } from '../secure-table.ts';

/** Terms that a brand keeps under a name and begins offers with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table deal_templates (
      id uuid primary key,
      org_id uuid not null references orgs,
      name text not null check (length(name) between 2 and 60),
      content jsonb not null,
      created_at timestamptz not null
    );
    create unique index deal_templates_name on deal_templates (org_id, lower(name));
  `.execute(db);
  await secureTable(db, 'deal_templates', {
    policies: { own: all('org_id = app_org()') },
    app: { insert: true, delete: true },
    worker: ['select', 'delete'],
  });
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table deal_templates`.execute(db);
}
