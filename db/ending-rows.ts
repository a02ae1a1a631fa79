import { sql, type RawBuilder } from 'kysely';
import type { Db } from './client.ts';
import { nextById, type IdPage } from './keyset.ts';

/** Tables whose rows need their workflow while `open` says so: until they end, or in some states. */
type Ending = 'addenda' | 'disputes' | 'evidence_packs' | 'offers';

const NOT_ENDED = sql<boolean>`ended_at is null`;

/** For `openRows` of such a table: rows that are open and did not move since `before`, and which of them are late. */
export const endingRows = (
  table: Ending,
  isLate: (at: { before: Date; since: Date }) => RawBuilder<boolean>,
  open: RawBuilder<boolean> = NOT_ENDED,
) => ({
  async open(db: Db, { before, ...page }: IdPage & { before: Date }): Promise<{ id: string }[]> {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} where ${open} and updated_at < ${before} and ${nextById('id', page)}
        order by id limit ${page.limit}`.execute(db);
    return rows;
  },
  async overdue(db: Db, { ids, ...at }: { ids: string[]; before: Date; since: Date }): Promise<{ id: string }[]> {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} where id = any(${ids}::uuid[]) and ${open} and (${isLate(at)})`.execute(db);
    return rows;
  },
  async mayResume(db: Db, { id }: { id: string }): Promise<boolean> {
    const { rows } = await sql`select from ${sql.table(table)} where id = ${id}::uuid and ${open}`.execute(db);
    return rows.length > 0;
  },
});
