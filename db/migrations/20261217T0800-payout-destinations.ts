import { sql, type Kysely } from 'kysely';

/**
 * The bank account that a payout goes to is named by its call, so that one which is exchanged after it was judged gets nothing,
 * and stored before it: the provider repeats a key with the same parameters alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The provider's id of it. Null: none was judged for the present attempt yet, or the payout was sent before this was stored.
    alter table payouts add column destination text`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payouts drop column destination`.execute(db);
}
