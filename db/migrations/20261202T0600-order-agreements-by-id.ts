import { sql, type Kysely } from 'kysely';

const SIDES = ['brand', 'creator', 'agency'] as const;
const LISTS = [
  ['contracts', 'created_at'],
  ['offers', 'updated_at'],
] as const;

const indexes = (order: (column: string) => string): string =>
  LISTS.flatMap(([table, column]) =>
    SIDES.map(
      (side) => `drop index if exists ${table}_${side};
        create index ${table}_${side} on ${table} (${side}_org, ${order(column)})
          ${side === 'agency' ? 'where agency_org is not null' : ''};`,
    ),
  ).join('\n');

/**
 * The lists of contracts and offers are ordered by a time and the id. A plan made for all values expects few rows of an
 * org and sorts them all, unless the index has the whole order.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(indexes((column) => `${column} desc, id desc`)).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw(indexes((column) => `${column} desc`)).execute(db);
}
