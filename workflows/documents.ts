import { proxyActivities } from '@temporalio/workflow';
import type { DocumentActivities } from './activities/documents.ts';
import type { WorkflowInput } from './contracts.ts';
import { DATABASE_STEP, LONG_STEP } from './lib/activity-options.ts';
import { followRow } from './lib/follow-row.ts';

const { documentExportSnapshot } = proxyActivities<DocumentActivities>({ ...DATABASE_STEP, summary: 'read the order' });
const { collectDocuments } = proxyActivities<DocumentActivities>({
  ...LONG_STEP,
  startToCloseTimeout: '45 minutes',
  summary: 'render the documents into one file',
});
const { expireDocuments } = proxyActivities<DocumentActivities>({ ...DATABASE_STEP, summary: 'delete the file' });

/** A zip of an org's documents: made with its progress recorded, available for a day, deleted. */
export async function documentExport({ id }: WorkflowInput): Promise<string> {
  return followRow({
    title: 'Zip of documents',
    read: () => documentExportSnapshot({ id }),
    on: {
      async collect() {
        const { state } = await collectDocuments({ id });
        return `collected: ${state}`;
      },
      async expire() {
        const { state } = await expireDocuments({ id });
        return `time is over: ${state}`;
      },
    },
  });
}
