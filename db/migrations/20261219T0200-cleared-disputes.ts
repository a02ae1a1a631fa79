import { sql, type Kysely } from 'kysely';
import { runSqlFile } from '../sql-file.ts';

const BEFORE = `'funded', 'delivered', 'changes_requested', 'overdue', 'awaiting_live', 'retention'`;
const setPrior = (states: string, how = ''): string => `
  alter table disputes drop constraint disputes_prior_state_check;
  alter table disputes add constraint disputes_prior_state_check check (prior_state in (${states})) ${how};`;

/** What clears after a live post can be disputed by its brand once a look has seen a fault of that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(setPrior(`${BEFORE}, 'clearing'`)).execute(db);
  await runSqlFile(db, '20261219T0200-cleared-disputes.sql');
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await runSqlFile(db, '20261219T0200-cleared-disputes-down.sql');
  // Disputes of cleared money keep their state.
  await sql.raw(setPrior(BEFORE, 'not valid')).execute(db);
}
