import type { Post } from '../../server/features/ledger/service.ts';
import type { Payment as AtProvider } from '../../server/integrations/stripe/provider.ts';
import { movePayment } from './abandon.ts';
import { event, isSuspended, milestoneOf, move, settle, signal, takeOffHold } from './moves.ts';
import { decideLateRefund } from './refund.ts';
import { nowOf, type Payment, type Sim, type SimMilestone } from './state.ts';

/*
 * Money that has arrived for milestones, as `payments/confirm/secure.ts` of the product books it.
 */

/** P1 and P1f: one posting for each milestone, and its share of the provider's fee. */
export function arrival(s: Sim, lines: readonly Payment[], made: AtProvider): Post[] {
  const fees = s.rules.lines.sharesOf(made.settled!.fee, lines);
  return lines.flatMap((line, i): Post[] => [
    {
      ...s.rules.postings.fundedPosting(s.rules.booksOf(milestoneOf(s, line.milestoneId), s.deal.taxCountry), line),
      opId: line.opId,
      providerRef: made.balanceTransactionId,
    },
    ...(fees[i]! > 0
      ? [{ ...s.rules.postings.providerFeePosting(s.deal.currency, fees[i]!), opId: `${line.opId}:fee` }]
      : []),
  ]);
}

/** Answers the milestones for which it came too late, whose refunds are claimed. */
export function secure(
  s: Sim,
  lines: readonly Payment[],
  made: AtProvider,
  { posts, caller }: { posts: readonly Post[]; caller: string },
): string[] {
  const { rules } = s;
  for (const line of lines)
    movePayment(s, line, {
      state: 'paid',
      ...(line.leadId === null ? { intentId: made.paymentIntentId } : {}),
      chargeId: made.chargeId,
      sessionUrl: null,
      failureCode: null,
    });
  settle(s, lines[0]!.opId, 'done');
  const late: string[] = [];
  const back: Post[] = [];
  for (const line of lines) {
    const milestone = milestoneOf(s, line.milestoneId);
    if (rules.isLate(line, milestone, nowOf(s))) {
      late.push(milestone.id);
      back.push(...giveBack(s, line, milestone, caller));
    } else fund(s, line, milestone, caller);
  }
  s.books.post([...posts, ...back]);
  return late;
}

function fund(s: Sim, payment: Payment, milestone: SimMilestone, caller: string): void {
  const { rules } = s;
  const now = nowOf(s);
  move(s, milestone, 'secure', {
    funded_at: now,
    deadline_at: rules.deadlines.funded(milestone.due_at, now, milestone.terms.clocks),
    hold_expires_at: rules.holdEnd(now),
  });
  takeOffHold(s, milestone, 'recon_drift');
  event(s, milestone, 'funded', { amount: payment.price, change: { held: payment.price } });
  if (milestone.bonus) approveBonus(s, milestone);
  if (milestone.id !== caller) signal(s, milestone.id, 'funded');
}

/** Both sides signed that it is released when it is funded. */
function approveBonus(s: Sim, row: SimMilestone): void {
  const now = nowOf(s);
  move(s, row, 'approveBonus', {
    approved_at: now,
    deadline_at: s.rules.deadlines.approved(now, row.terms.clocks, row.hold_expires_at),
  });
  event(s, row, 'approved', { amount: s.rules.restOf(row) });
  signal(s, row.id, 'approved');
}

/** Its share goes back to the brand. */
function giveBack(s: Sim, payment: Payment, milestone: SimMilestone, caller: string): Post[] {
  const isHeld = s.payments.some((p) => p.milestoneId === milestone.id && isSuspended(s, p));
  if (s.rules.takesPayment(milestone.state) && !isHeld) takeOffHold(s, milestone, 'recon_drift');
  const back = decideLateRefund(s, milestone, payment);
  event(s, milestone, 'late_payment_refunded', { amount: payment.price, change: { refunded: payment.price } });
  if (!s.rules.isTerminal(milestone.state)) signal(s, milestone.id, 'refund');
  else if (milestone.id !== caller) signal(s, milestone.id, 'restarted');
  return back;
}
