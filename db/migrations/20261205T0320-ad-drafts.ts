import { sql, type Kysely } from 'kysely';
import { mayUpdate } from '../secure-table.ts';

/** Drafts of ads that the form saved by itself: a person who opens the form again, in any browser, goes on with theirs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ads add column autosaved boolean not null default false;
    create index ads_autosaved on ads (org_id, updated_at desc) where autosaved and state = 'draft'`.execute(db);
  await mayUpdate(db, 'ads', ['autosaved']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index ads_autosaved; alter table ads drop column autosaved`.execute(db);
}
