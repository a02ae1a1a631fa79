import { durationMs } from '../../server/core/clock.ts';
import type { Money } from '../../server/core/money.ts';
import { parkOp, returnOp } from '../../server/features/payments/rules.ts';
import type { Payment as AtProvider, Refund } from '../../server/integrations/stripe/provider.ts';
import { movePayment } from './abandon.ts';
import { linesOf } from './joint.ts';
import { event, isSuspended, milestoneOf, move, settle, signal, takeOffHold } from './moves.ts';
import { date, type Payment, type Sim, type SimMilestone } from './state.ts';

/* Suspended money that goes back, also by a person at the provider's dashboard, as `payments/suspense` of the product books it. */

export interface SuspenseDecision {
  /** The first line of the payment. */
  paymentId: string;
  attempt: number;
  way: 'return' | 'accept';
  state: 'open' | 'done' | 'failed';
}

export const openDecision = (s: Sim, milestoneId: string): SuspenseDecision | undefined =>
  s.suspenseDecisions.find(
    (d) => d.state === 'open' && s.payments.find((p) => p.id === d.paymentId)!.milestoneId === milestoneId,
  );

const arrivedOf = (made: AtProvider) => ({
  received: made.amountReceived,
  currency: made.currency,
  settled: made.settled!,
});

export const isAsQuoted = (s: Sim, { whole }: Payment, made: AtProvider): boolean =>
  s.rules.isAsQuoted({ total: whole.total, currency: s.deal.currency }, arrivedOf(made));

/** Operation of a line by which a person refunded of a suspended payment. */
const byHandOp = (lead: Payment, line: { id: string }): string => `${parkOp({ op_id: lead.opId })}:${line.id}`;

/** Whether that line was booked against suspended money. */
export const isBookedByHand = (s: Sim, lead: Payment, id: string): boolean =>
  s.books.posted.has(byHandOp(lead, { id }));

/** Lines by which a person refunded of a suspended payment, or that brought such a refund back, as far as they are booked. */
export const byHandLines = (s: Sim, lead: Payment): string[] =>
  [...s.books.posted.keys()]
    .filter((opId) => opId.startsWith(byHandOp(lead, { id: '' })) && !opId.endsWith(':fee'))
    .map((opId) => opId.slice(byHandOp(lead, { id: '' }).length));

/** `refundedOf` of the product. */
export function refundedOf(s: Sim, lead: Payment): number {
  return byHandLines(s, lead).reduce((sum, id) => {
    const { type, source } = s.provider.world.get('balance_transaction', id);
    const { amount } = s.provider.retrieveRefund(source!);
    return sum + (type === 'refund_failure' ? -amount : amount);
  }, 0);
}

/** `suspendedLeft` of the product; null: nothing was parked. */
export function suspendedLeft(s: Sim, lead: Payment): Money | null {
  const name = parkOp({ op_id: lead.opId });
  const legs = [...s.books.posted].flatMap(([opId, posting]) => (opId.startsWith(name) ? posting.legs : []));
  const own = legs.filter(({ code }) => code === 'SUSPENSE');
  return own[0]
    ? { currency: own[0].currency, amount: own.reduce((sum, leg) => sum + leg.credit - leg.debit, 0) }
    : null;
}

/** `refundedByHand` of the product; null: the payment is not suspended. */
export function refundedByHand(s: Sim, lead: Payment, refund: Refund): 'booked' | 'later' | null {
  if (!refund.balanceTransactionId) return s.rules.isBackAgain(refund) ? 'booked' : 'later';
  if (!isSuspended(s, lead)) return null;
  const decision = openDecision(s, lead.milestoneId);
  const call = decision && s.operations.get(returnOp(lead.id, decision.attempt));
  if (call?.state === 'claimed' || call?.state === 'unknown') return 'later';
  const { postings } = s.rules;
  for (const id of [refund.balanceTransactionId, refund.failureBalanceTransactionId]) {
    if (!id || isBookedByHand(s, lead, id)) continue;
    const { currency, amount, fee } = s.provider.retrieveBalanceTransaction(id);
    const opId = byHandOp(lead, { id });
    s.books.post([
      { ...postings.unidentifiedMovement(currency, amount), opId, providerRef: id },
      ...(fee > 0 ? [{ ...postings.providerFeePosting(currency, fee), opId: `${opId}:fee` }] : []),
    ]);
  }
  const made = s.provider.retrievePayment(lead.intentId!);
  const left = suspendedLeft(s, lead);
  if (Math.min(refundedOf(s, lead), made.refunded) < made.amountReceived) return 'booked';
  if (left && left.amount !== 0)
    s.books.post([
      {
        ...postings.suspenseDifference(left.currency, -left.amount),
        opId: `${parkOp({ op_id: lead.opId })}:difference`,
      },
    ]);
  if (decision) decision.state = 'failed';
  endReturned(s, lead, made.amountReceived, null);
  return 'booked';
}

/** All of it is on its way back. */
export function endReturned(s: Sim, lead: Payment, amount: number, caller: string | null): void {
  settle(s, lead.opId, 'failed');
  const lines = linesOf(s, lead);
  const parts = s.rules.lines.sharesOf(amount, lines);
  for (const [i, one] of lines.entries()) returned(s, one, parts[i]!, caller);
}

function returned(s: Sim, line: Payment, amount: number, caller: string | null): void {
  const row = milestoneOf(s, line.milestoneId);
  movePayment(s, line, { state: 'failed', sessionUrl: null });
  takeOffHold(s, row, 'recon_drift');
  event(s, row, 'payment_returned', { amount });
  if (row.state !== 'funding' && row.state !== 'awaiting_funding') return;
  const isGivenUp = row.state === 'awaiting_funding';
  payAgain(s, row);
  if (!isGivenUp && row.id !== caller) signal(s, row.id, 'payment_expired');
}

function payAgain(s: Sim, row: SimMilestone): void {
  const again = date(s.now + durationMs(row.terms.clocks.funding));
  const before = row.funding_deadline_at;
  const until = before && before > again ? before : again;
  if (row.state === 'awaiting_funding') {
    Object.assign(row, { deadline_at: until, funding_deadline_at: until, version: row.version + 1 });
    return;
  }
  move(s, row, 'abandonPayment', { deadline_at: until, funding_deadline_at: until });
  event(s, row, 'payment_expired');
}
