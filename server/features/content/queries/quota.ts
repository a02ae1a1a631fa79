import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';

/** Bytes that an org's finished files take. */
export async function bytesOf(db: Db, orgId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('files')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('size'), eb.val('0')).as('bytes'))
    .where('org_id', '=', orgId)
    .where('state', '=', 'ready')
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

/** Held until the transaction ends, so that parallel uploads of an org cannot exceed its quota together. */
export async function lockFilesOf(db: Db, orgId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files:${orgId}`}, 0))`.execute(db);
}
