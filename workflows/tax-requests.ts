import { proxyActivities } from '@temporalio/workflow';
import type { TaxRequestActivities } from './activities/tax-requests.ts';
import type { WorkflowInput } from './contracts.ts';
import { DATABASE_STEP } from './lib/activity-options.ts';
import { followRow } from './lib/follow-row.ts';

const { readTaxRequest, remindOfTaxFacts } = proxyActivities<TaxRequestActivities>({
  ...DATABASE_STEP,
  summary: 'read the tax details, or remind of them',
});

/** Tax details that are requested of a payee: two reminders, unless they are given before. */
export async function taxRequest({ id }: WorkflowInput): Promise<string> {
  return followRow({
    title: 'Tax details of a payee',
    read: () => readTaxRequest({ id }),
    on: { remind: () => remindOfTaxFacts({ id }) },
  });
}
