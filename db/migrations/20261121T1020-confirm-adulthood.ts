import { sql, type Kysely } from 'kysely';

/** When a creator said to be of age; of the birth date itself only the year is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table creator_profiles add column adult_confirmed_at timestamptz`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table creator_profiles drop column adult_confirmed_at`.execute(db);
}
