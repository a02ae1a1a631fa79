import type { Db } from '../../../../db/client.ts';
import { nextById, type IdPage } from '../../../../db/keyset.ts';

/** Accounts whose schedule must have a workflow. */
export async function scheduledAccounts(
  db: Db,
  { before, ...page }: IdPage & { before: Date },
): Promise<{ id: string }[]> {
  return db
    .selectFrom('payout_accounts')
    .select('org_id as id')
    .where('schedule', '<>', 'manual')
    .where('updated_at', '<', before)
    .where(nextById('org_id', page))
    .orderBy('org_id')
    .limit(page.limit)
    .execute();
}

export async function hasSchedule(db: Db, { id }: { id: string }): Promise<boolean> {
  const row = await db
    .selectFrom('payout_accounts')
    .select('org_id')
    .where('org_id', '=', id)
    .where('schedule', '<>', 'manual')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the payee's own acts are blocked: on hold by staff, or erased. */
export async function isBlocked(db: Db, orgId: string): Promise<boolean> {
  const row = await db
    .selectFrom('orgs')
    .select(['suspended_at', 'closed_at'])
    .where('id', '=', orgId)
    .executeTakeFirst();
  return !row || row.suspended_at !== null || row.closed_at !== null;
}
