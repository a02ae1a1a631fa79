import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { SystemContext } from '../../server/context.ts';
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

/**
 * Makes activities of service calls. Each runs as the system actor `name`. An expected refusal fails it without a
 * retry, with its code as the failure's type; any other error is retried.
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
        if (!isAppError(error)) throw error;
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
