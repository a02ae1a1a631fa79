import { proxyActivities } from '@temporalio/workflow';
import type { MatchingActivities } from './activities/matching.ts';
import type { WorkflowInput } from './contracts.ts';
import { DATABASE_STEP } from './lib/activity-options.ts';
import { followRow } from './lib/follow-row.ts';

const { rankingSnapshot } = proxyActivities<MatchingActivities>({
  ...DATABASE_STEP,
  summary: 'read the state of the ranking',
});
const { makeRanking } = proxyActivities<MatchingActivities>({ ...DATABASE_STEP, summary: 'rank creators' });

/** Keeps the newest ranking of a live campaign: made every night, and again when the campaign or its creators change. */
export async function matchBatch({ id }: WorkflowInput): Promise<string> {
  return followRow({
    title: 'Ranking of a campaign',
    read: () => rankingSnapshot({ id }),
    on: {
      async rank() {
        const { fits, found } = await makeRanking({ campaignId: id });
        return `ranked: ${fits} creators, ${found} new`;
      },
    },
  });
}
