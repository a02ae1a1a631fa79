import type { SystemContext } from '../../../context.ts';
import type { Money } from '../../../core/money.ts';
import type { Payment } from '../../../integrations/stripe/provider.ts';
import { buyerOf, creditDebt, issueDocument } from '../../documents/issue.ts';
import type { ReceiptLine } from '../../documents/schema.ts';
import { notifyDebtor } from './debts.ts';
import type { ParkedDecision } from '../suspense/queries.ts';
import { brandNameOf, dealsOfDebts, type DebtPaymentRow, type DebtRow } from './queries.ts';

/**
 * The receipt of a payment of debts, in the series of all receipts: a line for each debt, with the work that it is about. It
 * begins no service, so that no fee is invoiced. Of one debt it is a document of that deal.
 */
export async function receiptOfDebts(
  tx: SystemContext,
  payment: DebtPaymentRow,
  made: Payment,
  shares: readonly { debt: DebtRow; amount: number }[],
): Promise<void> {
  const deals = await dealsOfDebts(
    tx.db,
    shares.map(({ debt }) => debt.id),
  );
  const lines = shares.flatMap(({ debt, amount }): ReceiptLine[] => {
    const deal = deals.get(debt.id);
    return deal ? [{ ...deal, price: amount, fee: 0, tax: 0, amount }] : [];
  });
  const alone = lines.length === 1 && shares.length === 1 ? lines[0] : undefined;
  await issueDocument(tx, {
    kind: 'receipt',
    orgId: payment.brand_org,
    currency: payment.currency,
    amount: made.amountReceived,
    ...(alone ? { contractId: alone.contractId, milestoneId: alone.milestoneId } : {}),
    data: {
      reason: 'debt',
      paymentId: payment.id,
      price: made.amountReceived,
      fee: 0,
      tax: 0,
      feeBps: 0,
      deal: [...new Set(lines.map(({ deal }) => deal))].join(' · ') || null,
      card: made.card?.last4 ?? null,
      ...(await buyerOf(tx, payment.brand_org, await brandNameOf(tx.db, payment.brand_org))),
    },
    lines,
  });
}

/**
 * What two staff members decided about money that a brand had paid beyond what it owed; the brand is notified of either. What
 * was sent to its bank has a credit note that corrects the receipt.
 */
export async function settleOverpaid(
  tx: SystemContext,
  { brandOrg, paymentId, amount, currency }: { brandOrg: string; paymentId: string } & Money,
  { decision, reference }: Pick<ParkedDecision, 'decision' | 'reference'>,
): Promise<void> {
  const money = { brandOrg, amount, currency };
  if (decision === 'platform') return notifyDebtor(tx, 'debt_overpaid_kept', money, paymentId);
  if (decision !== 'paid_by_bank') return;
  const credited = await creditDebt(tx, {
    brand: { orgId: brandOrg, name: await brandNameOf(tx.db, brandOrg) },
    reason: 'debt_overpaid',
    of: { paymentId },
    key: paymentId,
    currency,
    amount,
  });
  if (credited) await notifyDebtor(tx, 'debt_overpaid_sent', { ...money, number: reference ?? '' }, paymentId);
}

/** The same about money that was converted on its way and paid nothing: the brand owes as before, and has no receipt of it. */
export async function settleConverted(
  tx: SystemContext,
  { paymentId, ...money }: { brandOrg: string; paymentId: string } & Money,
  { decision, reference }: Pick<ParkedDecision, 'decision' | 'reference'>,
): Promise<void> {
  if (decision === 'platform') await notifyDebtor(tx, 'debt_converted_kept', money, paymentId);
  if (decision === 'paid_by_bank')
    await notifyDebtor(tx, 'debt_converted_sent', { ...money, number: reference ?? '' }, paymentId);
}
