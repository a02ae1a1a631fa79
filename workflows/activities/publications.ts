import { endDecision } from '../../server/features/publications/decide.ts';
import { lookAtPost } from '../../server/features/publications/look.ts';
import { isOver } from '../../server/features/publications/rules.ts';
import type { RowSnapshot } from '../contracts.ts';
import { bindActivities, type ActivityContext } from './context.ts';
import { toScheduledSteps } from './scheduled-steps.ts';

export async function readPublication(
  ctx: ActivityContext,
  { id }: { id: string },
): Promise<RowSnapshot<'look' | 'decide'>> {
  const row = await ctx.db
    .selectFrom('publications')
    .select(['state', 'next_check_at', 'decide_until', 'brand_org', 'creator_org', 'contract_id', 'milestone_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return { state: 'deleted', closed: true, steps: [], attributes: {} };
  const { next_check_at: look, decide_until: decide } = row;
  const at = look ?? decide;
  return {
    state: row.state,
    closed: isOver(row.state),
    steps: toScheduledSteps(ctx.clock.now(), [
      ...(look ? [{ at: look, act: 'look' as const, label: 'next look', always: true }] : []),
      ...(decide ? [{ at: decide, act: 'decide' as const, label: 'end of the decision', always: true }] : []),
    ]),
    attributes: {
      BrandOrg: row.brand_org,
      CreatorOrg: row.creator_org,
      ContractId: row.contract_id,
      MilestoneId: row.milestone_id,
      ...(at ? { SponsioDeadline: at.toISOString() } : {}),
    },
  };
}

export const QUEUE = 'discovery';
export const createActivities = (ctx: ActivityContext) =>
  bindActivities(ctx, 'publicationCheck', {
    publicationSnapshot: readPublication,
    lookAtPost,
    endPostDecision: endDecision,
  });
export type PublicationActivities = ReturnType<typeof createActivities>;
