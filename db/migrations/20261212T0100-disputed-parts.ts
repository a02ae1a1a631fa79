import { sql, type Kysely } from 'kysely';

/** A creator may dispute a part of what is held and give the rest back in the same act. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table disputes
      -- Of what was held, beside the amount: what its creator gave back. It goes to the brand with the settlement.
      add column returned bigint not null default 0,
      add constraint disputes_returned check (returned >= 0 and (returned = 0 or opened_side = 'creator'))
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table disputes drop column returned`.execute(db);
}
