import { sql, type Kysely } from 'kysely';
import { mayUpdate } from '../secure-table.ts';

/** Files of a conversation: `offer_id` names the thread they were put into, `message_id` the message they were sent with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table files add column offer_id uuid references offers, add column message_id uuid references messages,
      add constraint files_belong check (submission_id is null or offer_id is null),
      add constraint files_sent_in_thread check (message_id is null or offer_id is not null);
    create index files_offer on files(offer_id);
    create index files_message on files(message_id);
    create index files_unsent on files(created_at) where offer_id is not null and message_id is null and state = 'ready';
  `)
    .execute(db);
  await mayUpdate(db, 'files', ['message_id']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table files drop column message_id, drop column offer_id`.execute(db);
}
