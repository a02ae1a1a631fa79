import { sql, type Kysely } from 'kysely';

/** When work that is being reworked is due: the contract's date, or later where a request for changes gave more time. Null: the contract's date. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table milestones add column work_due_at timestamptz;
    grant update (work_due_at) on milestones to sponsio_app;
  `)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table milestones drop column work_due_at').execute(db);
}
