import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { behind, placeTime, type ListPlace, inIndexOrder } from '../../../../db/keyset.ts';
import type { ExportScope } from '../../../registration.ts';
import type { Platform } from '../../terms/schema.ts';
import type { ImportedRecord, RefusedRow } from '../schema.ts';

const RECORD = [
  'platform',
  'handle',
  'name',
  'email',
  'followers',
  'engagement_bps',
  'country',
  'city',
  'language',
  'note',
] as const;

type RecordRow = {
  platform: Platform;
  handle: string;
  name: string | null;
  email: string | null;
  followers: number | null;
  engagement_bps: number | null;
  country: string | null;
  city: string | null;
  language: string | null;
  note: string | null;
};
export const toRecord = (row: RecordRow): ImportedRecord => ({
  platform: row.platform,
  handle: row.handle,
  name: row.name,
  email: row.email,
  followers: row.followers === null ? null : Number(row.followers),
  engagementBps: row.engagement_bps,
  country: row.country,
  city: row.city,
  language: row.language,
  note: row.note,
});

/** One batch or correction of an org's people at a time, until the transaction ends. */
export async function lockPeople(db: Db, orgId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`imports:${orgId}`}, 11))`.execute(db);
}

export interface Known {
  id: string;
  record: ImportedRecord;
}

/** The org's people with one of these handles, by `platform handle`. */
export async function knownPeople(
  db: Db,
  { orgId, of }: { orgId: string; of: readonly ImportedRecord[] },
): Promise<Map<string, Known>> {
  if (of.length === 0) return new Map();
  const { rows } = await sql<RecordRow & { id: string }>`
    select i.id, ${sql.join(RECORD.map((column) => sql.ref(`i.${column}`)))}
      from imported_creators i
      join unnest(${of.map((r) => r.platform)}::text[], ${of.map((r) => r.handle)}::text[]) as w(platform, handle)
        on i.platform = w.platform and i.handle = w.handle
      where i.org_id = ${orgId} and not i.separate`.execute(db);
  return new Map(rows.map((row) => [`${row.platform} ${row.handle}`, { id: row.id, record: toRecord(row) }]));
}

export interface NewPerson {
  id: string;
  row: number;
  record: ImportedRecord;
  separate?: boolean;
}

const asJson = ({ id, row, record, separate }: NewPerson) => ({
  id,
  row,
  separate: separate ?? false,
  ...record,
  engagement_bps: record.engagementBps,
});
const SHAPE = sql`x(id uuid, row int, separate boolean, platform text, handle text, name text, email text, followers bigint,
  engagement_bps int, country text, city text, language text, note text)`;

/** Members whose connected account has the handle are linked at once. */
export async function insertPeople(
  db: Db,
  { orgId, importId, people, at }: { orgId: string; importId: string; people: readonly NewPerson[]; at: Date },
): Promise<void> {
  if (people.length === 0) return;
  await sql`
    insert into imported_creators(id, org_id, import_id, row, separate, platform, handle, name, email, followers, engagement_bps,
        country, city, language, note, creator_org, linked_at, created_at, changed_at)
    select x.id, ${orgId}, ${importId}, x.row, x.separate, x.platform, x.handle, x.name, x.email, x.followers, x.engagement_bps,
        x.country, x.city, x.language, x.note, a.org_id, case when a.org_id is null then null else ${at}::timestamptz end, ${at}, ${at}
      from jsonb_to_recordset(${JSON.stringify(people.map(asJson))}::jsonb) as ${SHAPE}
      left join lateral (select org_id from social_accounts s where s.platform = x.platform and lower(s.handle) = x.handle
        and s.state = 'connected' limit 1) a on true`.execute(db);
}

export async function updatePeople(db: Db, { people, at }: { people: readonly NewPerson[]; at: Date }): Promise<void> {
  if (people.length === 0) return;
  await sql`
    update imported_creators i set name = x.name, email = x.email, followers = x.followers, engagement_bps = x.engagement_bps,
        country = x.country, city = x.city, language = x.language, note = x.note, changed_at = ${at}
      from jsonb_to_recordset(${JSON.stringify(people.map(asJson))}::jsonb) as ${SHAPE} where i.id = x.id`.execute(db);
}

export interface NewMerge {
  id: string;
  creatorId: string;
  row: number;
  before: ImportedRecord;
  incoming: ImportedRecord;
}

export async function insertMerges(
  db: Db,
  { orgId, importId, merges, at }: { orgId: string; importId: string; merges: readonly NewMerge[]; at: Date },
): Promise<void> {
  if (merges.length === 0) return;
  await sql`
    insert into import_merges(id, org_id, import_id, creator_id, row, before, incoming, created_at)
    select x.id, ${orgId}, ${importId}, x."creatorId", x.row, x.before, x.incoming, ${at}
      from jsonb_to_recordset(${JSON.stringify(merges)}::jsonb)
        as x(id uuid, "creatorId" uuid, row int, before jsonb, incoming jsonb)`.execute(db);
}

export async function insertRefused(
  db: Db,
  { orgId, importId, rows }: { orgId: string; importId: string; rows: readonly RefusedRow[] },
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into import_refused_rows(import_id, org_id, row, field, code, cells)
    select ${importId}, ${orgId}, x.row, x.field, x.code, x.cells
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(row int, field text, code text, cells jsonb)`.execute(
    db,
  );
}

