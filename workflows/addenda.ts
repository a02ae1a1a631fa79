import { proxyActivities } from '@temporalio/workflow';
import type { AddendumActivities } from './activities/addenda.ts';
import type { WorkflowInput } from './contracts.ts';
import { DATABASE_STEP } from './lib/activity-options.ts';
import { followRow } from './lib/follow-row.ts';

const { addendumSnapshot } = proxyActivities<AddendumActivities>({ ...DATABASE_STEP, summary: 'read the addendum' });
const { remindAddendum } = proxyActivities<AddendumActivities>({
  ...DATABASE_STEP,
  summary: 'remind who has not signed',
});
const { applyAddendum } = proxyActivities<AddendumActivities>({
  ...DATABASE_STEP,
  summary: 'both signed: change the deal',
});
const { expireAddendum } = proxyActivities<AddendumActivities>({ ...DATABASE_STEP, summary: 'expire the addendum' });

/**
 * An addendum waits for two signatures. Its last step changes the deal, whose milestones' workflows read their rows
 * again; declined, withdrawn or without both signatures at the deadline it ends, and nothing changes.
 */
export async function addendumSigning({ id }: WorkflowInput): Promise<string> {
  return followRow({
    title: 'Addendum to sign',
    read: () => addendumSnapshot({ id }),
    on: {
      async remind({ hours = 0 }) {
        await remindAddendum({ addendumId: id, hoursLeft: hours });
        return `reminded: ${hours} h left`;
      },
      async apply() {
        const { state } = await applyAddendum({ addendumId: id });
        return `both signed: ${state}`;
      },
      async expire() {
        const { done, state } = await expireAddendum({ addendumId: id });
        return done ? 'expired unsigned' : `kept: ${state}`;
      },
    },
  });
}
