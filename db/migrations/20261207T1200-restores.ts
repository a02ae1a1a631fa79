import { sql, type Kysely } from 'kysely';
import { secureTable } from '../secure-table.ts';

/** After a restore the provider may have what the database does not know of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The database was restored from a backup: calls to the provider are looked up before they are made.
    create table restores (
      id bigint generated always as identity primary key,
      restored_at timestamptz not null default now(),
      taken_at timestamptz not null
    );
  `.execute(db);
  await secureTable(db, 'restores', { policies: {}, app: {}, worker: ['select'] });
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table restores`.execute(db);
}
