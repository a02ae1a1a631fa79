import { sql, type Kysely } from 'kysely';

/** The palette finds the creators that applied to a brand, among all applications. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index applications_brand on applications (brand_org, creator_org)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index applications_brand`.execute(db);
}
