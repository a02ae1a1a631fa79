import { sql, type Kysely } from 'kysely';
import { asMaintenance, secureFunction } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

/** The records that a request of an agency is about, and the states in which they still wait for the creator. */
const SUBJECTS = [
  ['offers', 'offer_accept', ['sent', 'countered']],
  ['contracts', 'contract_sign', ['sent', 'partially_signed']],
  ['addenda', 'addendum_sign', ['proposed', 'partially_signed']],
] as const;
const listed = (states: readonly string[]) => states.map((state) => `'${state}'`).join(', ');

/** A request ends with its record, also where the brand or the time ends it: neither may change the request itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runSqlFile(db, '20261209T0700-ended-requests.sql');
  await secureFunction(db, 'withdraw_ended_requests()', []);
  for (const [table, act, states] of SUBJECTS) {
    await sql
      .raw(
        `create trigger ${table}_end_requests after update on ${table} for each row
          when (old.state in (${listed(states)}) and new.state not in (${listed(states)}))
          execute function withdraw_ended_requests('${act}')`,
      )
      .execute(db);
    await asMaintenance(db, () =>
      sql
        .raw(
          `update representation_requests r set state = 'withdrawn', decided_at = t.updated_at from ${table} t
            where r.act = '${act}' and r.state = 'open' and t.id = r.subject_id and t.state not in (${listed(states)})`,
        )
        .execute(db),
    );
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const [table] of SUBJECTS) await sql.raw(`drop trigger ${table}_end_requests on ${table}`).execute(db);
  await sql`drop function withdraw_ended_requests()`.execute(db);
}
