import { proxyActivities } from '@temporalio/workflow';
import type { RepresentationActivities } from './activities/representations.ts';
import type { WorkflowInput } from './contracts.ts';
import { DATABASE_STEP } from './lib/activity-options.ts';
import { followRow } from './lib/follow-row.ts';

const { representationSnapshot } = proxyActivities<RepresentationActivities>({
  ...DATABASE_STEP,
  summary: 'read the representation',
});
const { lapseRepresentation } = proxyActivities<RepresentationActivities>({
  ...DATABASE_STEP,
  summary: 'expire the invitation or end the representation',
});

/** The timers of a representation: the end of an invitation without an answer, and its own end. An answer signals it. */
export async function representation({ id }: WorkflowInput): Promise<string> {
  return followRow({
    title: 'Representation',
    read: () => representationSnapshot({ id }),
    on: {
      async lapse() {
        const { done, state } = await lapseRepresentation({ id });
        return done ? `ended: ${state}` : `kept: ${state}`;
      },
    },
  });
}
