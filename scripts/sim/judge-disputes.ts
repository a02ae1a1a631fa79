import type { MilestoneState } from '../../server/features/escrow/schema.ts';
import { Breach, equal } from './books.ts';
import type { Dispute, Sim } from './state.ts';

/** Whether a payment is none of its milestone's money: it is in suspense, came too late, or went back. */
export function isOtherMoney(s: Sim, paymentId: string | null): boolean {
  const payment = s.payments.find((p) => p.id === paymentId);
  if (!payment || !['paid', 'refunding', 'refunded'].includes(payment.state)) return true;
  return s.refunds.some((r) => r.paymentId === payment.id && r.reason === 'late_payment');
}

/** What it moves is in suspense, or parked after suspended money went back. */
const isParked = (s: Sim, d: Dispute): boolean =>
  d.suspended || s.payments.find((p) => p.id === d.paymentId)!.state === 'processing';

/** A dispute is booked, and touches only what its own charge funds: that is held and set aside, and no other money is. */
export function judgeDisputes(s: Sim, inEscrow: readonly MilestoneState[]): void {
  for (const d of s.disputes) {
    const booked = s.books.balance('CARD_DISPUTE_HOLD', d.id, s.deal.currency);
    const m = s.milestones.find((one) => one.id === d.milestoneId)!;
    const isOther = isOtherMoney(s, d.paymentId);
    const isOver = (d.state === 'lost' && !d.set_aside) || (isOther && isParked(s, d));
    equal('deal.disputes-are-booked', d.id, booked, isOver ? 0 : d.withdrawn);
    if (isOther && d.set_aside)
      throw new Breach('deal.disputes-of-own-charge', `${d.id} has set aside what another payment of ${m.seq} funds`);
    if (isOther) continue;
    if (d.state === 'open' && !m.holds.includes('card_dispute'))
      throw new Breach('deal.disputes-are-booked', `${m.seq} is not held for ${d.state} ${d.id}`);
    if (
      d.state !== 'won' &&
      d.withdrawn > 0 &&
      inEscrow.includes(m.state) &&
      !d.set_aside &&
      !s.disputes.some((o) => o.milestoneId === m.id && o.set_aside)
    )
      throw new Breach('deal.disputes-are-booked', `the money of ${m.seq} is in escrow and not set aside for ${d.id}`);
  }
  for (const m of s.milestones) {
    const own = s.disputes.filter((d) => d.milestoneId === m.id && d.state === 'open' && !isOtherMoney(s, d.paymentId));
    if (m.holds.includes('card_dispute') && own.length === 0)
      throw new Breach('deal.disputes-of-own-charge', `${m.seq} is held for a dispute of another payment`);
  }
}
