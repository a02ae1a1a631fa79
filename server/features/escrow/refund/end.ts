import type { SystemContext } from '../../../context.ts';
import { milestoneMove, notifyParty, signalEscrow } from '../milestone/moves.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import { restOf } from '../release/rules.ts';
import { appendEvent } from '../timeline/events.ts';
import { CLAIM_LIMIT_MS } from '../timers/rules.ts';

/** Ends that no side of the deal decides: its bank took the payment back for good, or a ruling about fraud is final. */
const ENDS = {
  charged_back: {
    move: 'endByBank',
    event: 'charged_back',
    notices: { brand: 'payment_charged_back', creator: 'milestone_charged_back' },
  },
  fraud: {
    move: 'endByFraud',
    event: 'fraud_confirmed',
    notices: { brand: 'payment_fraudulent', creator: 'fraud_final' },
  },
} as const;

/** Ends a milestone so that what is still held of it goes back to where it was paid from. Its workflow refunds it. */
export async function endWithRefund(
  tx: SystemContext,
  row: MilestoneRow,
  reason: keyof typeof ENDS,
): Promise<MilestoneRow> {
  const { move, event, notices } = ENDS[reason];
  const rest = restOf(row);
  const moved = await milestoneMove(tx, row, move, {
    deadline_at: new Date(tx.clock.now().getTime() + CLAIM_LIMIT_MS),
    refund_reason: reason,
  });
  await appendEvent(tx, {
    contractId: row.contract_id,
    milestoneId: row.id,
    type: event,
    data: { amount: rest },
  });
  for (const side of ['brand', 'creator'] as const)
    await notifyParty(tx, moved, side, notices[side], `v${moved.version}`, { amountMinor: rest });
  await signalEscrow(tx, moved, event);
  return moved;
}
