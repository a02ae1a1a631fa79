import { sql, type Kysely } from 'kysely';
import { secureTable } from '../secure-table.ts';

/** Codes of authenticators that were used, by a keyed hash, until they expire: the library takes a code as often as it comes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table used_codes (key text primary key, expires_at timestamptz not null);
    create index used_codes_age on used_codes(expires_at);
    alter table auth."twoFactor" drop column "lastStep";
  `)
    .execute(db);
  await secureTable(db, 'used_codes', {
    policies: { counts: "to sponsio_app using (app_kind() = 'anonymous') with check (app_kind() = 'anonymous')" },
    app: { insert: true, update: ['expires_at'], delete: true },
    worker: [],
  });
  await sql`drop policy staff_reads on used_codes`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    drop table used_codes;
    alter table auth."twoFactor" add column "lastStep" bigint;
  `)
    .execute(db);
}
