import { proxyActivities } from '@temporalio/workflow';
import type { OutreachActivities } from './activities/outreach.ts';
import type { WorkflowInput } from './contracts.ts';
import { DATABASE_STEP } from './lib/activity-options.ts';
import { followRow } from './lib/follow-row.ts';

const { outreachSnapshot } = proxyActivities<OutreachActivities>({ ...DATABASE_STEP, summary: 'read the sequence' });
/** A killed worker is noticed by its missing heartbeat, long before the step would have ended. */
const { sendDueOutreach } = proxyActivities<OutreachActivities>({
  ...DATABASE_STEP,
  heartbeatTimeout: '4 seconds',
  summary: 'send what is due',
});

/** Sends the messages of a sequence when they are due. Recipients are rows: the workflow waits for the one that is due first. */
export async function outreachSequence({ id }: WorkflowInput): Promise<string> {
  return followRow({
    title: 'Outreach sequence',
    read: () => outreachSnapshot({ id }),
    on: {
      async send() {
        const { sent, state } = await sendDueOutreach({ sequenceId: id });
        return `sent ${sent}: ${state}`;
      },
    },
  });
}
