import { sql, type Kysely } from 'kysely';

/** For the parts of a brand's list of campaigns and their counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index campaigns_state_of_brand on campaigns (brand_org, state, updated_at desc, id desc)`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index campaigns_state_of_brand`.execute(db);
}
