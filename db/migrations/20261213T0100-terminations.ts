import { sql, type Kysely } from 'kysely';
import { inserts, STAFF } from '../secure-table.ts';

/** Two staff members end a milestone: a dispute that no side opened, and that begins with its decision. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table disputes drop constraint if exists disputes_opened;
       alter table disputes alter column opened_side drop not null;
       create policy terminated on disputes ${inserts(`${STAFF} and opened_side is null and state = 'deciding' and kept is null`)}`,
    )
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  // Rows that no side opened keep it.
  await sql`
    drop policy terminated on disputes;
    alter table disputes add constraint disputes_opened check (opened_side is not null) not valid`.execute(db);
}
