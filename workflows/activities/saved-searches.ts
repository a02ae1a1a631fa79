import { sendDigest } from '../../server/features/saved-searches/digest.ts';
import type { RowSnapshot } from '../contracts.ts';
import { bindActivities, type ActivityContext } from './context.ts';
import { toScheduledSteps } from './scheduled-steps.ts';

export async function readSavedSearch(ctx: ActivityContext, { id }: { id: string }): Promise<RowSnapshot<'digest'>> {
  const row = await ctx.db
    .selectFrom('saved_searches')
    .select(['org_id', 'alert', 'next_digest_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return { state: 'deleted', closed: true, steps: [], attributes: {} };
  const next = row.alert ? row.next_digest_at : null;
  return {
    state: next ? 'watching' : 'off',
    closed: next === null,
    steps: toScheduledSteps(
      ctx.clock.now(),
      next ? [{ at: next, act: 'digest', label: 'daily digest', always: true }] : [],
    ),
    attributes: { BrandOrg: row.org_id, ...(next ? { SponsioDeadline: next.toISOString() } : {}) },
  };
}

export const QUEUE = 'discovery';
export const createActivities = (ctx: ActivityContext) =>
  bindActivities(ctx, 'savedSearchDigest', { savedSearchSnapshot: readSavedSearch, sendSearchDigest: sendDigest });
export type SavedSearchActivities = ReturnType<typeof createActivities>;
