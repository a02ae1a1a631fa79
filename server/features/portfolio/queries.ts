import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { ExportScope } from '../../registration.ts';

const COLUMNS = ['id', 'title', 'link', 'brand', 'pinned', 'mime', 'width', 'height', 'duration_ms'] as const;
export type WorkRow = Awaited<ReturnType<typeof worksOf>>[number];

/** The works of a creator: the pinned ones first, each group in its order. */
export const worksOf = (db: Db, orgId: string) =>
  db
    .selectFrom('portfolio_works')
    .select(COLUMNS)
    .where('org_id', '=', orgId)
    .orderBy('pinned', 'desc')
    .orderBy('position')
    .orderBy('id')
    .execute();

/** Waits for other changes of the same portfolio until the transaction ends. */
export async function lockPortfolio(db: Db, orgId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`portfolio:${orgId}`}, 12))`.execute(db);
}

/** Works and uploads that may still become one. */
export async function countWorks(db: Db, { orgId, since }: { orgId: string; since: Date }): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select ((select count(*) from portfolio_works where org_id = ${orgId})
      + (select count(*) from files where org_id = ${orgId} and state = 'uploading' and storage_key like 'portfolio/%'
          and created_at > ${since}))::int as n`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Makes a stored file of the org the last work of its portfolio. */
export async function insertWork(
  db: Db,
  work: { id: string; orgId: string; fileId: string; title: string; at: Date },
): Promise<void> {
  await sql`
    insert into portfolio_works(id, org_id, position, title, file_id, name, mime, size, sha256, storage_key, width, height,
        duration_ms, created_at)
      select ${work.id}::uuid, ${work.orgId}::uuid,
          (select coalesce(max(position) + 1, 0) from portfolio_works where org_id = ${work.orgId}::uuid),
          ${work.title}, f.id, f.name, f.mime, f.size, f.sha256, f.storage_key, f.width, f.height, f.duration_ms, ${work.at}
        from files f where f.id = ${work.fileId} and f.org_id = ${work.orgId}::uuid and f.state = 'ready'`.execute(db);
}

/** The work made of the same file before, by its content. */
export async function workLike(db: Db, of: { orgId: string; sha256: string }): Promise<string | null> {
  const row = await db
    .selectFrom('portfolio_works')
    .select('id')
    .where('org_id', '=', of.orgId)
    .where('sha256', '=', of.sha256)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** False for a work that is not the org's. */
export async function updateWork(
  db: Db,
  {
    id,
    orgId,
    ...set
  }: { id: string; orgId: string; title?: string; link?: string | null; brand?: string; pinned?: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('portfolio_works')
    .set(set)
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function setOrder(db: Db, { orgId, ids }: { orgId: string; ids: readonly string[] }): Promise<void> {
  await sql`update portfolio_works w set position = o.n - 1
    from unnest(${[...ids]}::uuid[]) with ordinality as o(id, n) where w.id = o.id and w.org_id = ${orgId}`.execute(db);
}

export async function deleteWork(db: Db, { id, orgId }: { id: string; orgId: string }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('portfolio_works')
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The stored file of a work that the reader may see. */
export async function workFile(db: Db, id: string) {
  return db
    .selectFrom('portfolio_works as w')
    .select(['w.name', 'w.mime', 'w.size', 'w.sha256', 'w.storage_key as storageKey'])
    .where('w.id', '=', id)
    .where(sql<boolean>`w.org_id <> all(array(select orgs_blocked()))`)
    .executeTakeFirst();
}

/** Of the creators that are the person's alone. */
export async function deleteWorksOfPerson(db: Db, userId: string): Promise<void> {
  await sql`delete from portfolio_works where org_id in (
    select m.org_id from org_members m where m.user_id = ${userId}
      and not exists (select from org_members o where o.org_id = m.org_id and o.user_id <> ${userId}))`.execute(db);
}

export const worksToExport = ({ orgIds }: ExportScope) =>
  sql<{
    row: unknown;
  }>`select to_jsonb(t) - 'storage_key' as row from portfolio_works t where org_id = any(${orgIds}::uuid[])`;
