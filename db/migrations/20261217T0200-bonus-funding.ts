import { sql, type Kysely } from 'kysely';
import { asMaintenance } from '../secure-table.ts';

/** A bonus can be funded at any time: it has no work that would have to end before the last day of its money. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await asMaintenance(db, () =>
    sql`update milestones set fundable_from = null where bonus and fundable_from is not null`.execute(db),
  );
  await sql`alter table milestones add constraint milestones_bonus_fundable check (not bonus or fundable_from is null)`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table milestones drop constraint milestones_bonus_fundable`.execute(db);
}
