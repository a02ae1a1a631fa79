import { proxyActivities } from '@temporalio/workflow';
import type { CampaignActivities } from './activities/campaigns.ts';
import type { WorkflowInput } from './contracts.ts';
import { DATABASE_STEP } from './lib/activity-options.ts';
import { followRow } from './lib/follow-row.ts';

const { campaignSnapshot } = proxyActivities<CampaignActivities>({ ...DATABASE_STEP, summary: 'read the campaign' });
const { publishScheduled } = proxyActivities<CampaignActivities>({ ...DATABASE_STEP, summary: 'publish as scheduled' });
const { closeApplications } = proxyActivities<CampaignActivities>({
  ...DATABASE_STEP,
  summary: 'close to applications',
});
const { expireApplications } = proxyActivities<CampaignActivities>({
  ...DATABASE_STEP,
  summary: 'expire unanswered applications',
});

/**
 * The timers of a campaign: it is published when scheduled, closes to applications at its deadline, and unanswered
 * applications expire.
 */
export async function campaignLifecycle({ id }: WorkflowInput): Promise<string> {
  return followRow({
    title: 'Campaign',
    read: () => campaignSnapshot({ id }),
    on: {
      async publish() {
        const { state } = await publishScheduled({ campaignId: id });
        return `scheduled step: ${state}`;
      },
      async close() {
        const { state } = await closeApplications({ campaignId: id });
        return `application deadline: ${state}`;
      },
      async expireApplications() {
        const { state } = await expireApplications({ campaignId: id });
        return `unanswered applications expired: ${state}`;
      },
    },
  });
}
