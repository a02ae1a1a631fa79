import { sql, type Kysely } from 'kysely';

/** For representations that run or wait for an answer, and for the question whether two orgs had a contact before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index representations_open_of_agency on representations (agency_org, created_at desc, id desc)
      where state in ('invited', 'active', 'ending');
    create index representations_open_of_creator on representations (creator_org, created_at desc, id desc)
      where state in ('invited', 'active', 'ending');
    drop index conversations_opened_with;
    create index conversations_opened_with on conversations (opened_with, opened_by, created_at);
    create index ad_replies_pair on ad_replies (owner_org, replier_org, created_at);
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index ad_replies_pair, conversations_opened_with, representations_open_of_creator, representations_open_of_agency;
    create index conversations_opened_with on conversations (opened_with);
  `.execute(db);
}
