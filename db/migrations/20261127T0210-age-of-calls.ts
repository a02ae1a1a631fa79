import { sql, type Kysely } from 'kysely';
import { asMaintenance, mayUpdate } from '../secure-table.ts';

/** A call that takes a new key goes on being the same act: its age counts from the first claim. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table operations add column begun_at timestamptz not null default now()`.execute(db);
  await asMaintenance(db, () => sql`update operations set begun_at = claimed_at`.execute(db));
  await mayUpdate(db, 'operations', ['begun_at']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table operations drop column begun_at`.execute(db);
}
