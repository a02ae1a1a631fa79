import { Breach, equal } from './books.ts';
import { bankDisputeOf } from './joint.ts';
import { isOtherMoney } from './judge-disputes.ts';
import type { Sim } from './state.ts';

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
