import { sql, type Kysely } from 'kysely';

/** For representations that run or wait for an answer: they are read without those that ended before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index representations_open_of_agency on representations (agency_org, created_at desc, id desc)
      where state in ('invited', 'active', 'ending');
    create index representations_open_of_creator on representations (creator_org, created_at desc, id desc)
      where state in ('invited', 'active', 'ending');
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index representations_open_of_creator, representations_open_of_agency`.execute(db);
}
