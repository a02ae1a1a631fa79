import { ScheduleAlreadyRunning, ScheduleOverlapPolicy, type Client, type ScheduleOptions } from '@temporalio/client';
import { FROM_SCHEDULE, TASK_QUEUES, WORKFLOWS, workflowId, type WorkflowType } from './contracts.ts';

type Every = ScheduleOptions['spec']['intervals'];

/** A schedule of the type's name, which starts it without a row. A run that lasts longer is not doubled. */
const scheduleOf = (type: WorkflowType, intervals: NonNullable<Every>, catchupWindow: '10 minutes' | '1 day') =>
  ({
    scheduleId: type,
    spec: { intervals },
    action: {
      type: 'startWorkflow',
      workflowType: type,
      workflowId: workflowId(type, FROM_SCHEDULE),
      taskQueue: TASK_QUEUES[WORKFLOWS[type].queue],
      args: [{ id: FROM_SCHEDULE }],
    },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow },
  }) satisfies ScheduleOptions;

const SCHEDULES = [
  scheduleOf('moneyCheck', [{ every: '1 hour' }], '10 minutes'),
  // At night in Europe.
  scheduleOf('reconciliation', [{ every: '1 day', offset: '3 hours' }], '1 day'),
  scheduleOf('priceSuggestions', [{ every: '1 day', offset: '2 hours' }], '1 day'),
];

/** Creates or updates every schedule; one that an operator has paused stays paused. */
export async function ensureSchedules(client: Client): Promise<void> {
  for (const { scheduleId, ...wanted } of SCHEDULES) {
    try {
      await client.schedule.create({ scheduleId, ...wanted });
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
      await client.schedule.getHandle(scheduleId).update(({ state }) => ({ ...wanted, state }));
    }
  }
}
