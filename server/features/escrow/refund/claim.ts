import type { SystemContext } from '../../../context.ts';
import { newId } from '../../../core/ids.ts';
import type { Charge } from '../../ledger/charges/rules.ts';
import { refundClaimed, refundDecided, type RefundBooks } from '../../ledger/rules.ts';
import type { Post } from '../../ledger/service.ts';
import { claimOperation } from '../../provider-calls/operations.ts';
import { movePaidPayment, type FundingPayment } from '../funding/queries.ts';
import { booksOf } from '../milestone/facts.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import type { Netted } from './netting.ts';
import { insertRefund } from './queries.ts';
import { refundOp, type RefundReason } from './rules.ts';

/**
 * P8 of what goes back of a payment, in the caller's transaction: decides it, and claims the call for what its bank has not
 * returned. Returns the postings.
 */
export async function claimRefund(
  tx: SystemContext,
  row: MilestoneRow,
  payment: FundingPayment,
  { reason, back, netted }: { reason: RefundReason; back: Charge; netted: Netted },
): Promise<Post[]> {
  const refund: RefundBooks = {
    opId: refundOp(row.id, payment.attempt),
    paymentId: payment.id,
    brandOrg: row.brand_org,
    amount: back.total - netted.byBank,
    currency: row.currency,
  };
  const at = { contractId: row.contract_id, milestoneId: row.id };
  await movePaidPayment(tx.db, { paymentId: payment.id, from: 'paid', to: 'refunding' });
  const decided: Post = {
    ...refundDecided(booksOf(row, payment.tax_country), back, payment.id),
    opId: `${refund.opId}:decide`,
    ...at,
  };
  if (refund.amount === 0) return [decided, ...netted.posts];
  await claimOperation(tx, {
    opId: refund.opId,
    kind: 'refund',
    ...at,
    orgId: row.brand_org,
    amount: refund.amount,
    currency: row.currency,
  });
  await insertRefund(tx.db, { ...refund, id: newId(), milestoneId: row.id, reason, at: tx.clock.now() });
  return [decided, ...netted.posts, { ...refundClaimed(refund), opId: `${refund.opId}:a1:claim`, ...at }];
}
