import type { SystemContext } from '../../../context.ts';
import { approveBonus } from '../../escrow/amend/bonus.ts';
import { appendEvent } from '../../escrow/timeline/events.ts';
import { movePayment } from '../../escrow/funding/payments.ts';
import { type lockedMilestone, milestoneMove, notifyBoth } from '../../escrow/milestone/moves.ts';
import { settleOperation } from '../../provider-calls/operations.ts';
import { decideRefund } from '../../escrow/refund/decide.ts';
import { deadlines, holdEnd } from '../../escrow/timers/rules.ts';
import { booksOf } from '../../escrow/milestone/facts.ts';
import { feeSumsOf } from '../../ledger/charges/rules.ts';
import { fundedPosting, providerFeePosting } from '../../ledger/rules.ts';
import { postAll, type Post } from '../../ledger/service.ts';
import { buyerOf, issueDocument, type NewDocument } from '../../documents/issue.ts';
import { takesPayment } from '../rules.ts';
import type { PaymentTruth } from './look-up.ts';
import type { PaymentRow } from '../queries/payments.ts';

type Milestone = Awaited<ReturnType<typeof lockedMilestone>>;
export type Succeeded = Extract<PaymentTruth, { is: 'succeeded' }>;

/** P1 and P1f. */
export function arrival(milestone: Milestone, payment: PaymentRow, truth: Succeeded): Post[] {
  const at = { contractId: milestone.contract_id, milestoneId: milestone.id };
  const posts: Post[] = [
    {
      ...fundedPosting(booksOf(milestone, payment.tax_country), payment),
      opId: payment.op_id,
      ...at,
      providerRef: truth.payment.balanceTransactionId,
    },
  ];
  if (truth.settled.fee > 0)
    posts.push({ ...providerFeePosting(payment.currency, truth.settled.fee), opId: `${payment.op_id}:fee`, ...at });
  return posts;
}

/** The milestone is paid; `posts` bring its money into the books. `late`: it had ended, the refund is claimed. */
export async function secure(
  tx: SystemContext,
  milestone: Milestone,
  payment: PaymentRow,
  truth: Succeeded,
  posts: readonly Post[],
): Promise<'funded' | 'late'> {
  const now = tx.clock.now();
  await movePayment(tx, payment, {
    state: 'paid',
    payment_intent_id: truth.payment.paymentIntentId,
    charge_id: truth.chargeId,
    provider_fee: truth.settled.fee,
    paid_at: now,
    session_url: null,
    failure_code: null,
    ...(truth.payment.card ? { card_brand: truth.payment.card.brand, card_last4: truth.payment.card.last4 } : {}),
  });
  // Paid on a page whose address reached the payer while our answer was lost.
  await settleOperation(tx, payment.op_id, { state: 'done', providerId: payment.session_id });
  // Of a milestone that an addendum re-priced, a payment at the former price comes too late.
  if (!takesPayment(milestone.state) || payment.price !== milestone.amount) {
    const { posts: back } = await decideRefund(
      tx,
      milestone,
      { ...payment, state: 'paid', charge_id: truth.chargeId },
      'late_payment',
    );
    await appendEvent(tx, {
      contractId: milestone.contract_id,
      milestoneId: milestone.id,
      type: 'late_payment_refunded',
      data: { amount: payment.price },
      change: { refunded: payment.price },
    });
    // What was charged is receipted and then credited in full; no service began, so no fee is invoiced.
    await issueDocument(tx, {
      ...(await documentDataOf(tx, milestone, payment, truth, { reason: 'late_payment' })),
      kind: 'receipt',
      amount: payment.total,
    });
    await postAll(tx, [...posts, ...back]);
    return 'late';
  }
  const moved = await milestoneMove(tx, milestone, 'secure', {
    funded_at: now,
    deadline_at: deadlines.funded(milestone.due_at, now, milestone.terms.clocks),
    hold_expires_at: holdEnd(now),
  });
  await appendEvent(tx, {
    contractId: milestone.contract_id,
    milestoneId: milestone.id,
    type: 'funded',
    data: { amount: payment.price },
    change: { held: payment.price },
  });
  const deadlineAt = milestone.due_at.toISOString();
  await notifyBoth(tx, moved, 'milestone_funded', payment.id, { deadlineAt });
  const { fee, tax } = payment;
  const documentData = await documentDataOf(tx, milestone, payment, truth);
  await issueDocument(tx, { ...documentData, kind: 'receipt', amount: payment.total });
  if (fee > 0) await issueDocument(tx, { ...documentData, kind: 'fee_invoice', amount: fee + tax });
  if (milestone.bonus) await approveBonus(tx, moved);
  await postAll(tx, posts);
  return 'funded';
}

/** Data of the documents about a payment. */
async function documentDataOf(
  tx: SystemContext,
  milestone: Milestone,
  payment: PaymentRow,
  truth: Succeeded,
  more: NewDocument['data'] = {},
): Promise<Omit<NewDocument, 'kind' | 'amount'>> {
  return {
    orgId: milestone.brand_org,
    currency: payment.currency,
    contractId: milestone.contract_id,
    milestoneId: milestone.id,
    data: {
      deal: milestone.contract_title,
      milestone: milestone.title,
      seller: milestone.creator_name,
      paymentId: payment.id,
      price: payment.price,
      fee: payment.fee,
      tax: payment.tax,
      feeBps: milestone.fee_bps,
      ...feeSumsOf(milestone),
      taxBps: payment.tax_bps,
      taxCountry: payment.tax_country,
      card: truth.payment.card?.last4 ?? null,
      ...more,
      ...(await buyerOf(tx, milestone.brand_org, milestone.brand_name)),
    },
  };
}
