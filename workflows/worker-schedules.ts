import { ScheduleAlreadyRunning, ScheduleOverlapPolicy, type Client, type ScheduleOptions } from '@temporalio/client';
import { FROM_SCHEDULE, TASK_QUEUES, WORKFLOWS, workflowId } from './contracts.ts';

const MONEY_CHECK = {
  scheduleId: 'moneyCheck',
  spec: { intervals: [{ every: '1 hour' }] },
  action: {
    type: 'startWorkflow',
    workflowType: 'moneyCheck',
    workflowId: workflowId('moneyCheck', FROM_SCHEDULE),
    taskQueue: TASK_QUEUES[WORKFLOWS.moneyCheck.queue],
    args: [{ id: FROM_SCHEDULE }],
  },
  policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '10 minutes' },
} as const satisfies ScheduleOptions;

/** Creates or updates every schedule; one that an operator has paused stays paused. */
export async function ensureSchedules(client: Client): Promise<void> {
  const { scheduleId, ...wanted } = MONEY_CHECK;
  try {
    await client.schedule.create({ scheduleId, ...wanted });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await client.schedule.getHandle(scheduleId).update(({ state }) => ({ ...wanted, state }));
  }
}