const refused = (db: Db) =>
  db.selectFrom('import_refused_rows').select(['row', 'field', 'code', 'cells']).orderBy('row');

/** Refused rows after a row, in the order of the file. */
export const refusedRows = (db: Db, input: { importId: string; orgId: string; after: number; limit: number }) =>
  refused(db)
    .where('import_id', '=', input.importId)
    .where('org_id', '=', input.orgId)
    .where('row', '>', input.after)
    .limit(input.limit)
    .execute();

export const refusedRow = (db: Db, input: { importId: string; orgId: string; row: number }) =>
  refused(db)
    .where('import_id', '=', input.importId)
    .where('org_id', '=', input.orgId)
    .where('row', '=', input.row)
    .executeTakeFirst();

export async function deleteRefused(db: Db, input: { importId: string; row: number }): Promise<void> {
  await db
    .deleteFrom('import_refused_rows')
    .where('import_id', '=', input.importId)
    .where('row', '=', input.row)
    .execute();
}

const MERGE = [
  'id',
  'org_id',
  'import_id',
  'creator_id',
  'row',
  'before',
  'incoming',
  'created_at',
  'undone_at',
] as const;

/** Merges of an import from a place on, the newest first. */
export const mergesOf = (db: Db, input: { importId: string; orgId: string; after: ListPlace | null; limit: number }) =>
  inIndexOrder(db, () =>
    db
      .selectFrom('import_merges')
      .select([...MERGE, placeTime('created_at').as('place')])
      .where('import_id', '=', input.importId)
      .where('org_id', '=', input.orgId)
      .where(behind('created_at', 'id', 'descending', input.after))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(input.limit)
      .execute(),
  );

export const mergeById = (db: Db, { id, orgId }: { id: string; orgId: string }) =>
  db
    .selectFrom('import_merges')
    .select(MERGE)
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .forUpdate()
    .executeTakeFirst();

/** A later merge into the same person that stands. */
export async function hasLaterMerge(db: Db, { creatorId, id }: { creatorId: string; id: string }): Promise<boolean> {
  const row = await db
    .selectFrom('import_merges')
    .select('id')
    .where('creator_id', '=', creatorId)
    .where('undone_at', 'is', null)
    .where('id', '>', id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function markUndone(db: Db, { id, at }: { id: string; at: Date }): Promise<void> {
  await db.updateTable('import_merges').set({ undone_at: at }).where('id', '=', id).execute();
}

/** People of an org from a place on, the newest first; of one import where it is named. */
export const peopleOf = (
  db: Db,
  input: { orgId: string; importId?: string | undefined; after: ListPlace | null; limit: number },
) =>
  inIndexOrder(db, () =>
    db
      .selectFrom('imported_creators as i')
      .leftJoin('creator_profiles as p', 'p.org_id', 'i.creator_org')
      .select(['i.id', 'i.created_at', 'p.handle as member', placeTime('i.created_at').as('place')])
      .select(RECORD.map((column) => `i.${column}` as const))
      .where('i.org_id', '=', input.orgId)
      .$if(input.importId !== undefined, (q) => q.where('i.import_id', '=', input.importId!))
      .where(behind('i.created_at', 'i.id', 'descending', input.after))
      .orderBy('i.created_at', 'desc')
      .orderBy('i.id', 'desc')
      .limit(input.limit)
      .execute(),
  );

export async function deletePerson(db: Db, { id, orgId }: { id: string; orgId: string }): Promise<boolean> {
  const row = await db
    .deleteFrom('imported_creators')
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** What others imported of this person: by the connected account, and by the address of the account. */
export const rowsAboutPerson = ({ email, orgIds }: ExportScope) =>
  sql<{ row: unknown }>`
    select jsonb_build_object('platform', i.platform, 'handle', i.handle, 'name', i.name, 'email', i.email, 'followers', i.followers,
        'country', i.country, 'city', i.city, 'importedBy', o.name, 'source', f.source, 'basis', f.basis, 'at', i.created_at) as row
      from imported_creators i join orgs o on o.id = i.org_id join imports f on f.id = i.import_id
      where i.creator_org = any(${orgIds}::uuid[]) or i.email = lower(${email})`;
