import { sql, type Kysely } from 'kysely';

/** The time zone in which the phases of a dispute count working days, where its contract does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table disputes add column zone text`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table disputes drop column zone`.execute(db);
}
