import { withTx, type SystemContext } from '../../../context.ts';
import type { Money } from '../../../core/money.ts';
import type { BalanceTransaction, Refund } from '../../../integrations/stripe/provider.ts';
import { caseOf, noteCase, openCase } from '../../cases/service.ts';
import { providerFeePosting, suspenseDifference, unidentifiedMovement } from '../../ledger/rules.ts';
import { isPosted, postAll, type Post } from '../../ledger/service.ts';
import { disputesOfPayment } from '../card-disputes/queries.ts';
import { lockedLines, type Lines } from '../lines/lines.ts';
import type { PaymentRow } from '../queries/payments.ts';
import { isBackAgain, isSuspended, parkOp } from '../rules.ts';
import { endDecision, openDecision, suspendedLeft } from './queries.ts';
import { endReturned, isReturnUnderWay, refundedOf } from './suspense.ts';

/*
 * Suspended money that goes back to its payer without a decision here: a person refunds it at the provider's dashboard, or its
 * card's bank takes it back. None could be carried out any more, since the provider refuses to refund it twice.
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
    if (await isReturnUnderWay(tx, lead)) return 'later';
    const at = { contractId: lead.contract_id, milestoneId: lead.milestone_id };
    const posts: Post[] = [];
    let refunded = await refundedOf(tx, lead);
    for (const line of moved) {
      const opId = byHandOp(lead, line);
      if (await isPosted(tx, opId)) continue;
      posts.push({ ...unidentifiedMovement(line.currency, line.amount), opId, providerRef: line.id, ...at });
      if (line.fee > 0) posts.push({ ...providerFeePosting(line.currency, line.fee), opId: `${opId}:fee`, ...at });
      refunded += line.id === refund.balanceTransactionId ? refund.amount : -refund.amount;
    }
    await noteCase(tx, { kind: 'suspense', key: lead.id }, { details: { refunded } });
    // Another refund that makes it all is booked with its own event.
    if (truth.refunded >= truth.amountReceived && (refunded >= truth.amountReceived || moved.length === 0))
      await end(tx, lines, { amount: truth.amountReceived, currency: truth.currency }, posts);
    await postAll(tx, posts);
    return 'booked';
  });
}

/**
 * Ends a suspended payment of which its card's bank keeps some. What is left of it is parked, since the provider refunds nothing
 * of a charge that was charged back. `posts`: of this transaction. False: the bank keeps nothing.
 */
export async function endByBank(tx: SystemContext, lines: Lines, posts: readonly Post[]): Promise<boolean> {
  const { lead } = lines;
  const arrived = await caseOf(tx, { kind: 'suspense', key: lead.id });
  const lost = (await disputesOfPayment(tx.db, lead.id)).filter((d) => d.state === 'lost' && d.withdrawn > 0);
  const { amount, currency } = arrived ?? { amount: null, currency: null };
  if (lost.length === 0 || amount === null || currency === null) return false;
  const gone = lost.reduce((sum, dispute) => sum + dispute.amount, await refundedOf(tx, lead));
  if (gone < amount) await parkRest(tx, lead, posts);
  await end(tx, lines, { amount, currency }, posts, gone < amount);
  return true;
}

/** What is left in suspense of a payment; undefined: nothing was parked. `posts`: of this transaction. */
async function leftAfter(tx: SystemContext, lead: PaymentRow, posts: readonly Post[]): Promise<Money | undefined> {
  const before = await suspendedLeft(tx.db, lead);
  const moved = posts.flatMap(({ legs }) => legs).filter(({ code }) => code === 'SUSPENSE');
  if (!before || moved.some(({ currency }) => currency !== before.currency)) return undefined;
  return { ...before, amount: moved.reduce((sum, leg) => sum + leg.credit - leg.debit, before.amount) };
}

/** The rest is of a case instead of the payment: two staff members decide about it as about other parked money. */
async function parkRest(tx: SystemContext, lead: PaymentRow, posts: readonly Post[]): Promise<void> {
  const left = await leftAfter(tx, lead, posts);
  if (!left || left.amount === 0) return;
  const at = { contractId: lead.contract_id, milestoneId: lead.milestone_id };
  const { id: line, charge_id: charge } = lead;
  await openCase(tx, {
    kind: 'unknown_money_event',
    key: `${line}:rest`,
    orgId: lead.brand_org,
    ...at,
    paymentId: line,
    amount: Math.abs(left.amount),
    currency: left.currency,
    details: { charge, lines: line },
  });
  await postAll(tx, [
    { ...suspenseDifference(left.currency, -left.amount), opId: `${parkOp(lead)}:rest`, ...at },
    { ...suspenseDifference(left.currency, left.amount), opId: `moved:${line}`, ...at },
  ]);
}

/** All of it is with its payer; what another rate made of it is the platform's, unless the rest is parked. `posts`: of this transaction. */
async function end(
  tx: SystemContext,
  lines: Lines,
  arrived: Money,
  posts: readonly Post[],
  restIsParked = false,
): Promise<void> {
  const { lead } = lines;
  const left = restIsParked ? undefined : await leftAfter(tx, lead, posts);
  if (left && left.amount !== 0)
    await postAll(tx, [
      {
        ...suspenseDifference(left.currency, -left.amount),
        opId: `${parkOp(lead)}:difference`,
        contractId: lead.contract_id,
        milestoneId: lead.milestone_id,
      },
    ]);
  const decision = await openDecision(tx.db, lead.milestone_id);
  if (decision?.payment_id === lead.id) await endDecision(tx.db, decision, { state: 'failed', at: tx.clock.now() });
  await endReturned(tx, lines, arrived, null);
}
