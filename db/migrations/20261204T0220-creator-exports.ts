import { sql, type Kysely } from 'kysely';
import { all, secureTable } from '../secure-table.ts';

/** Files with creators that an org downloaded: what its monthly limit counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table creator_exports (
      id uuid primary key,
      org_id uuid not null references orgs,
      user_id text not null,
      kind text not null check (kind in ('list', 'search')),
      rows int not null check (rows >= 0),
      created_at timestamptz not null
    );
    create index creator_exports_org on creator_exports (org_id, created_at);
    create index creator_exports_made on creator_exports (created_at)`.execute(db);
  await secureTable(db, 'creator_exports', {
    policies: { own: all('org_id = app_org()') },
    app: { insert: true },
    worker: ['select', 'delete'],
  });
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table creator_exports`.execute(db);
}
