import type { SystemContext } from '../../../context.ts';
import { buyerOf, creditDebt, issueDocument, numbersOfPayment } from '../../documents/issue.ts';
import { feeFactsOf, type Charge } from '../../ledger/charges/rules.ts';
import { movePaidPayment } from '../funding/queries.ts';
import { endDealIfOver } from '../milestone/end-deal.ts';
import { milestoneMove, notifyParty } from '../milestone/moves.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import { appendEvent } from '../timeline/events.ts';
import { chargeOf, type RefundRow } from './queries.ts';
import type { RefundReason } from './rules.ts';

/** What went back to a brand, by refund and by its bank. */
interface Returned {
  paymentId: string;
  reason: RefundReason;
  back: Charge;
  /** Of it, what the brand's bank returned. */
  byBank: number;
}

/** Ends a refund that the brand has from its bank already; of a settlement the legs end the milestone. */
export async function finishRefunded(tx: SystemContext, row: MilestoneRow, returned: Returned): Promise<void> {
  await movePaidPayment(tx.db, { paymentId: returned.paymentId, from: 'refunding', to: 'refunded' });
  await endRefund(tx, row, returned);
}

/** The milestone ends, where its refund ends it, and a credit note corrects what was issued. */
export async function endRefund(
  tx: SystemContext,
  row: MilestoneRow,
  { paymentId, reason, back, byBank }: Returned,
): Promise<void> {
  if (reason !== 'late_payment' && reason !== 'settled') await endMilestone(tx, row, { reason, back, byBank });
  const charge = await chargeOf(tx.db, paymentId);
  await issueDocument(tx, {
    kind: 'credit_note',
    orgId: row.brand_org,
    currency: row.currency,
    amount: back.total,
    contractId: row.contract_id,
    milestoneId: row.id,
    data: {
      deal: row.contract_title,
      milestone: row.title,
      seller: row.creator_name,
      reason,
      paymentId,
      corrects: (await numbersOfPayment(tx, { milestoneId: row.id, paymentId })).join(' · ') || null,
      price: back.price,
      fee: back.fee,
      tax: back.tax,
      ...feeFactsOf(charge, row, row.currency),
      taxBps: charge.tax_bps,
      taxCountry: charge.tax_country,
      ...(await buyerOf(tx, row.brand_org, row.brand_name)),
    },
  });
}

/**
 * What a brand had paid of its debt is back with it: a credit note corrects the receipt, and the brand is notified. False when
 * that was done before. The milestone has its own end.
 */
export async function endRepaidDebt(
  tx: SystemContext,
  row: MilestoneRow,
  { id, amount, currency }: RefundRow,
): Promise<boolean> {
  const credited = await creditDebt(tx, {
    brand: { orgId: row.brand_org, name: row.brand_name },
    reason: 'debt_repaid',
    of: { milestoneId: row.id },
    key: id,
    currency,
    amount,
    deal: {
      contractId: row.contract_id,
      milestoneId: row.id,
      data: { deal: row.contract_title, milestone: row.title, seller: row.creator_name },
    },
  });
  if (credited) await notifyParty(tx, row, 'brand', 'debt_repaid', id, { amountMinor: amount });
  return credited;
}

async function endMilestone(
  tx: SystemContext,
  row: MilestoneRow,
  { reason, back, byBank }: Omit<Returned, 'paymentId'>,
): Promise<void> {
  const moved = await milestoneMove(tx, row, 'finishRefund', { refunded_at: tx.clock.now(), deadline_at: null });
  await appendEvent(tx, {
    contractId: row.contract_id,
    milestoneId: row.id,
    type: 'refunded',
    data: { amount: back.total, reason },
  });
  const amount = back.total - byBank;
  if (amount > 0) await notifyParty(tx, moved, 'brand', 'milestone_refunded', 'refunded', { amountMinor: amount });
  // Whose milestone a bank or a ruling ended was notified then.
  if (reason !== 'charged_back' && reason !== 'fraud')
    await notifyParty(tx, moved, 'creator', 'milestone_refunded', 'refunded', { amountMinor: back.price });
  await endDealIfOver(tx, moved);
}
