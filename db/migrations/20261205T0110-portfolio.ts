import { sql, type Kysely } from 'kysely';
import { all, reads, secureTable } from '../secure-table.ts';

/** Works that a creator shows on the page: pictures and videos with their titles. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table portfolio_works (
      id uuid primary key,
      org_id uuid not null references orgs,
      position int not null check (position >= 0),
      pinned boolean not null default false,
      title text not null check (length(title) between 1 and 120),
      link text check (length(link) <= 200),
      -- The brand that the work was made for, as the creator names it.
      brand text not null default '' check (length(brand) <= 80),
      -- Of the stored file, which others read by the work alone.
      file_id uuid not null unique references files,
      name text not null,
      mime text not null,
      size bigint not null,
      sha256 text,
      storage_key text not null,
      width int,
      height int,
      duration_ms int,
      created_at timestamptz not null
    );
    create index portfolio_works_org on portfolio_works (org_id, position);
    create index files_portfolio on files (created_at) where state = 'ready' and storage_key like 'portfolio/%'`.execute(
    db,
  );
  await secureTable(db, 'portfolio_works', {
    policies: {
      own: all('org_id = app_org()'),
      members_read: reads(`app_kind() in ('brand', 'creator', 'agency', 'newcomer') and exists (
        select from creator_profiles p where p.org_id = portfolio_works.org_id and p.published_at is not null and p.hidden_at is null)`),
      partners_read:
        reads(`exists (select from applications a where a.creator_org = portfolio_works.org_id and a.brand_org = app_org())
        or exists (select from offers f where f.creator_org = portfolio_works.org_id and app_org() in (f.brand_org, f.agency_org))`),
    },
    app: { insert: true, update: ['position', 'pinned', 'title', 'link', 'brand'], delete: true },
    worker: ['select', 'delete'],
  });
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table portfolio_works; drop index files_portfolio`.execute(db);
}
