import { ActivityFailure, proxyActivities } from '@temporalio/workflow';
import type { ReconciliationActivities } from './activities/reconciliations.ts';
import { FROM_SCHEDULE, type WorkflowInput } from './contracts.ts';
import { DATABASE_STEP } from './lib/activity-options.ts';
import { createDetails } from './lib/workflow-details.ts';

const { requestReconciliationRun } = proxyActivities<ReconciliationActivities>({
  ...DATABASE_STEP,
  summary: 'begin a run, or join the one that is open',
});
// A missing heartbeat reveals a dead worker; the next one finds the lines that are stored already.
const { reconcileBooks } = proxyActivities<ReconciliationActivities>({
  startToCloseTimeout: '2 hours',
  scheduleToCloseTimeout: '6 hours',
  heartbeatTimeout: '60 seconds',
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '5 minutes' },
  summary: 'store the lines of the provider and match them with the postings',
});
const { giveUpReconciliation } = proxyActivities<ReconciliationActivities>({
  ...DATABASE_STEP,
  summary: 'note that nothing is known',
});

/**
 * One reconciliation, for its row. The daily schedule starts it without a row: then it inserts one, whose outbox
 * command starts the workflow, so that scheduled and requested runs are alike.
 */
export async function reconciliation({ id }: WorkflowInput): Promise<string> {
  if (id === FROM_SCHEDULE) return requestReconciliationRun({ begunBy: 'schedule' });
  const details = createDetails('Reconciliation with the provider');
  details.update({ state: 'running', waitsFor: null, until: null, attributes: { SponsioState: 'running' } });
  let state: string;
  try {
    state = await reconcileBooks({ id });
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    state = await giveUpReconciliation({ id, error: error.cause?.message ?? error.message });
  }
  details.log(`ended: ${state}`);
  details.update({ state, waitsFor: null, until: null, attributes: { SponsioState: state } });
  return state;
}
