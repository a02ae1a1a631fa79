import type { ServiceContext } from '../../../context.ts';
import { requestAutoFunding } from '../../payment-methods/auto-fund.ts';
import { startWorkflow } from '../../outbox/commands.ts';
import { milestonesOfContract } from '../milestone/queries.ts';
import { deadlines, fundableFromOf, isFundable, workBefore } from '../timers/rules.ts';
import { milestoneMove, lockedMilestone, attributesOf, notifyToFund } from '../milestone/moves.ts';

/**
 * Both signed: every milestone of the contract awaits its funding, each with a workflow of its own, which requests the
 * funding once it is possible.
 */
export async function openMilestones(tx: ServiceContext, contractId: string): Promise<void> {
  const all = await milestonesOfContract(tx.db, contractId);
  for (const found of all) {
    if (found.state !== 'proposed') continue;
    const now = tx.clock.now();
    const deadline = deadlines.funding(now, found.terms.clocks, workBefore(found, all), {
      dueAt: found.due_at,
      bonus: found.bonus,
    });
    const row = await milestoneMove(tx, await lockedMilestone(tx, found.id), 'open', {
      deadline_at: deadline,
      funding_deadline_at: deadline,
    });
    await startWorkflow(tx, 'escrowLifecycle', row.id, { attributes: attributesOf(row) });
    if (isFundable(fundableFromOf(row), now) && !(await requestAutoFunding(tx, row, now)))
      await notifyToFund(tx, row, 'open');
  }
}
