import { sql, type Kysely } from 'kysely';
import { all } from '../secure-table.ts';

const MESSAGES = `exists (select from messages m where m.conversation_id = conversations.id and m.agency_org = app_org())`;
/** An agency may write the first message of a deal that it looks after: the conversation is made with it. */
const DEALS = `exists (select from offers o where o.brand_org = conversations.brand_org
    and o.creator_org = conversations.creator_org and o.agency_org = app_org())
  or exists (select from contracts c where c.brand_org = conversations.brand_org
    and c.creator_org = conversations.creator_org and c.agency_org = app_org())`;
const policy = (agency: string) => `app_org() in (brand_org, creator_org) or (app_kind() = 'agency' and (${agency}))`;

const replacePolicy = (db: Kysely<unknown>, agency: string) =>
  sql
    .raw(
      `drop policy party on conversations;
       create policy party on conversations ${all(policy(agency))}`,
    )
    .execute(db);

export async function up(db: Kysely<unknown>): Promise<void> {
  await replacePolicy(db, `${MESSAGES} or ${DEALS}`);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await replacePolicy(db, MESSAGES);
}
