import { patched, proxyActivities } from '@temporalio/workflow';
import type { AdActivities } from './activities/ads.ts';
import type { WorkflowInput } from './contracts.ts';
import { DATABASE_STEP } from './lib/activity-options.ts';
import { followRow } from './lib/follow-row.ts';

const { adSnapshot } = proxyActivities<AdActivities>({ ...DATABASE_STEP, summary: 'read the ad' });
const { warnOfAdEnd } = proxyActivities<AdActivities>({ ...DATABASE_STEP, summary: 'warn of the end' });
/** Its first name, which another noun of the queue has too: calls under it are only replayed. */
const { warnOfEnd } = proxyActivities<{ warnOfEnd: AdActivities['warnOfAdEnd'] }>({
  ...DATABASE_STEP,
  summary: 'warn of the end',
});
const { expireAd } = proxyActivities<AdActivities>({ ...DATABASE_STEP, summary: 'end the ad' });
const { alertSnapshot } = proxyActivities<AdActivities>({ ...DATABASE_STEP, summary: 'read the alert' });
const { sendAlert } = proxyActivities<AdActivities>({ ...DATABASE_STEP, summary: 'count the new ads' });

/** The timers of a shown ad: a warning two days before its end, and the end. A renewal or closing signals it. */
export async function adLifecycle({ id }: WorkflowInput): Promise<string> {
  return followRow({
    title: 'Ad',
    read: () => adSnapshot({ id }),
    on: {
      async warn() {
        const warn = patched('warning-under-a-name-of-its-own') ? warnOfAdEnd : warnOfEnd;
        const { done, state } = await warn({ adId: id });
        return done ? 'warned of the end' : `no warning: ${state}`;
      },
      async expire() {
        const { done, state } = await expireAd({ adId: id });
        return done ? 'expired' : `kept: ${state}`;
      },
    },
  });
}

/** The daily digest of new ads, until the alert is deleted. */
export async function adAlert({ id }: WorkflowInput): Promise<string> {
  return followRow({
    title: 'Alert of new ads',
    read: () => alertSnapshot({ id }),
    on: {
      async send() {
        const { state } = await sendAlert({ alertId: id });
        return `digest: ${state}`;
      },
    },
  });
}
