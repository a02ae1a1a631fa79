import { withTx, type OrgContext } from '../../context.ts';
import { visitDtos } from './dto.ts';
import { visitsBetween } from './queries.ts';
import { UPCOMING_DAYS } from './rules.ts';
import type { UpcomingVisits } from './schema.ts';

const HOUR_MS = 3_600_000;
const SHOWN = 20;

/** Visits of the org from half a day ago until a week ahead, the next first; none for an agency. */
export async function upcomingVisits(ctx: OrgContext): Promise<UpcomingVisits> {
  return withTx(ctx, async (tx) => {
    const { orgId, orgKind } = tx.actor;
    const now = tx.clock.now();
    if (orgKind === 'agency') return { serverNow: now, items: [] };
    const rows = await visitsBetween(tx.db, {
      orgId,
      side: orgKind,
      from: new Date(now.getTime() - 12 * HOUR_MS),
      to: new Date(now.getTime() + UPCOMING_DAYS * 24 * HOUR_MS),
      limit: SHOWN,
    });
    return { serverNow: now, items: await visitDtos(tx, rows) };
  });
}
