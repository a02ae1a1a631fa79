import { sql, type RawBuilder } from 'kysely';

/** Records of the palette's search: whose, what they hold, and how many at most. */
export interface RecordSearch {
  orgId: string;
  text: string;
  limit: number;
}

/**
 * Whether one of the columns holds the text. Compared as plain text: no character of it is a wildcard. The rows are those
 * of the caller's own org, read by an index: a text search over the rows of all orgs could not use one under row security.
 */
export const holdsText = (text: string, ...columns: RawBuilder<unknown>[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    columns.map((column) => sql`position(lower(${text}) in lower(${column})) > 0`),
    sql` or `,
  )})`;
