import { isOfDecision } from '../../server/features/escrow/refund/rules.ts';
import { endDealIfOver, event, move } from './moves.ts';
import { finishSettlement } from './settled.ts';
import { nowOf, type Payment, type Refund, type Sim, type SimMilestone } from './state.ts';

/*
 * The end of a refund, however the brand got its money.
 */

export const refundsOf = (s: Sim, milestoneId: string): Refund[] =>
  s.refunds.filter((r) => r.milestoneId === milestoneId);

export const decisionOf = (s: Sim, r: Refund): 'send_again' | 'paid_by_bank' | null =>
  s.refundDecisions.get(`${r.opId}:${s.operations.get(r.opId)?.attempt}`) ?? null;

export function movePaid(payment: Payment, from: Payment['state'], to: Payment['state']): boolean {
  if (payment.state !== from) return false;
  payment.state = to;
  payment.version += 1;
  return true;
}

export function finishRefund(s: Sim, row: SimMilestone, amount: number): void {
  move(s, row, 'finishRefund', { refunded_at: nowOf(s), deadline_at: null });
  event(s, row, 'refunded', { amount });
  endDealIfOver(s);
}

/** What of its payments of debts about a milestone the brand may still get a credit note for. */
function creditable(s: Sim, row: SimMilestone): number {
  const paid = s.debts.reduce((sum, d) => sum + (d.milestoneId === row.id ? d.paid - d.setOff : 0), 0);
  return paid - refundsOf(s, row.id).reduce((sum, r) => sum + (r.credited ?? 0), 0);
}

/** The first end of what a brand had paid of its debts: it has its credit note. */
function creditDebt(s: Sim, row: SimMilestone, r: Refund): boolean {
  const amount = Math.min(r.amount, creditable(s, row));
  if (r.credited !== undefined || amount <= 0) return false;
  r.credited = amount;
  return true;
}

/** `by`: who paid a refund that had come back; null when it had not come back. */
export function finish(s: Sim, row: SimMilestone, r: Refund, by: 'provider' | 'bank' | 'card_bank' | null): void {
  const payment = s.payments.find((p) => p.id === r.paymentId)!;
  const repaid = r.reason === 'debt_repaid';
  const first = repaid
    ? by !== 'card_bank' && creditDebt(s, row, r)
    : isOfDecision(r) && movePaid(payment, 'refunding', 'refunded');
  if (!first) {
    if (by) event(s, row, 'refund_made_good', { amount: r.amount });
    return;
  }
  if (repaid || r.reason === 'late_payment') return;
  if (r.reason === 'settled') return finishSettlement(s, row);
  const { back } = s.rules.settlementOf(
    s.rules.charges.restOfCharge(payment, row.released_parts, row.currency),
    { reason: r.reason, killFeeBps: s.deal.killFeeBps, agreedKept: row.agreed_kept },
    row.currency,
  );
  finishRefund(s, row, back.total);
}
