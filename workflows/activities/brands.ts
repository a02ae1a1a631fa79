import { checkDomain } from '../../server/features/brands/checks.ts';
import type { RowSnapshot } from '../contracts.ts';
import { bindActivities, type ActivityContext } from './context.ts';
import { toScheduledSteps } from './scheduled-steps.ts';

export async function readVerification(ctx: ActivityContext, { id }: { id: string }): Promise<RowSnapshot<'check'>> {
  const row = await ctx.db
    .selectFrom('brand_verifications')
    .select(['org_id', 'state', 'next_check_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return { state: 'deleted', closed: true, steps: [], attributes: {} };
  const closed = row.state === 'failed' || row.next_check_at === null;
  return {
    state: row.state,
    closed,
    steps: toScheduledSteps(
      ctx.clock.now(),
      closed ? [] : [{ at: row.next_check_at!, act: 'check', label: 'next check', always: true }],
    ),
    attributes: { BrandOrg: row.org_id },
  };
}

export const QUEUE = 'discovery';
export const createActivities = (ctx: ActivityContext) =>
  bindActivities(ctx, 'brandVerification', {
    brandVerificationSnapshot: readVerification,
    checkBrandDomain: checkDomain,
  });
export type BrandActivities = ReturnType<typeof createActivities>;
