import { Context } from '@temporalio/activity';
import type { CheckProgress } from '../../server/features/money-check/checker.ts';
import { requestCheck, runCheck, failCheck } from '../../server/features/money-check/runs.ts';
import { bindActivities, type ActivityContext } from './context.ts';

/** Continues at the page of the last heartbeat. Stops at the next page when the worker shuts down. */
async function runMoneyCheck(ctx: ActivityContext, input: { id: string }): Promise<string> {
  const activity = Context.current();
  const from = activity.info.heartbeatDetails as CheckProgress | undefined;
  // An answer of the provider may take long, so the heartbeat does not depend on it.
  let last = from;
  const beat = setInterval(() => activity.heartbeat(last), 10_000);
  try {
    return await runCheck(ctx, input, {
      ...(from ? { from } : {}),
      onProgress(state) {
        last = state;
        activity.heartbeat(state);
        activity.cancellationSignal.throwIfAborted();
      },
    });
  } finally {
    clearInterval(beat);
  }
}

export const QUEUE = 'money';
export const createActivities = (ctx: ActivityContext) =>
  bindActivities(ctx, 'moneyCheck', {
    askForMoneyCheck: async (c: ActivityContext, { begunBy }: { begunBy: 'schedule' | 'restart' }) =>
      (await requestCheck(c, begunBy)).isNew ? 'begun' : 'another run is under way',
    runMoneyCheck,
    giveUpMoneyCheck: failCheck,
  });
export type MoneyCheckActivities = ReturnType<typeof createActivities>;
