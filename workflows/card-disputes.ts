import { proxyActivities } from '@temporalio/workflow';
import type { CardDisputeActivities } from './activities/card-disputes.ts';
import type { WorkflowInput } from './contracts.ts';
import { DATABASE_STEP, PROVIDER_STEP } from './lib/activity-options.ts';
import { followRow } from './lib/follow-row.ts';

const { readEvidencePack } = proxyActivities<CardDisputeActivities>({
  ...DATABASE_STEP,
  summary: 'read the evidence pack',
});
const { remindOfEvidence } = proxyActivities<CardDisputeActivities>({
  ...DATABASE_STEP,
  summary: 'remind staff of the evidence',
});
const { submitEvidencePack } = proxyActivities<CardDisputeActivities>({
  ...PROVIDER_STEP,
  summary: 'submit the evidence, once',
});

/**
 * The answer to a card dispute: submitted some hours before it is due, or when a staff member says so. Staff are reminded
 * before.
 */
export async function cardDispute({ id }: WorkflowInput): Promise<string> {
  return followRow({
    title: 'Evidence about a card dispute',
    read: () => readEvidencePack({ id }),
    on: {
      async remind({ hours = 0 }) {
        await remindOfEvidence({ id, hours });
        return `staff reminded: ${hours} h left`;
      },
      submit: () => submitEvidencePack({ id }),
    },
  });
}
