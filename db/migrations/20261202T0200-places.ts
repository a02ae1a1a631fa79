import { sql, type Kysely } from 'kysely';
import { mayUpdate } from '../secure-table.ts';

/**
 * The place that the text of a city means, as a GeoNames id of the gazetteer (server/features/places). Null: no city, or
 * a text that is no known place. `npm run db:seed -- places` resolves the rows that were written before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['orgs', 'campaigns']) {
    await sql.raw(`alter table ${table} add column place_id int`).execute(db);
    await mayUpdate(db, table, ['place_id']);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table campaigns drop column place_id;
    alter table orgs drop column place_id`.execute(db);
}
