import { proxyActivities } from '@temporalio/workflow';
import type { ImportActivities } from './activities/imports.ts';
import type { WorkflowInput } from './contracts.ts';
import { DATABASE_STEP } from './lib/activity-options.ts';
import { followRow } from './lib/follow-row.ts';

const { importSnapshot } = proxyActivities<ImportActivities>({ ...DATABASE_STEP, summary: 'read the import' });
const { inspectFile } = proxyActivities<ImportActivities>({
  ...DATABASE_STEP,
  startToCloseTimeout: '2 minutes',
  summary: 'read the file',
});
const { importRows } = proxyActivities<ImportActivities>({
  ...DATABASE_STEP,
  startToCloseTimeout: '30 seconds',
  // A killed worker is noticed by its missing heartbeat.
  heartbeatTimeout: '8 seconds',
  summary: 'import rows',
});

/** Reads a file of creators, waits for the org to say what its columns hold, and imports the rows part by part. */
export async function creatorImport({ id }: WorkflowInput): Promise<string> {
  return followRow({
    title: 'Import of creators',
    read: () => importSnapshot({ id }),
    on: {
      async inspect() {
        const { state } = await inspectFile({ importId: id });
        return `file read: ${state}`;
      },
      async rows() {
        const { state, read } = await importRows({ importId: id });
        return `${read} rows read: ${state}`;
      },
    },
  });
}
