import { sql, type RawBuilder } from 'kysely';
import type { Db } from './client.ts';

/** A row's place in a list that is ordered by a time and an id; the time in microseconds since 1970, or `infinity`. */
export interface ListPlace {
  at: string;
  id: string;
}

/** The time of a column as in `ListPlace`; a Date would lose the microseconds. */
export const placeTime = (column: string): RawBuilder<string> =>
  sql<string>`case when isfinite(${sql.ref(column)}) then (extract(epoch from ${sql.ref(column)}) * 1000000)::bigint::text else 'infinity' end`;

const timeOf = (at: string): RawBuilder<Date> =>
  at === 'infinity'
    ? sql<Date>`'infinity'::timestamptz`
    : sql<Date>`('epoch'::timestamptz + ${at}::bigint * interval '1 microsecond')`;

/** Rows behind a place in the order of these columns; every row without one. */
export const behind = (
  time: string,
  id: string,
  order: 'ascending' | 'descending',
  place: ListPlace | null,
  idType: 'uuid' | 'text' = 'uuid',
): RawBuilder<boolean> =>
  place === null
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.ref(time)}, ${sql.ref(id)}) ${sql.raw(order === 'ascending' ? '>' : '<')} (${timeOf(place.at)}, ${place.id}::${sql.raw(idType)})`;

/** A page of rows in the order of their ids; `after`: the id of the row before. */
export interface IdPage {
  after: string | null;
  limit: number;
}

export const nextById = (column: string, { after }: IdPage): RawBuilder<boolean> =>
  after === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} > ${after}`;

/**
 * Has statements of a list read in the order of an index, until the page is full. Postgres expects row security to leave
 * out most rows of an org, so that it prefers to read and sort all of them. In one transaction, which an error ends.
 * Use it only where an index has the list's order and begins with the org; other statements need their sort.
 */
export async function inIndexOrder<T>(db: Db, read: () => Promise<T>): Promise<T> {
  await sql`select set_config('enable_sort', 'off', true)`.execute(db);
  const rows = await read();
  await sql`select set_config('enable_sort', 'on', true)`.execute(db);
  return rows;
}
