import { sql } from 'kysely';
import { behind, placeTime, type ListPlace } from '../../../../db/keyset.ts';
import type { Db } from '../../../../db/client.ts';

/** Whether the caller's org blocked the other one, and whether either of them blocked the other. */
export async function blocksBetween(
  db: Db,
  { orgId, otherOrg }: { orgId: string; otherOrg: string },
): Promise<{ own: boolean; either: boolean }> {
  const { rows } = await sql<{ own: boolean; either: boolean }>`
    select exists (select from org_blocks where org_id = ${orgId} and blocked_org = ${otherOrg}) as own,
      ${otherOrg}::uuid in (select orgs_blocked()) as either`.execute(db);
  return rows[0] ?? { own: false, either: false };
}

/** Orgs that this org blocked from a place on, the last one first. */
export async function blockedBy(
  db: Db,
  { orgId, after, limit }: { orgId: string; after: ListPlace | null; limit: number },
): Promise<{ id: string; at: Date; place: string }[]> {
  return db
    .selectFrom('org_blocks')
    .select(['blocked_org as id', 'created_at as at', placeTime('created_at').as('place')])
    .where('org_id', '=', orgId)
    .where(behind('created_at', 'blocked_org', 'descending', after))
    .orderBy('created_at', 'desc')
    .orderBy('blocked_org', 'desc')
    .limit(limit)
    .execute();
}
