import { sql, type Kysely } from 'kysely';

/** What a brand finds beside a refund on its bank statement; known of refunds that were paid by bank transfer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table refunds add column reference text').execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table refunds drop column reference').execute(db);
}
