import { makeRanking, rankingStateOf } from '../../server/features/matching/batch.ts';
import type { RowSnapshot } from '../contracts.ts';
import { bindActivities, type ActivityContext } from './context.ts';
import { toScheduledSteps } from './scheduled-steps.ts';

export async function readRanking(ctx: ActivityContext, { id }: { id: string }): Promise<RowSnapshot<'rank'>> {
  const { state, brandOrg, due } = await rankingStateOf(ctx, { id });
  return {
    state,
    closed: due === null,
    steps: due
      ? toScheduledSteps(ctx.clock.now(), [{ at: due, act: 'rank', label: 'next ranking', always: true }])
      : [],
    attributes: { CampaignId: id, BrandOrg: brandOrg },
  };
}

export const QUEUE = 'discovery';
export const createActivities = (ctx: ActivityContext) =>
  bindActivities(ctx, 'matchBatch', { rankingSnapshot: readRanking, makeRanking });
export type MatchingActivities = ReturnType<typeof createActivities>;
