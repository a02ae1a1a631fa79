import type { SystemContext } from '../../../context.ts';
import { milestoneMove, notifyParty, signalEscrow } from '../milestone/moves.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import { restOf } from '../release/rules.ts';
import { appendEvent } from '../timeline/events.ts';
import { CLAIM_LIMIT_MS } from '../timers/rules.ts';

/**
 * Ends approved work whose payment is fraudulent, by a ruling that is final: what is still held goes back to where it was
 * paid from. Its workflow refunds it.
 */
export async function endByFraud(tx: SystemContext, row: MilestoneRow): Promise<MilestoneRow> {
  const moved = await milestoneMove(tx, row, 'endByFraud', {
    deadline_at: new Date(tx.clock.now().getTime() + CLAIM_LIMIT_MS),
    refund_reason: 'fraud',
  });
  await appendEvent(tx, {
    contractId: row.contract_id,
    milestoneId: row.id,
    type: 'fraud_confirmed',
    data: { amount: restOf(row) },
  });
  const rest = { amountMinor: restOf(row) };
  await notifyParty(tx, moved, 'brand', 'payment_fraudulent', `v${moved.version}`, rest);
  await notifyParty(tx, moved, 'creator', 'fraud_final', `v${moved.version}`, rest);
  await signalEscrow(tx, moved, 'fraud_confirmed');
  return moved;
}
