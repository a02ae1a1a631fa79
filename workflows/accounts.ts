import { proxyActivities } from '@temporalio/workflow';
import type { AccountActivities } from './activities/accounts.ts';
import type { WorkflowInput } from './contracts.ts';
import { DATABASE_STEP } from './lib/activity-options.ts';
import { followRow } from './lib/follow-row.ts';

const { codeSnapshot } = proxyActivities<AccountActivities>({ ...DATABASE_STEP, summary: 'read the code’s row' });
const { mailCode } = proxyActivities<AccountActivities>({ ...DATABASE_STEP, summary: 'queue the mail' });
const { expireCode } = proxyActivities<AccountActivities>({ ...DATABASE_STEP, summary: 'end the code' });

const { removalSnapshot } = proxyActivities<AccountActivities>({ ...DATABASE_STEP, summary: 'read the removal’s row' });
const { carryOutRemoval } = proxyActivities<AccountActivities>({ ...DATABASE_STEP, summary: 'take the factor away' });

/** A mailed six-digit code lives until it is used, replaced or ten minutes old. Neither code nor address is ever in here. */
export async function verificationCodeExpiry({ id }: WorkflowInput): Promise<string> {
  return followRow({
    title: 'One-time code',
    read: () => codeSnapshot({ id }),
    on: {
      async mail() {
        await mailCode({ id });
        return 'mail queued';
      },
      async expire() {
        const { state } = await expireCode({ id });
        return `time is over: ${state}`;
      },
    },
  });
}

/** The last second factor of an account is removed one day after the request, unless the request is cancelled. */
export async function factorRemoval({ id }: WorkflowInput): Promise<string> {
  return followRow({
    title: 'Removal of the last second factor',
    read: () => removalSnapshot({ id }),
    on: {
      async remove() {
        const { state } = await carryOutRemoval({ id });
        return `the day is over: ${state}`;
      },
    },
  });
}
