import { sql, type Kysely } from 'kysely';

/** Operators read what was done to an account or a deal, the last first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_log_target on audit_log(target, id desc)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index audit_log_target`.execute(db);
}
