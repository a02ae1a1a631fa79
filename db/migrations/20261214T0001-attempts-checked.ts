import { sql, type Kysely } from 'kysely';

/**
 * An attempt is counted before its password is checked. `checked_at` separates the wrong ones from those whose check is still
 * running, so that several right passwords at one moment do not lock the account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sign_in_attempts add column checked_at timestamptz`.execute(db);
  await sql`grant update (checked_at) on sign_in_attempts to sponsio_app`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sign_in_attempts drop column checked_at`.execute(db);
}
