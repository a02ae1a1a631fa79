import { sql, type Kysely } from 'kysely';
import { asMaintenance } from '../secure-table.ts';

/** Who lets a fault of a live post pass gives the creator its money: that counts into the sum of 24 hours like an offer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table release_grants drop constraint release_grants_kind_check,
      add constraint release_grants_kind_check check (kind in ('cancel', 'dispute', 'bonus', 'post'))`.execute(db);
}

/** A row counts for a day alone; those of posts go with the kind. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await asMaintenance(db, () => sql`delete from release_grants where kind = 'post'`.execute(db));
  await sql`
    alter table release_grants drop constraint release_grants_kind_check,
      add constraint release_grants_kind_check check (kind in ('cancel', 'dispute', 'bonus'))`.execute(db);
}
