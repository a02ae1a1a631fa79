import type { SystemContext } from '../../context.ts';
import { startWorkflowAgain } from '../platform/outbox/commands.ts';

/** A start that was written this recently is not written again: its workflow is on its way to read the row. */
const APART_MS = 60_000;

/** A milestone that had ended has no workflow any more: it gets a new one, which finds its money from the row. Once, however often it is asked for. */
export async function startAgain(tx: SystemContext, milestoneId: string): Promise<void> {
  await startWorkflowAgain(tx, 'escrowLifecycle', milestoneId, { apartMs: APART_MS });
}
