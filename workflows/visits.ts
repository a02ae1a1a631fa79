import { proxyActivities } from '@temporalio/workflow';
import type { VisitActivities } from './activities/visits.ts';
import type { WorkflowInput } from './contracts.ts';
import { DATABASE_STEP } from './lib/activity-options.ts';
import { followRow } from './lib/follow-row.ts';

const { visitSnapshot } = proxyActivities<VisitActivities>({ ...DATABASE_STEP, summary: 'read the visit' });
const { remindOfVisit } = proxyActivities<VisitActivities>({ ...DATABASE_STEP, summary: 'remind both sides' });
const { missVisit } = proxyActivities<VisitActivities>({ ...DATABASE_STEP, summary: 'mark the visit as missed' });

/** The timers of a booked visit: two reminders, and the end of the time to check in. */
export async function visitLifecycle({ id }: WorkflowInput): Promise<string> {
  return followRow({
    title: 'Visit',
    read: () => visitSnapshot({ id }),
    on: {
      async remind() {
        const { done, state } = await remindOfVisit({ visitId: id });
        return done ? 'reminded both sides' : `no reminder: ${state}`;
      },
      async miss() {
        const { done, state } = await missVisit({ visitId: id });
        return done ? 'missed' : `kept: ${state}`;
      },
    },
  });
}
