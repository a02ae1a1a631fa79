import { sql, type Kysely } from 'kysely';
import { mayUpdate } from '../secure-table.ts';

/** A creator corrects an application; the application role updates by column. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await mayUpdate(db, 'applications', ['pitch', 'price', 'links', 'edited_at']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`revoke update (pitch, price, links, edited_at) on applications from sponsio_app`.execute(db);
}
