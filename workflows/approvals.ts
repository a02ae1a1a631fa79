import { proxyActivities } from '@temporalio/workflow';
import type { ApprovalActivities } from './activities/approvals.ts';
import type { WorkflowInput } from './contracts.ts';
import { DATABASE_STEP } from './lib/activity-options.ts';
import { followRow } from './lib/follow-row.ts';

const { readProposal, expireProposal } = proxyActivities<ApprovalActivities>({
  ...DATABASE_STEP,
  summary: 'read the proposal, or end it',
});

/** A decision of two staff members, from its proposal to the second answer or the end of the time for it. */
export async function staffApproval({ id }: WorkflowInput): Promise<string> {
  return followRow({
    title: 'Decision of two staff members',
    read: () => readProposal({ id }),
    on: { expire: () => expireProposal({ id }) },
  });
}
