import { sql, type Kysely } from 'kysely';

/** A customer at the provider whose person is erased, and the order in which abandoned methods are deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Since when the person's name and address are to be erased at the provider; null: nothing is.
    alter table payer_accounts add column erase_requested_at timestamptz;
    create index payer_accounts_to_erase on payer_accounts (brand_org) where erase_requested_at is not null;
    create index payment_methods_abandoned on payment_methods (ended_at) where state = 'abandoned';
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index payment_methods_abandoned;
    drop index payer_accounts_to_erase;
    alter table payer_accounts drop column erase_requested_at;
  `.execute(db);
}
