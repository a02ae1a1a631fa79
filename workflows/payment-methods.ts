import { proxyActivities } from '@temporalio/workflow';
import type { PaymentMethodActivities } from './activities/payment-methods.ts';
import type { WorkflowInput } from './contracts.ts';
import { DATABASE_STEP, PROVIDER_STEP } from './lib/activity-options.ts';
import { followRow } from './lib/follow-row.ts';

const { followPaymentMethod } = proxyActivities<PaymentMethodActivities>({
  ...PROVIDER_STEP,
  startToCloseTimeout: '30 seconds',
  summary: 'see what was saved, or remove it at the provider',
});
const { readAutoFunding } = proxyActivities<PaymentMethodActivities>({
  ...DATABASE_STEP,
  summary: 'read the automatic payment',
});
const { fundAutomatically } = proxyActivities<PaymentMethodActivities>({
  ...PROVIDER_STEP,
  startToCloseTimeout: '60 seconds',
  summary: 'pay with the default method',
});

/** A payment method from the page on which it is saved, and once more when it is removed. */
export async function paymentMethod({ id }: WorkflowInput): Promise<string> {
  return followRow({
    title: 'Payment method',
    read: () => followPaymentMethod({ id }),
    on: { look: async () => 'looked again' },
  });
}

/** A milestone that became payable is paid without a person. */
export async function autoFunding({ id }: WorkflowInput): Promise<string> {
  return followRow({
    title: 'Automatic payment',
    read: () => readAutoFunding({ id }),
    on: { pay: () => fundAutomatically({ id }) },
  });
}
