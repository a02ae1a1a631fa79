import { sql, type Kysely } from 'kysely';

/** How long holds have stopped the clock of a milestone that waits for its post. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table milestones add column post_rested_ms bigint not null default 0`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table milestones drop column post_rested_ms`.execute(db);
}
