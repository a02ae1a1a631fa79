import { continueAsNew, workflowInfo } from '@temporalio/workflow';
import type { WorkflowInput } from '../contracts.ts';
import type { RowWatch } from './row-watch.ts';

/**
 * Continues a long watch as new, from its row, before its history grows too large (the server suggests when, far below
 * its limit).
 */
export async function continueAsNewWhenSuggested(row: RowWatch): Promise<void> {
  if (!workflowInfo().continueAsNewSuggested || row.pending()) return;
  await continueAsNew<(input: WorkflowInput) => Promise<string>>({
    id: workflowInfo().workflowId.split('/')[1] ?? '',
    resume: true,
  });
}
