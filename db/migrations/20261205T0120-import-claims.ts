import { sql, type Kysely } from 'kysely';
import { secureFunction } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

/** What a creator answers to imported people that were linked to the connected account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table imported_creators
      -- Null: not answered yet.
      add column claim text check (claim in ('accepted')),
      add column claimed_at timestamptz,
      -- The creator who said that this is another person; it is not linked again.
      add column disowned_by uuid references orgs`.execute(db);
  await runSqlFile(db, '20261205T0120-import-claims.sql');
  await secureFunction(db, 'imports_of_caller()', ['sponsio_app']);
  await secureFunction(db, 'answer_import(uuid, boolean, timestamptz)', ['sponsio_app']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function answer_import(uuid, boolean, timestamptz); drop function imports_of_caller()`.execute(db);
  await runSqlFile(db, '20261205T0120-import-claims-down.sql');
  await sql`alter table imported_creators drop column claim, drop column claimed_at, drop column disowned_by`.execute(
    db,
  );
}
