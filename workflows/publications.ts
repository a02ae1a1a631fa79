import { proxyActivities } from '@temporalio/workflow';
import type { PublicationActivities } from './activities/publications.ts';
import type { WorkflowInput } from './contracts.ts';
import { DATABASE_STEP, PROVIDER_STEP } from './lib/activity-options.ts';
import { followRow } from './lib/follow-row.ts';

const { publicationSnapshot } = proxyActivities<PublicationActivities>({ ...DATABASE_STEP, summary: 'read the post' });
const { lookAtPost } = proxyActivities<PublicationActivities>({ ...PROVIDER_STEP, summary: 'look at the page' });
const { endPostDecision } = proxyActivities<PublicationActivities>({
  ...DATABASE_STEP,
  summary: 'let the post count as live',
});

/** The looks at a live post, up to the last one, and the end of the brand's time to decide what no look could judge. */
export async function publicationCheck({ id }: WorkflowInput): Promise<string> {
  return followRow({
    title: 'Live post',
    read: () => publicationSnapshot({ id }),
    on: {
      async look() {
        const { outcome } = await lookAtPost({ id });
        return `look: ${outcome.replaceAll('_', ' ')}`;
      },
      async decide() {
        const { done, state } = await endPostDecision({ id });
        return done ? 'no answer: counts as live' : `kept: ${state}`;
      },
    },
  });
}
