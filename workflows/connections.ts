import { proxyActivities } from '@temporalio/workflow';
import type { ConnectionActivities } from './activities/connections.ts';
import type { WorkflowInput } from './contracts.ts';
import { DATABASE_STEP, NETWORK_STEP } from './lib/activity-options.ts';
import { followRow } from './lib/follow-row.ts';

const { connectionSnapshot } = proxyActivities<ConnectionActivities>({
  ...DATABASE_STEP,
  summary: 'read the connection’s row',
});
const { syncAccount } = proxyActivities<ConnectionActivities>({ ...NETWORK_STEP, summary: 'read the account' });
const { refreshAccess } = proxyActivities<ConnectionActivities>({ ...NETWORK_STEP, summary: 'renew the access' });
const { endConnection } = proxyActivities<ConnectionActivities>({
  ...NETWORK_STEP,
  summary: 'take the consent back and delete',
});
const { warnOfEnd } = proxyActivities<ConnectionActivities>({ ...DATABASE_STEP, summary: 'tell the owner' });

/** An account on a network: its posts at first, then its figures once a day, until it is disconnected. Holds no tokens. */
export async function accountSync({ id }: WorkflowInput): Promise<string> {
  return followRow({
    title: 'Connected account',
    read: () => connectionSnapshot({ id }),
    on: {
      async sync() {
        const { outcome } = await syncAccount({ id });
        return `sync: ${outcome}`;
      },
      async refresh() {
        const { outcome } = await refreshAccess({ id });
        return `access: ${outcome}`;
      },
      async warn() {
        const { outcome } = await warnOfEnd({ id });
        return `end of the consent: ${outcome}`;
      },
      async end() {
        const { outcome } = await endConnection({ id });
        return `disconnected: ${outcome}`;
      },
    },
  });
}
