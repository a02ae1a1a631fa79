import { sql, type Kysely } from 'kysely';

/**
 * A request key is bound before the rows of its act are locked. As a reference it took a lock on the person first, so that
 * an act beside the erasure of its person ended in a violated constraint or a deadlock instead of a refusal.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table request_keys drop constraint request_keys_user_id_fkey`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    delete from request_keys k where not exists (select from profiles p where p.id = k.user_id);
    alter table request_keys add constraint request_keys_user_id_fkey foreign key (user_id) references profiles(id) on delete cascade;
  `.execute(db);
}
