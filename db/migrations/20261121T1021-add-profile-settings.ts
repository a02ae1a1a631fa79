import { sql, type Kysely } from 'kysely';

/** What people choose for themselves: a picture, which notices reach them where, and whether brands find them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table profiles add column avatar text, add column notices_off text[] not null default '{}'`.execute(
    db,
  );
  await sql`alter table creator_profiles add column hidden_at timestamptz`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table creator_profiles drop column hidden_at`.execute(db);
  await sql`alter table profiles drop column avatar, drop column notices_off`.execute(db);
}
