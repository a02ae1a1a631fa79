import { sql, type Kysely } from 'kysely';

/**
 * A request key stands for one act on one input: the same key with another input is another act of its own. Without the
 * input, an agency could hide acts behind the first one of a key.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table representation_acts add column input_hash text;
    drop index representation_acts_once;
    create unique index representation_acts_once on representation_acts (user_id, request_key, act, creator_org, input_hash)
      where request_key is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index representation_acts_once;
    create unique index representation_acts_once on representation_acts (user_id, request_key, act) where request_key is not null;
    alter table representation_acts drop column input_hash`.execute(db);
}
