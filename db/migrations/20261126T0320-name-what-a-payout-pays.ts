import { sql, type Kysely } from 'kysely';

/** The transfers that a payout pays, chosen with its amount; payouts made before name theirs by `transfers.payout_id` alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payouts add column transfer_ids uuid[] not null default '{}'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payouts drop column transfer_ids`.execute(db);
}
