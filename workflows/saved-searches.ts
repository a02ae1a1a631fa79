import { proxyActivities } from '@temporalio/workflow';
import type { SavedSearchActivities } from './activities/saved-searches.ts';
import type { WorkflowInput } from './contracts.ts';
import { DATABASE_STEP } from './lib/activity-options.ts';
import { followRow } from './lib/follow-row.ts';

const { savedSearchSnapshot } = proxyActivities<SavedSearchActivities>({
  ...DATABASE_STEP,
  summary: 'read the search',
});
const { sendSearchDigest } = proxyActivities<SavedSearchActivities>({ ...DATABASE_STEP, summary: 'send the digest' });

/** The daily digest of a saved search, until it is switched off or the search is deleted. */
export async function savedSearchDigest({ id }: WorkflowInput): Promise<string> {
  return followRow({
    title: 'Saved search',
    read: () => savedSearchSnapshot({ id }),
    on: {
      async digest() {
        const { state, found } = await sendSearchDigest({ id });
        return `digest: ${state}, ${found} new`;
      },
    },
  });
}
