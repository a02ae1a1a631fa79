import { withTx, type SystemContext } from '../../../context.ts';
import type { BalanceTransaction, Refund } from '../../../integrations/stripe/provider.ts';
import { noteCase } from '../../cases/service.ts';
import { providerFeePosting, suspenseDifference, unidentifiedMovement } from '../../ledger/rules.ts';
import { isPosted, postAll, type Post } from '../../ledger/service.ts';
import { operationOf } from '../../provider-calls/operations.ts';
import { lockedLines } from '../lines/lines.ts';
import type { PaymentRow } from '../queries/payments.ts';
import { isBackAgain, isSuspended, parkOp, returnOp } from '../rules.ts';
import { endDecision, openDecision, suspendedLeft } from './queries.ts';
import { endReturned, refundedOf } from './suspense.ts';

/*
 * Suspended money that a person refunds at the provider's dashboard: it goes back to its payer without a decision here, and
 * none could be carried out any more, since the provider refuses to refund it twice.
 */

/** Operation of a line of the balance by which suspended money moved by hand. */
const byHandOp = (payment: { op_id: string }, line: { id: string }): string => `${parkOp(payment)}:${line.id}`;

/** Those of the lines that were not booked against suspended money. */
export const notByHand = async (
  tx: SystemContext,
  payment: PaymentRow,
  lineIds: readonly string[],
): Promise<string[]> => {
  const left: string[] = [];
  for (const id of lineIds) if (!(await isPosted(tx, byHandOp(payment, { id })))) left.push(id);
  return left;
};

/**
 * Books a refund made by hand of a suspended payment, and ends its case once all of it went back. `later`: its line is not
 * in the balance yet, or a call of ours about the same money has no answer yet. Null: the payment is not suspended (any more).
 */
export async function refundedByHand(
  ctx: SystemContext,
  payment: PaymentRow,
  refund: Refund,
): Promise<'booked' | 'later' | null> {
  const { payments } = ctx.integrations;
  if (!refund.balanceTransactionId) return isBackAgain(refund) ? 'booked' : 'later';
  const truth = await payments.retrievePayment(payment.payment_intent_id!);
  const moved: BalanceTransaction[] = [];
  // What came in a currency without accounts was not parked.
  if (await suspendedLeft(ctx.db, payment))
    for (const line of [refund.balanceTransactionId, refund.failureBalanceTransactionId])
      if (line) moved.push(await payments.retrieveBalanceTransaction(line));
  return withTx(ctx, async (tx) => {
    const lines = await lockedLines(tx, payment.id);
    if (!lines || !isSuspended(lines.lead)) return null;
    const { lead } = lines;
    const decision = await openDecision(tx.db, lead.milestone_id);
    const call = decision && (await operationOf(tx, returnOp(lead.id, decision.attempt)));
    if (call?.state === 'claimed' || call?.state === 'unknown') return 'later';
    const at = { contractId: lead.contract_id, milestoneId: lead.milestone_id };
    const posts: Post[] = [];
    let left = (await suspendedLeft(tx.db, lead)) ?? null;
    let refunded = await refundedOf(tx, lead);
    for (const line of moved) {
      const opId = byHandOp(lead, line);
      if (await isPosted(tx, opId)) continue;
      posts.push({ ...unidentifiedMovement(line.currency, line.amount), opId, providerRef: line.id, ...at });
      if (line.fee > 0) posts.push({ ...providerFeePosting(line.currency, line.fee), opId: `${opId}:fee`, ...at });
      left = left?.currency === line.currency ? { ...left, amount: left.amount + line.amount } : null;
      refunded += line.id === refund.balanceTransactionId ? refund.amount : -refund.amount;
    }
    await noteCase(tx, { kind: 'suspense', key: lead.id }, { details: { refunded } });
    // Another refund that makes it all is booked with its own event.
    if (truth.refunded >= truth.amountReceived && (refunded >= truth.amountReceived || moved.length === 0)) {
      if (left && left.amount !== 0)
        posts.push({ ...suspenseDifference(left.currency, -left.amount), opId: `${parkOp(lead)}:difference`, ...at });
      if (decision) await endDecision(tx.db, decision, { state: 'failed', at: tx.clock.now() });
      await endReturned(tx, lines, { amount: truth.amountReceived, currency: truth.currency }, null);
    }
    await postAll(tx, posts);
    return 'booked';
  });
}
