import type { SystemContext } from '../../../context.ts';
import { approveBonus } from '../../escrow/amend/bonus.ts';
import { appendEvent } from '../../escrow/timeline/events.ts';
import { movePayment, noteReceipt } from '../../escrow/funding/payments.ts';
import { takeOffHold } from '../../escrow/milestone/holds.ts';
import { milestoneMove, notifyCreatorSide, notifyParty, signalEscrow } from '../../escrow/milestone/moves.ts';
import { isTerminal } from '../../escrow/milestone/rules.ts';
import { settleOperation } from '../../provider-calls/operations.ts';
import { decideLateRefund } from '../../escrow/refund/decide.ts';
import { deadlines, holdEnd } from '../../escrow/timers/rules.ts';
import { booksOf } from '../../escrow/milestone/facts.ts';
import { feeFactsOf } from '../../ledger/charges/rules.ts';
import { fundedPosting, providerFeePosting } from '../../ledger/rules.ts';
import { postAll, type Post } from '../../ledger/service.ts';
import { buyerOf, issueDocument, type NewDocument } from '../../documents/issue.ts';
import { signalWorkflow } from '../../outbox/commands.ts';
import type { Line, Lines, Milestone } from '../lines/lines.ts';
import { oneRate, sharesOf, sumOf } from '../lines/rules.ts';
import { isLate, isSuspended, takesPayment } from '../rules.ts';
import { restartEscrow } from '../webhooks/restart-escrow.ts';
import type { PaymentTruth } from './look-up.ts';
import { attemptsOf, type PaymentRow } from '../queries/payments.ts';

export type Succeeded = Extract<PaymentTruth, { is: 'succeeded' }>;

/** P1 and P1f: one posting for each milestone, and its share of the provider's fee. */
export function arrival({ all }: Lines, truth: Succeeded): Post[] {
  const fees = sharesOf(
    truth.settled.fee,
    all.map(({ payment }) => payment),
  );
  return all.flatMap(({ payment, milestone }, i): Post[] => {
    const at = { contractId: milestone.contract_id, milestoneId: milestone.id };
    return [
      {
        ...fundedPosting(booksOf(milestone, payment.tax_country), payment),
        opId: payment.op_id,
        ...at,
        providerRef: truth.payment.balanceTransactionId,
      },
      ...(fees[i]! > 0
        ? [{ ...providerFeePosting(payment.currency, fees[i]!), opId: `${payment.op_id}:fee`, ...at }]
        : []),
    ];
  });
}

/**
 * The milestones are paid; `posts` bring their money into the books. Answers those for which it came too late, whose refunds
 * are claimed. The workflow of `caller` reads its row itself; the others get a command.
 */
export async function secure(
  tx: SystemContext,
  { lead, all }: Lines,
  truth: Succeeded,
  posts: readonly Post[],
  caller: string,
): Promise<string[]> {
  const now = tx.clock.now();
  const fees = sharesOf(
    truth.settled.fee,
    all.map(({ payment }) => payment),
  );
  for (const [i, { payment }] of all.entries())
    await movePayment(tx, payment, {
      state: 'paid',
      charge_id: truth.chargeId,
      fee: payment.fee,
      tax: payment.tax,
      total: payment.total,
      provider_fee: fees[i]!,
      paid_at: now,
      session_url: null,
      failure_code: null,
      ...(payment === lead ? { payment_intent_id: truth.payment.paymentIntentId } : {}),
      ...(truth.payment.card ? { card_brand: truth.payment.card.brand, card_last4: truth.payment.card.last4 } : {}),
    });
  // Paid on a page whose address reached the payer while our answer was lost.
  await settleOperation(tx, lead.op_id, { state: 'done', providerId: lead.session_id });
  const late: Line[] = [];
  const back: Post[] = [];
  for (const line of all) {
    if (isLate(line.payment, line.milestone, now)) {
      late.push(line);
      back.push(...(await giveBack(tx, line, truth, caller)));
    } else await fund(tx, line, caller);
  }
  // What was charged is receipted; what came too late is credited in full, and no fee is invoiced for it.
  const { id: receiptId } = await issueDocument(tx, await receiptFor(tx, { lead, all }, truth, late.length));
  await noteReceipt(tx, lead.id, receiptId);
  for (const { payment, milestone } of all.filter((line) => !late.includes(line)))
    if (payment.fee > 0)
      await issueDocument(tx, {
        ...(await documentDataOf(tx, milestone, payment, truth)),
        kind: 'fee_invoice',
        amount: payment.fee + payment.tax,
      });
  await postAll(tx, [...posts, ...back]);
  return late.map(({ milestone }) => milestone.id);
}

