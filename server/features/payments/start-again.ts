import type { ServiceContext } from '../../context.ts';
import { startWorkflow } from '../platform/outbox/commands.ts';
import { workflowId } from '../../../workflows/contracts.ts';
import { lastGeneration } from './event-store.ts';

/** Money moved for a milestone that had ended, so that its workflow is gone: it gets a new one, which finds the money from the rows. */
export async function startAgain(tx: ServiceContext, milestoneId: string): Promise<void> {
  const generation = (await lastGeneration(tx.db, workflowId('escrowLifecycle', milestoneId))) + 1;
  await startWorkflow(tx, 'escrowLifecycle', milestoneId, { resume: true, generation });
}
