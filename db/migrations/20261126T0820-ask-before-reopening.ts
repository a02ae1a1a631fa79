import { sql, type Kysely } from 'kysely';

/** Whether a place that becomes free puts its campaign back on the market; a brand that cancels a deal is asked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      'alter table campaigns add column reopens boolean not null default true; grant update (reopens) on campaigns to sponsio_app;',
    )
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table campaigns drop column reopens;').execute(db);
}
