import { sql, type Kysely } from 'kysely';
import { mayUpdate } from '../secure-table.ts';

/** When the money of a package is released: the trigger, its shares and its clocks, in the form of a contract's terms. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table packages add column release_terms jsonb not null
      default '{"releaseTrigger": "on_approval", "clocks": {}}'`.execute(db);
  await mayUpdate(db, 'packages', ['release_terms']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table packages drop column release_terms`.execute(db);
}
