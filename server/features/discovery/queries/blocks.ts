import { sql } from 'kysely';
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
