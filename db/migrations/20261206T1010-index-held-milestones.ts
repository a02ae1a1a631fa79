import { sql, type Kysely } from 'kysely';

/** Staff list the payments that are on hold, the last moved first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index milestones_held on milestones (updated_at desc, id desc) where holds <> '{}'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index milestones_held`.execute(db);
}
