import type { SystemContext } from '../../../context.ts';
import { milestoneMove, notifyParty, signalEscrow } from '../milestone/moves.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import { restOf, restShares } from '../release/rules.ts';
import { deadlines } from '../timers/rules.ts';
import { appendEvent } from '../timeline/events.ts';

/** funded → approved: both sides signed that this milestone is released when it is funded. In the transaction that funds it. */
export async function approveBonus(tx: SystemContext, row: MilestoneRow): Promise<void> {
  const now = tx.clock.now();
  const moved = await milestoneMove(tx, row, 'approveBonus', {
    approved_at: now,
    deadline_at: deadlines.approved(now, row.terms.clocks, row.hold_expires_at),
  });
  await appendEvent(tx, {
    contractId: row.contract_id,
    milestoneId: row.id,
    type: 'approved',
    data: { n: null, amount: restOf(row), bonus: true },
  });
  await notifyParty(tx, moved, 'brand', 'bonus_funded', 'funded');
  await notifyParty(tx, moved, 'creator', 'bonus_released', 'funded', { amountMinor: restShares(row).creator });
  await signalEscrow(tx, moved, 'approved');
}
