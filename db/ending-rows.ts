import { sql, type RawBuilder } from 'kysely';
import type { Db } from './client.ts';
import { nextById, type IdPage } from './keyset.ts';

/** Tables whose rows need their workflow until `ended_at`. */
type Ending = 'addenda' | 'disputes';

/** For `openRows` of such a table: rows that have not ended and did not move since `before`, and which of them are late. */
export const endingRows = (table: Ending, isLate: (at: { before: Date; since: Date }) => RawBuilder<boolean>) => ({
  async open(db: Db, { before, ...page }: IdPage & { before: Date }): Promise<{ id: string }[]> {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} where ended_at is null and updated_at < ${before} and ${nextById('id', page)}
        order by id limit ${page.limit}`.execute(db);
    return rows;
  },
  async overdue(db: Db, { ids, ...at }: { ids: string[]; before: Date; since: Date }): Promise<{ id: string }[]> {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} where id = any(${ids}::uuid[]) and ended_at is null and (${isLate(at)})`.execute(
      db,
    );
    return rows;
  },
  async mayResume(db: Db, { id }: { id: string }): Promise<boolean> {
    const { rows } = await sql`select from ${sql.table(table)} where id = ${id}::uuid and ended_at is null`.execute(db);
    return rows.length > 0;
  },
});
