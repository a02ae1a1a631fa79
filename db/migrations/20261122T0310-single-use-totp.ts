import { sql, type Kysely } from 'kysely';

/** An authenticator's code opens something once: the last thirty-second step whose code was taken. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table auth."twoFactor" add column "lastStep" bigint`).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table auth."twoFactor" drop column "lastStep"`).execute(db);
}
