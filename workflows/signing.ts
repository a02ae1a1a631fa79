import { proxyActivities } from '@temporalio/workflow';
import type { ContractActivities } from './activities/signing.ts';
import type { WorkflowInput } from './contracts.ts';
import { DATABASE_STEP } from './lib/activity-options.ts';
import { followRow } from './lib/follow-row.ts';

const { contractSnapshot } = proxyActivities<ContractActivities>({ ...DATABASE_STEP, summary: 'read the contract' });
const { remindContract } = proxyActivities<ContractActivities>({
  ...DATABASE_STEP,
  summary: 'remind who has not signed',
});
const { activateContract } = proxyActivities<ContractActivities>({
  ...DATABASE_STEP,
  summary: 'both signed: open the milestones',
});
const { expireContract } = proxyActivities<ContractActivities>({ ...DATABASE_STEP, summary: 'expire the contract' });

/**
 * A contract waits for two signatures. Its last step opens the milestones, each with its own escrow workflow; without
 * both signatures at the deadline the contract expires and its place is free again.
 */
export async function contractSigning({ id }: WorkflowInput): Promise<string> {
  return followRow({
    title: 'Contract to sign',
    read: () => contractSnapshot({ id }),
    on: {
      async remind({ hours = 0 }) {
        await remindContract({ contractId: id, hoursLeft: hours });
        return `reminded: ${hours} h left`;
      },
      async activate() {
        const { state } = await activateContract({ contractId: id });
        return `both signed: ${state}`;
      },
      async expire() {
        const { done, state } = await expireContract({ contractId: id });
        return done ? 'expired unsigned' : `kept: ${state}`;
      },
    },
  });
}
