import { ActivityFailure, proxyActivities } from '@temporalio/workflow';
import type { MoneyCheckActivities } from './activities/money-checks.ts';
import { FROM_SCHEDULE, type WorkflowInput } from './contracts.ts';
import { DATABASE_STEP } from './lib/activity-options.ts';
import { createDetails } from './lib/workflow-details.ts';

const { askForMoneyCheck } = proxyActivities<MoneyCheckActivities>({
  ...DATABASE_STEP,
  summary: 'begin a run, or join the one that is open',
});
// A missing heartbeat reveals a dead worker; the next one continues at the same page.
const { runMoneyCheck } = proxyActivities<MoneyCheckActivities>({
  startToCloseTimeout: '2 hours',
  scheduleToCloseTimeout: '3 hours',
  heartbeatTimeout: '60 seconds',
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '2 minutes', maximumAttempts: 20 },
  summary: 'read the books page by page and compare them with the provider',
});
const { giveUpMoneyCheck } = proxyActivities<MoneyCheckActivities>({
  ...DATABASE_STEP,
  summary: 'note that nothing is known',
});

/**
 * One run of the money check, for its row. The hourly schedule starts it without a row: then it inserts one, whose
 * outbox command starts the workflow, so that scheduled and requested runs are alike.
 */
export async function moneyCheck({ id }: WorkflowInput): Promise<string> {
  if (id === FROM_SCHEDULE) return askForMoneyCheck({ begunBy: 'schedule' });
  const details = createDetails('Check of the books');
  details.update({ state: 'running', waitsFor: null, until: null, attributes: { SponsioState: 'running' } });
  let state: string;
  try {
    state = await runMoneyCheck({ id });
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    state = await giveUpMoneyCheck({ id, error: error.cause?.message ?? error.message });
  }
  details.log(`ended: ${state}`);
  details.update({ state, waitsFor: null, until: null, attributes: { SponsioState: state } });
  return state;
}
