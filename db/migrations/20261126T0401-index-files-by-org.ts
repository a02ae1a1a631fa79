import { sql, type Kysely } from 'kysely';

/** What an org's files take together is looked up at each upload. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index files_org on files(org_id) include (size) where state = 'ready'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index files_org`.execute(db);
}
