import { sql, type Kysely } from 'kysely';
import { secureFunction } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

const TABLES = ['conversations', 'messages', 'files'] as const;
/** Who acts for a creator has the creator's org without being its member. */
const IS_MEMBER = 'exists (select from org_members m where m.org_id = app_org() and m.user_id = app_user())';
const READS = `app_kind() <> 'creator' or (select ${IS_MEMBER}) or not is_agency(brand_org)`;

/** What agencies write to a creator stays hidden from the agency that acts for the creator. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runSqlFile(db, '20261211T0500-is-agency.sql');
  await secureFunction(db, 'is_agency(uuid)', ['sponsio_app']);
  for (const table of TABLES)
    await sql
      .raw(`create policy hidden_while_acting on ${table} as restrictive for select to sponsio_app using (${READS})`)
      .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) await sql.raw(`drop policy hidden_while_acting on ${table}`).execute(db);
  await sql`drop function is_agency(uuid)`.execute(db);
}
