import type { ServiceContext } from '../../../context.ts';
import { restartWorkflow } from '../../outbox/commands.ts';

/**
 * Money moved for an ended milestone, whose workflow has ended, too: it gets a new one, which finds the money from the
 * rows. While a start is undelivered no other is written; `since`: nor after one that was written later, for callers
 * that repeat.
 */
export async function restartEscrow(
  tx: ServiceContext,
  milestoneId: string,
  options: { since?: Date } = {},
): Promise<void> {
  await restartWorkflow(tx, 'escrowLifecycle', milestoneId, options);
}
