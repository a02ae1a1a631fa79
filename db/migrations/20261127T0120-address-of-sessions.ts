import { sql, type Kysely } from 'kysely';

/** At which of the app's addresses a session was opened, where it is not the main one: mails lead back there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table session_facts add column origin text;
    create index session_facts_origin on session_facts(user_id, last_seen_at desc);
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index session_facts_origin;
    alter table session_facts drop column origin;
  `.execute(db);
}
