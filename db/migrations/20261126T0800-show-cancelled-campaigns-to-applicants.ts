import { sql, type Kysely } from 'kysely';

/** Applicants still read a campaign that was cancelled; a brand may delete drafts, which nobody else has seen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create policy applicants on campaigns for select to sponsio_app
      using (state = 'cancelled' and exists (select from applications a where a.campaign_id = campaigns.id and a.creator_org = app_org()));
    create policy drafts_only on campaigns as restrictive for delete to sponsio_app using (state = 'draft');
    grant delete on campaigns to sponsio_app;
    alter table applications add column edited_at timestamptz;
    `)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table applications drop column edited_at;
    revoke delete on campaigns from sponsio_app;
    drop policy drafts_only on campaigns;
    drop policy applicants on campaigns;
    `)
    .execute(db);
}
