import { Context } from '@temporalio/activity';
import {
  failReconciliation,
  requestReconciliation,
  runReconciliation,
} from '../../server/features/money-check/stored-lines/runs.ts';
import { bindActivities, type ActivityContext } from './context.ts';

/** Stops at the next page when the worker shuts down. */
async function reconcileBooks(ctx: ActivityContext, input: { id: string }): Promise<string> {
  const activity = Context.current();
  // An answer of the provider may take long, so the heartbeat does not depend on it.
  const beat = setInterval(() => activity.heartbeat(), 10_000);
  try {
    return await runReconciliation(ctx, input, {
      onProgress() {
        activity.heartbeat();
        activity.cancellationSignal.throwIfAborted();
      },
    });
  } finally {
    clearInterval(beat);
  }
}

export const QUEUE = 'discovery';
export const createActivities = (ctx: ActivityContext) =>
  bindActivities(ctx, 'reconciliation', {
    requestReconciliationRun: async (c: ActivityContext, { begunBy }: { begunBy: 'schedule' | 'restart' }) =>
      (await requestReconciliation(c, begunBy)).isNew ? 'begun' : 'another run is under way',
    reconcileBooks,
    giveUpReconciliation: failReconciliation,
  });
export type ReconciliationActivities = ReturnType<typeof createActivities>;
