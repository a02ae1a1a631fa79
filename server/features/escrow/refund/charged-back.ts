import type { SystemContext } from '../../../context.ts';
import { newId } from '../../../core/ids.ts';
import { refundClaimed, type RefundBooks } from '../../ledger/rules.ts';
import type { Post } from '../../ledger/service.ts';
import { claimOperation } from '../../provider-calls/operations.ts';
import { signalEscrow } from '../milestone/moves.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import { insertRefund, refundsOf } from './queries.ts';
import { refundOp } from './rules.ts';

/*
 * A payment that the bank of the brand's card took back for good.
 */

/** Whether the refund of an ended milestone has not begun, so that its money is still in escrow. */
export const awaitsRefund = async (tx: SystemContext, row: MilestoneRow): Promise<boolean> =>
  row.state === 'refunding' && !(await refundsOf(tx.db, row.id)).some((r) => r.reason !== 'late_payment');

/**
 * The bank takes back what it had returned of a payment whose milestone has ended, also of one that came too late: the brand is
 * refunded by the platform now. Returns the posting of the claim; the workflow makes the call.
 */
export async function claimReclaimed(
  tx: SystemContext,
  row: MilestoneRow,
  payment: { id: string; attempt: number },
  { amount, reason, key }: { amount: number; reason: 'charged_back' | 'debt_repaid'; key: string },
): Promise<Post[]> {
  const refund: RefundBooks = {
    opId: refundOp(row.id, payment.attempt, key),
    paymentId: payment.id,
    brandOrg: row.brand_org,
    amount,
    currency: row.currency,
  };
  const at = { contractId: row.contract_id, milestoneId: row.id };
  await claimOperation(tx, {
    opId: refund.opId,
    kind: 'refund',
    ...at,
    orgId: row.brand_org,
    amount,
    currency: row.currency,
  });
  await insertRefund(tx.db, {
    ...refund,
    id: newId(),
    milestoneId: row.id,
    reason,
    at: tx.clock.now(),
  });
  await signalEscrow(tx, row, 'refund');
  return [{ ...refundClaimed(refund), opId: `${refund.opId}:a1:claim`, ...at }];
}
