import { sql, type Kysely } from 'kysely';
import { runSqlFile } from '../sql-file.ts';

/**
 * A dispute of a payment in suspense moves suspended money alone. What banks have taken of a milestone is what they took of the
 * payment that funds it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Its payment is in suspense: what the bank takes leaves SUSPENSE, and nothing of the milestone is set aside.
    alter table card_disputes add column suspended boolean not null default false`.execute(db);
  await sql`alter table card_disputes add constraint card_disputes_suspended_alone
    check (not (suspended and (set_aside or returned > 0)))`.execute(db);
  await runSqlFile(db, '20261218T0100-cover-of-payment.sql');
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await runSqlFile(db, '20261218T0100-cover-of-payment-down.sql');
  await sql`alter table card_disputes drop constraint card_disputes_suspended_alone`.execute(db);
  await sql`alter table card_disputes drop column suspended`.execute(db);
}
