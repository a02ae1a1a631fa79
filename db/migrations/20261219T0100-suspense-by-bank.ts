import { sql, type Kysely } from 'kysely';
import { asMaintenance } from '../secure-table.ts';

const DECISIONS = (more: string) => `
  alter table suspense_decisions drop constraint suspense_decisions_decision_check;
  alter table suspense_decisions add constraint suspense_decisions_decision_check
    check (decision in ('return', 'accept'${more}))`;

/** Two staff members may also record that suspended money was paid back from the platform's bank. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(DECISIONS(`, 'paid_by_bank'`)).execute(db);
  await sql`
    -- Of a payment by bank: the reference of the transfer, and its sum in the currency of what is in suspense.
    alter table suspense_decisions add column reference text, add column amount bigint check (amount > 0)`.execute(db);
  await sql`alter table suspense_decisions add constraint suspense_decisions_by_bank_named
    check ((decision = 'paid_by_bank') = (reference is not null) and (reference is null) = (amount is null))`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await asMaintenance(db, () => sql`delete from suspense_decisions where decision = 'paid_by_bank'`.execute(db));
  await sql`alter table suspense_decisions drop constraint suspense_decisions_by_bank_named`.execute(db);
  await sql`alter table suspense_decisions drop column reference, drop column amount`.execute(db);
  await sql.raw(DECISIONS('')).execute(db);
}
