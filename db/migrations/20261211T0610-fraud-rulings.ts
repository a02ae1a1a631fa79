import { sql, type Kysely } from 'kysely';
import { asMaintenance } from '../secure-table.ts';

const DECISIONS = (more: string) => `
  alter table parked_decisions drop constraint parked_decisions_decision_check;
  alter table parked_decisions add constraint parked_decisions_decision_check
    check (decision in ('platform', 'paid_by_bank', 'brand_owes'${more}))`;

/** Two staff members may also find that the payment of approved work is fraudulent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(DECISIONS(`, 'fraud'`)).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await asMaintenance(db, () => sql`delete from parked_decisions where decision = 'fraud'`.execute(db));
  await sql.raw(DECISIONS('')).execute(db);
}
