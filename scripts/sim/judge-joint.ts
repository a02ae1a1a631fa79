import { stepOf } from '../../server/core/money.ts';
import { Breach, equal, share } from './books.ts';
import { bankDisputeOf, leadOf, linesOf } from './joint.ts';
import { isOtherMoney } from './judge-disputes.ts';
import type { Payment, Sim } from './state.ts';

/** Milestones that are paid together: each has its own share of what its charge gives back and loses. */
export function judgeJoint(s: Sim): void {
  for (const p of s.payments) {
    if (!['paid', 'refunding', 'refunded'].includes(p.state)) continue;
    const own = s.refunds.filter((r) => r.paymentId === p.id);
    // What a bank took again, or a debt that was paid, goes back beside what the decision returned.
    const decided = own.filter((r) => r.opId.split(':').length === 3);
    const back = decided.reduce((sum, r) => sum + r.amount, 0);
    if (back > p.total) throw new Breach('payment.shares-add-up', `${back} of ${p.total} went back for ${p.opId}`);
    const m = s.milestones.find((one) => one.id === p.milestoneId)!;
    if (m.state === 'void') equal('payment.late-goes-back', `returned of ${p.opId}`, back, p.total);
  }
  const amounts = new Map<string, number>();
  for (const d of s.disputes) {
    const id = bankDisputeOf(d.id);
    amounts.set(id, (amounts.get(id) ?? 0) + d.amount);
    const { total, opId } = s.payments.find((p) => p.id === d.paymentId)!;
    // Another sum than the total may have arrived of a payment that was suspended.
    if (d.amount > total && !isOtherMoney(s, d.paymentId))
      throw new Breach('dispute.shares-add-up', `${d.id} takes ${d.amount} of ${total} of ${opId}`);
  }
  for (const [id, amount] of amounts)
    equal('dispute.shares-add-up', `shares of ${id}`, amount, s.provider.retrieveDispute(id).amount);
}

/** A payment is what was quoted, or, accepted for less, its price with what arrived beyond the prices of its charge. */
export function judgeCharge(s: Sim, p: Payment): void {
  const { deal } = s;
  const step = stepOf(deal.currency);
  const fee = share(p.price, deal.feeBps, step);
  const tax = share(fee, deal.taxBps, step);
  const lead = leadOf(s, p);
  if (!s.suspenseDecisions.some((d) => d.paymentId === lead.id && d.way === 'accept' && d.state === 'done'))
    return equal('deal.charged-is-quoted', `total of ${p.opId}`, p.total, p.price + fee + tax);
  if (p.fee < 0 || p.tax < 0 || p.fee > fee || p.tax > tax || p.total !== p.price + p.fee + p.tax)
    throw new Breach('deal.charged-is-quoted', `${p.opId} was accepted with fee ${p.fee} and tax ${p.tax}`);
  const total = linesOf(s, lead).reduce((sum, line) => sum + line.total, 0);
  const { amountReceived } = s.provider.retrievePayment(lead.intentId!);
  equal('deal.charged-is-quoted', `accepted of ${lead.opId}`, total, amountReceived);
}
