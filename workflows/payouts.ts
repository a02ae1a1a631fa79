import { proxyActivities } from '@temporalio/workflow';
import type { PayoutActivities } from './activities/payouts.ts';
import type { WorkflowInput } from './contracts.ts';
import { DATABASE_STEP, PROVIDER_STEP } from './lib/activity-options.ts';
import { followRow } from './lib/follow-row.ts';

// A task lost with its worker is retried after this timeout, so it is short, as in `escrow.ts`.
const { advancePayout } = proxyActivities<PayoutActivities>({
  ...PROVIDER_STEP,
  startToCloseTimeout: '30 seconds',
  summary: 'send the payout, or see where it is',
});
const { watchPayoutAccount } = proxyActivities<PayoutActivities>({
  ...PROVIDER_STEP,
  summary: 'read the account at the provider',
});

const { readPayoutSchedule, payBySchedule } = proxyActivities<PayoutActivities>({
  ...DATABASE_STEP,
  summary: 'read the schedule, or pay out what is due',
});

const readAgain = async () => 'looked again';

/**
 * A payout to a bank: sent once, polled until it is paid, and for some days more, because banks return money late. The
 * provider's webhooks signal it; polling makes up for lost ones.
 */
export async function payoutDelivery({ id }: WorkflowInput): Promise<string> {
  return followRow({ title: 'Payout to a bank', read: () => advancePayout({ id }), on: { look: readAgain } });
}

/** A payout account that is set up at the provider; once it is ready, its waiting transfers are sent. */
export async function payoutAccountWatch({ id }: WorkflowInput): Promise<string> {
  return followRow({ title: 'Payout account', read: () => watchPayoutAccount({ id }), on: { look: readAgain } });
}

/** The schedule of a payee: requests a payout at each of its times, until it is switched off. */
export async function payoutSchedule({ id }: WorkflowInput): Promise<string> {
  return followRow({
    title: 'Payout schedule',
    read: () => readPayoutSchedule({ id }),
    on: { pay: () => payBySchedule({ id }) },
  });
}
