import { sql, type Kysely } from 'kysely';

/** `user_id` is whose row it is, everywhere; who reviews a piece of work is chosen, and chosen anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table review_assignments rename column user_id to reviewer_id`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table review_assignments rename column reviewer_id to user_id`.execute(db);
}
