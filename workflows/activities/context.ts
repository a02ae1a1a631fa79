import { Context } from '@temporalio/activity';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { withTx, type SystemContext } from '../../server/context.ts';
import { isAppError } from '../../server/core/errors.ts';

export type ActivityContext = SystemContext;

/** Id for the log line and the audit row of one activity: which workflow, which step. */
function requestIdOf(name: string): string {
  try {
    const { workflowExecution, activityId } = Context.current().info;
    return `${workflowExecution?.workflowId ?? 'activity'}#${activityId}`;
  } catch {
    return name;
  }
}

/** The longest wait of an activity for its next try while the database is away. */
const AWAY_MAX_S = 10;

/**
 * The failure of an activity that met a database which is away, else null. The tries for a slow provider are far apart by
 * then; a database is back soon, and money that waits must move within a minute of its return.
 */
async function databaseAway(ctx: ActivityContext, attempt: number, error: unknown): Promise<ApplicationFailure | null> {
  const answers = await withTx(ctx, async () => true).catch(() => false);
  if (answers) return null;
  return ApplicationFailure.create({
    message: error instanceof Error ? error.message : String(error),
    type: 'DatabaseAway',
    nextRetryDelay: `${Math.min(AWAY_MAX_S, 2 ** (attempt - 1))} seconds`,
    ...(error instanceof Error ? { cause: error } : {}),
  });
}

/** Which try of the activity this is, from 1. */
function attemptOf(): number {
  try {
    return Context.current().info.attempt;
  } catch {
    return 1;
  }
}

/**
 * Makes activities of service calls. Each runs as the system actor `name`. An expected refusal fails it without a
 * retry, with its code as the failure's type; any other error is retried, and soon where the database is away.
 */
export function bindActivities<A extends Record<string, (ctx: ActivityContext, input: never) => Promise<unknown>>>(
  ctx: ActivityContext,
  name: string,
  activities: A,
): { [K in keyof A]: (input: Parameters<A[K]>[1]) => ReturnType<A[K]> } {
  const bound = Object.entries(activities).map(([key, run]) => [
    key,
    async (input: never) => {
      try {
        return await run({ ...ctx, actor: { kind: 'system', name }, requestId: requestIdOf(key) }, input);
      } catch (error) {
        if (error instanceof CancelledFailure) throw error;
        if (!isAppError(error)) throw (await databaseAway(ctx, attemptOf(), error)) ?? error;
        throw ApplicationFailure.create({
          message: error.code,
          type: error.code,
          nonRetryable: true,
          details: [error.data],
          cause: error,
        });
      }
    },
  ]);
  return Object.fromEntries(bound) as { [K in keyof A]: (input: Parameters<A[K]>[1]) => ReturnType<A[K]> };
}

/** Reports that a step is under way; without it for `heartbeatTimeout` the step is given to another worker. */
export function heartbeat(): void {
  Context.current().heartbeat();
}
