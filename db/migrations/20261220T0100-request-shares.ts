import { sql, type Kysely } from 'kysely';
import { asMaintenance } from '../secure-table.ts';

/** What waits for a creator's confirmation names the price and how it is shared. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table representation_requests
      -- Of the price (amount), what the creator and the agency get if the act is done; the rest is the brand's.
      add column creator_share bigint,
      add column agency_share bigint,
      add check (creator_share >= 0 and agency_share >= 0 and creator_share + agency_share <= amount)`.execute(db);
  // Of a cancellation the amount was the creator's share of what is held, not a price.
  await asMaintenance(db, () =>
    sql`
      update representation_requests set amount = null, currency = null
       where act = 'milestone_cancel' and state = 'open'`.execute(db),
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table representation_requests drop column creator_share, drop column agency_share`.execute(db);
}
