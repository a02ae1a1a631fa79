import { sql, type Kysely } from 'kysely';

/** One open offer a pair and subject (a campaign or none), and the indexes that daily limits and bundled mails count by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create unique index offers_one_open on offers(brand_org, creator_org, campaign_id) nulls not distinct where state in ('sent', 'countered');
    create index offers_sent on offers(brand_org, created_at);
    create index mails_reader on mails(user_id, template, created_at);
    create index messages_sent on messages(author_org, created_at);
    `)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('drop index messages_sent; drop index mails_reader; drop index offers_sent; drop index offers_one_open;')
    .execute(db);
}
