import { proxyActivities } from '@temporalio/workflow';
import type { PrivacyActivities } from './activities/privacy.ts';
import type { WorkflowInput } from './contracts.ts';
import { DATABASE_STEP, LONG_STEP, PROVIDER_STEP } from './lib/activity-options.ts';
import { followRow } from './lib/follow-row.ts';

const { exportSnapshot } = proxyActivities<PrivacyActivities>({ ...DATABASE_STEP, summary: 'read the export’s row' });
const { collectExport } = proxyActivities<PrivacyActivities>({
  ...LONG_STEP,
  summary: 'collect the data into one file',
});
const { expireExport } = proxyActivities<PrivacyActivities>({ ...DATABASE_STEP, summary: 'delete the file' });
const { deletionSnapshot } = proxyActivities<PrivacyActivities>({ ...DATABASE_STEP, summary: 'read the request' });
const { checkDeletion } = proxyActivities<PrivacyActivities>({
  ...DATABASE_STEP,
  summary: 'look whether money is held',
});
const { eraseAccount } = proxyActivities<PrivacyActivities>({ ...LONG_STEP, summary: 'erase the person' });
const { closeDeletion } = proxyActivities<PrivacyActivities>({
  ...PROVIDER_STEP,
  summary: 'forget the address of the last mail, and the customer at the payment provider',
});

/** A copy of a user's data: collected, available for seven days, deleted. */
export async function dataExport({ id }: WorkflowInput): Promise<string> {
  return followRow({
    title: 'Copy of one’s data',
    read: () => exportSnapshot({ id }),
    on: {
      async collect() {
        const { state } = await collectExport({ id });
        return `collected: ${state}`;
      },
      async expire() {
        const { state } = await expireExport({ id });
        return `time is over: ${state}`;
      },
    },
  });
}

/**
 * The deletion of an account: blocked while money is held, then a period for cancelling, then erasure. Holds no names.
 */
export async function accountDeletion({ id }: WorkflowInput): Promise<string> {
  return followRow({
    title: 'Erasure of an account',
    read: () => deletionSnapshot({ id }),
    on: {
      async check() {
        const { state } = await checkDeletion({ id });
        return `looked for held money: ${state}`;
      },
      async erase() {
        const { state } = await eraseAccount({ id });
        return `the time to change one's mind is over: ${state}`;
      },
      async close() {
        const { state } = await closeDeletion({ id });
        return `last mail: ${state}`;
      },
    },
  });
}
