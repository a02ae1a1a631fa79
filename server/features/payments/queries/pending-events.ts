import type { Db } from '../../../../db/client.ts';

/**
 * Webhooks that were received before `before` and are not processed yet, oldest first; those without a workflow, such
 * as disputes, at once.
 */
export async function pendingEventIds(db: Db, input: { before: Date; now: Date; limit: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('psp_events')
    .select('id')
    .where('state', '=', 'pending')
    .where((eb) =>
      eb.or([
        eb('received_at', '<', input.before),
        eb.and([eb('milestone_id', 'is', null), eb('org_id', 'is', null), eb('received_at', '<=', input.now)]),
      ]),
    )
    .orderBy('received_at')
    .limit(input.limit)
    .execute();
  return rows.map((r) => r.id);
}
