import { sendDue, sequenceFacts } from '../../server/features/outreach/send.ts';
import type { RowSnapshot } from '../contracts.ts';
import { bindActivities, heartbeat, type ActivityContext } from './context.ts';
import { toScheduledSteps } from './scheduled-steps.ts';

export async function readSequence(ctx: ActivityContext, { id }: { id: string }): Promise<RowSnapshot<'send'>> {
  const facts = await sequenceFacts(ctx, { id });
  if (!facts) return { state: 'deleted', closed: true, steps: [], attributes: {} };
  const { state, orgId, campaignId, changedAt, nextAt } = facts;
  return {
    state,
    closed: state === 'done',
    steps: toScheduledSteps(
      ctx.clock.now(),
      // Without a recipient who waits, the step closes the sequence.
      state === 'running' ? [{ at: nextAt ?? changedAt, act: 'send', label: 'next message', always: true }] : [],
    ),
    attributes: { BrandOrg: orgId, ...(campaignId ? { CampaignId: campaignId } : {}) },
  };
}

export const QUEUE = 'discovery';
export const createActivities = (ctx: ActivityContext) =>
  bindActivities(ctx, 'outreachSequence', {
    outreachSnapshot: readSequence,
    sendDueOutreach: (own: ActivityContext, input: { sequenceId: string }) => sendDue(own, input, heartbeat),
  });
export type OutreachActivities = ReturnType<typeof createActivities>;
