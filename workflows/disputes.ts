import { proxyActivities } from '@temporalio/workflow';
import type { DisputeActivities } from './activities/disputes.ts';
import type { WorkflowInput } from './contracts.ts';
import { DATABASE_STEP } from './lib/activity-options.ts';
import { followRow } from './lib/follow-row.ts';

const { disputeSnapshot } = proxyActivities<DisputeActivities>({ ...DATABASE_STEP, summary: 'read the dispute' });
const { announceDispute } = proxyActivities<DisputeActivities>({
  ...DATABASE_STEP,
  summary: 'write the event and notify both sides',
});
const { remindOfDispute } = proxyActivities<DisputeActivities>({ ...DATABASE_STEP, summary: 'send a reminder' });
const { endDisputePhase } = proxyActivities<DisputeActivities>({ ...DATABASE_STEP, summary: 'end the phase' });
const { executeDispute } = proxyActivities<DisputeActivities>({ ...DATABASE_STEP, summary: 'claim the settlement' });
const { closeDispute } = proxyActivities<DisputeActivities>({ ...DATABASE_STEP, summary: 'close the dispute' });
const { resumeDisputed } = proxyActivities<DisputeActivities>({
  ...DATABASE_STEP,
  summary: 'resume the clocks of the milestone',
});

/**
 * A dispute between the sides of a milestone: its phases are timers, acts of people change the row and send a signal. The
 * settlement is claimed here and carried out by the milestone's own workflow.
 */
export async function disputeCase({ id }: WorkflowInput): Promise<string> {
  const dispute = { disputeId: id };
  return followRow({
    title: 'Dispute',
    read: () => disputeSnapshot({ id }),
    on: {
      announce: () => announceDispute(dispute),
      remind: ({ hours }) => remindOfDispute({ ...dispute, hours: hours ?? 0 }),
      endPhase: () => endDisputePhase(dispute),
      execute: () => executeDispute(dispute),
      close: () => closeDispute(dispute),
      resume: () => resumeDisputed(dispute),
    },
  });
}
