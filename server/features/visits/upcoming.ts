import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { readPlace, rowCursor, toPage } from '../../core/pagination.ts';
import { visitDtos } from './dto.ts';
import { visitsBetween } from './queries.ts';
import { UPCOMING_DAYS } from './rules.ts';
import type { UpcomingVisits, upcomingInput } from './schema.ts';

const HOUR_MS = 3_600_000;

/** Visits of the org from half a day ago until a week ahead, the next first; none for an agency. */
export async function upcomingVisits(
  ctx: OrgContext,
  { after, limit }: z.output<typeof upcomingInput>,
): Promise<UpcomingVisits> {
  return withTx(ctx, async (tx) => {
    const { orgId, orgKind } = tx.actor;
    const now = tx.clock.now();
    if (orgKind === 'agency') return { serverNow: now, items: [], next: null };
    const rows = await visitsBetween(tx.db, {
      orgId,
      side: orgKind,
      from: new Date(now.getTime() - 12 * HOUR_MS),
      to: new Date(now.getTime() + UPCOMING_DAYS * 24 * HOUR_MS),
      after: readPlace(after),
      limit: limit + 1,
    });
    const page = toPage(rows, limit, rowCursor, (row) => row);
    return { serverNow: now, items: await visitDtos(tx, page.items), next: page.next };
  });
}
