import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { behind, nextById, placeTime, type IdPage, type ListPlace, inIndexOrder } from '../../../../db/keyset.ts';
import type { DB } from '../../../../db/types.ts';
import type { Locale } from '../../../core/locale.ts';
import type { Mapping } from '../schema.ts';

const COLUMNS = [
  'id',
  'org_id',
  'file_name',
  'storage_key',
  'size',
  'state',
  'refusal',
  'format',
  'encoding',
  'encoding_chosen',
  'delimiter',
  'headings',
  'sample',
  'locale',
  'mapping',
  'platform',
  'basis',
  'source',
  'rows_total',
  'rows_read',
  'rows_added',
  'rows_merged',
  'rows_refused',
  'version',
  'created_at',
  'changed_at',
] as const;

const select = (db: Db) => db.selectFrom('imports').select(COLUMNS);
type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;
export type ImportRecord = Omit<Row, 'headings' | 'sample' | 'mapping' | 'locale' | 'size'> & {
  headings: string[];
  sample: string[][];
  mapping: Mapping;
  locale: Locale;
  size: number;
};

/** The JSON columns are those that our own code wrote. */
const read = (row: Row): ImportRecord => ({
  ...row,
  headings: row.headings as unknown as string[],
  sample: row.sample as unknown as string[][],
  mapping: row.mapping as unknown as Mapping,
  locale: row.locale as Locale,
  size: Number(row.size),
});

export async function importById(
  db: Db,
  { id, orgId, lock }: { id: string; orgId?: string; lock?: true },
): Promise<ImportRecord | undefined> {
  const row = await select(db)
    .where('id', '=', id)
    .$if(orgId !== undefined, (q) => q.where('org_id', '=', orgId!))
    .$if(lock === true, (q) => q.forUpdate())
    .executeTakeFirst();
  return row && read(row);
}

export async function insertImport(db: Db, row: Insertable<DB['imports']>): Promise<void> {
  await db.insertInto('imports').values(row).execute();
}

/** False where the import has another version by now. */
export async function updateImport(
  db: Db,
  { id, at, version }: { id: string; at: Date; version: number },
  set: Updateable<DB['imports']>,
): Promise<boolean> {
  const row = await db
    .updateTable('imports')
    .set({ ...set, changed_at: at, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export const importsOf = (db: Db, input: { orgId: string; after: ListPlace | null; limit: number }) =>
  inIndexOrder(db, () =>
    db
      .selectFrom('imports')
      .select([
        'id',
        'file_name',
        'state',
        'rows_total',
        'rows_read',
        'rows_added',
        'rows_merged',
        'rows_refused',
        'created_at',
        placeTime('created_at').as('place'),
      ])
      .where('org_id', '=', input.orgId)
      .where(behind('created_at', 'id', 'descending', input.after))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(input.limit)
      .execute(),
  );

export async function countOpen(db: Db, orgId: string): Promise<number> {
  const { n } = await db
    .selectFrom('imports')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('org_id', '=', orgId)
    .where('state', 'in', ['reading', 'running'])
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Imports whose workflow must be running. */
export const openImports = (db: Db, { before, ...page }: IdPage & { before: Date }): Promise<{ id: string }[]> =>
  db
    .selectFrom('imports')
    .select('id')
    .where('state', 'in', ['reading', 'ready', 'running'])
    .where('changed_at', '<', before)
    .where(nextById('id', page))
    .orderBy('id')
    .limit(page.limit)
    .execute();

/** Those that have not moved since `since` though the worker is to act. */
export async function overdueImports(
  db: Db,
  { ids, since }: { ids: string[]; since: Date },
): Promise<{ id: string }[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('imports')
    .select('id')
    .where('id', 'in', ids)
    .where('state', 'in', ['reading', 'running'])
    .where('changed_at', '<', since)
    .execute();
}

export async function isOpenImport(db: Db, { id }: { id: string }): Promise<boolean> {
  const row = await db
    .selectFrom('imports')
    .select('id')
    .where('id', '=', id)
    .where('state', 'in', ['reading', 'ready', 'running'])
    .executeTakeFirst();
  return row !== undefined;
}

/** Orgs of this person alone. */
const ownOrgs = (userId: string) => sql`(select m.org_id from org_members m where m.user_id = ${userId}
  and not exists (select from org_members o where o.org_id = m.org_id and o.user_id <> ${userId}))`;

/** Part of a person's erasure: what their orgs imported, and the person's own rows in the imports of others. */
export async function deleteImportsOfPerson(db: Db, userId: string): Promise<void> {
  const own = ownOrgs(userId);
  await sql`
    delete from imported_creators i where i.creator_org in ${own}
      or i.email = (select lower(email) from profiles where id = ${userId})`.execute(db);
  await sql`delete from imports where org_id in ${own}`.execute(db);
}

/** Stored files of the imports of these orgs. */
export async function storedImports(db: Db, orgIds: readonly string[]): Promise<string[]> {
  if (orgIds.length === 0) return [];
  const rows = await db.selectFrom('imports').select(['storage_key', 'format']).where('org_id', 'in', orgIds).execute();
  return rows.flatMap(({ storage_key, format }) =>
    format === 'xlsx' ? [storage_key, `${storage_key}-text`] : [storage_key],
  );
}
