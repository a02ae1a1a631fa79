import { sql } from 'kysely';
import { affectedRows, type Batch } from '../../../../db/batch.ts';
import type { Db } from '../../../../db/client.ts';

/** Waits for other files of the org, until the transaction ends: they count before they add. */
export async function lockExports(db: Db, orgId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`creator-exports:${orgId}`}, 0))`.execute(db);
}

export async function exportedRows(db: Db, { orgId, since }: { orgId: string; since: Date }): Promise<number> {
  const { n } = await db
    .selectFrom('creator_exports')
    .select(sql<number>`coalesce(sum(rows), 0)::int`.as('n'))
    .where('org_id', '=', orgId)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
  return n;
}

export async function insertExport(
  db: Db,
  made: { id: string; orgId: string; userId: string; kind: 'list' | 'search'; rows: number; at: Date },
): Promise<void> {
  await db
    .insertInto('creator_exports')
    .values({
      id: made.id,
      org_id: made.orgId,
      user_id: made.userId,
      kind: made.kind,
      rows: made.rows,
      created_at: made.at,
    })
    .execute();
}

export async function deleteOldExports(db: Db, { before, limit }: Batch): Promise<number> {
  return affectedRows(
    await sql`delete from creator_exports where id in (
      select id from creator_exports where created_at < ${before} order by created_at limit ${limit})`.execute(db),
  );
}

/** Part of a person's erasure. */
export async function clearExporter(db: Db, userId: string): Promise<void> {
  await sql`delete from creator_exports where user_id = ${userId}`.execute(db);
}
