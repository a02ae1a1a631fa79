import { sql, type Kysely } from 'kysely';
import { asMaintenance } from '../secure-table.ts';

const allow = (db: Kysely<unknown>, underWay: string) =>
  sql
    .raw(
      `alter table debt_payments drop constraint debt_payments_state_check, drop constraint debt_payments_check,
        add constraint debt_payments_state_check check (state in (${underWay}, 'paid', 'failed', 'expired')),
        add constraint debt_payments_check check ((state in (${underWay})) = (ended_at is null));
      drop index debt_payments_open;
      create unique index debt_payments_open on debt_payments (brand_org, currency) where state in (${underWay})`,
    )
    .execute(db);

/** A payment of what a brand owes is processed by its bank for days after its page was completed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await allow(db, `'claimed', 'open', 'processing'`);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await asMaintenance(db, () => sql`update debt_payments set state = 'open' where state = 'processing'`.execute(db));
  await allow(db, `'claimed', 'open'`);
}