async function fund(tx: SystemContext, { payment, milestone }: Line, caller: string): Promise<void> {
  const now = tx.clock.now();
  const moved = await milestoneMove(tx, milestone, 'secure', {
    funded_at: now,
    deadline_at: deadlines.funded(milestone.due_at, now, milestone.terms.clocks),
    hold_expires_at: holdEnd(now),
  });
  // Another payment of it waits for a decision, which does not concern its money any more.
  if (moved.holds.includes('recon_drift')) await takeOffHold(tx, moved, 'recon_drift');
  await appendEvent(tx, {
    contractId: milestone.contract_id,
    milestoneId: milestone.id,
    type: 'funded',
    data: { amount: payment.price },
    change: { held: payment.price },
  });
  if (milestone.bonus) await approveBonus(tx, moved);
  else {
    const deadlineAt = milestone.due_at.toISOString();
    await notifyParty(tx, moved, 'brand', 'milestone_funded', payment.id, { deadlineAt });
    await notifyCreatorSide(tx, moved, 'milestone_funded', payment.id, { deadlineAt });
  }
  if (milestone.id !== caller) await signalEscrow(tx, moved, 'funded');
}

/** The share of a milestone for which it came too late (`isLate`) goes back. */
async function giveBack(
  tx: SystemContext,
  { payment, milestone }: Line,
  truth: Succeeded,
  caller: string,
): Promise<Post[]> {
  // It was held for this one, whose money is decided about no more.
  if (takesPayment(milestone.state) && !(await attemptsOf(tx.db, milestone.id)).some(isSuspended))
    await takeOffHold(tx, milestone, 'recon_drift');
  const posts = await decideLateRefund(tx, milestone, { ...payment, state: 'paid', charge_id: truth.chargeId });
  await appendEvent(tx, {
    contractId: milestone.contract_id,
    milestoneId: milestone.id,
    type: 'late_payment_refunded',
    data: { amount: payment.price },
    change: { refunded: payment.price },
  });
  // Of a milestone that goes on, the refund is not part of its plan: the command carries it on after a crash.
  if (!isTerminal(milestone.state))
    await signalWorkflow(tx, 'escrowLifecycle', milestone.id, 'refund', `late:${payment.id}`);
  else if (milestone.id !== caller) await restartEscrow(tx, milestone.id);
  return posts;
}

/** One receipt of the payment, with a line for each milestone. */
async function receiptFor(
  tx: SystemContext,
  { lead, all }: Lines,
  truth: Succeeded,
  late: number,
): Promise<NewDocument> {
  const first = all[0]!;
  const sum = sumOf(all.map(({ payment }) => payment));
  const reason: NewDocument['data'] = late === all.length ? { reason: 'late_payment' } : {};
  const alone = await documentDataOf(tx, first.milestone, lead, truth, reason);
  if (all.length === 1) return { ...alone, kind: 'receipt', amount: sum.total };
  const ofOne = ['deal', 'milestone', 'seller', 'feeBps', 'feeFixed', 'feeMinimum', 'feeMaximum'];
  const data = Object.fromEntries(Object.entries(alone.data).filter(([name]) => !ofOne.includes(name)));
  const titles = [...new Set(all.map(({ milestone }) => milestone.contract_title))];
  const rate = oneRate(all.map(({ milestone }) => milestone));
  const areRated = all.every(({ payment, milestone }) => 'feeBps' in feeFactsOf(payment, milestone, payment.currency));
  return {
    ...alone,
    kind: 'receipt',
    amount: sum.total,
    data: {
      ...data,
      deal: titles.join(' · '),
      price: sum.price,
      fee: sum.fee,
      tax: sum.tax,
      ...(rate && areRated ? { feeBps: rate.fee_bps } : {}),
    },
    lines: all.map(({ payment, milestone }) => ({
      contractId: milestone.contract_id,
      milestoneId: milestone.id,
      deal: milestone.contract_title,
      milestone: milestone.title,
      seller: milestone.creator_name,
      price: payment.price,
      fee: payment.fee,
      tax: payment.tax,
      amount: payment.total,
    })),
  };
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
      ...feeFactsOf(payment, milestone, payment.currency),
      taxBps: payment.tax_bps,
      taxCountry: payment.tax_country,
      card: truth.payment.card?.last4 ?? null,
      ...more,
      ...(await buyerOf(tx, milestone.brand_org, milestone.brand_name)),
    },
  };
}
