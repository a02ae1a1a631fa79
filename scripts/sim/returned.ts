import { durationMs } from '../../server/core/clock.ts';
import type { Money } from '../../server/core/money.ts';
import { parkOp, returnOp } from '../../server/features/payments/rules.ts';
import type { Payment as AtProvider, Refund } from '../../server/integrations/stripe/provider.ts';
import { movePayment } from './abandon.ts';
import { leadOf, linesOf } from './joint.ts';
import { event, isSuspended, milestoneOf, move, settle, signal, takeOffHold, wasReturned } from './moves.ts';
import { date, type Dispute, type Payment, type Sim, type SimMilestone } from './state.ts';

/* Suspended money that goes back, also by a person at the provider's dashboard, as `payments/suspense` of the product books it. */

export interface SuspenseDecision {
  /** The first line of the payment. */
  paymentId: string;
  attempt: number;
  way: 'return' | 'accept' | 'paid_by_bank';
  /** What is paid by bank. */
  amount: number | null;
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
    .filter((opId) => opId.startsWith(byHandOp(lead, { id: '' })) && !/:(fee|rest|difference|by_bank)$/.test(opId))
    .map((opId) => opId.slice(byHandOp(lead, { id: '' }).length));

/** `refundedOf` of the product. */
export function refundedOf(s: Sim, lead: Payment): number {
  return byHandLines(s, lead).reduce((sum, id) => {
    const { type, source } = s.provider.world.get('balance_transaction', id);
    const { amount } = s.provider.retrieveRefund(source!);
    return sum + (type === 'refund_failure' ? -amount : amount);
  }, 0);
}

const isReported = (s: Sim, p: Payment): boolean =>
  s.inbox.some((e) => e.paymentId === p.id && e.type === 'payment_intent.succeeded' && e.state === 'pending');

/** `madeAllTheSame` of the product: first lines of payments that had been given up and are reported as paid. */
export const madeAllTheSame = (s: Sim, attempts: readonly Payment[]): Payment[] =>
  attempts
    .filter((p) => !s.rules.isActive(p.state) && !s.rules.holdsMoney(p.state) && !wasReturned(s, p))
    .map((p) => leadOf(s, p))
    .filter((p) => isReported(s, p))
    .reverse();

/** Disputes of all lines of a payment. */
export const disputesOfPayment = (s: Sim, lead: Payment): Dispute[] => {
  const own = linesOf(s, lead);
  return s.disputes.filter((d) => own.some(({ id }) => id === d.paymentId));
};

/** `wasReturnRefused` of the product. */
export const wasReturnRefused = (s: Sim, lead: Payment): boolean =>
  s.suspenseDecisions.some(
    (d) => d.paymentId === lead.id && s.operations.get(returnOp(lead.id, d.attempt))?.state === 'failed',
  );

/** `isReturnUnderWay` of the product. */
export function isReturnUnderWay(s: Sim, lead: Payment): boolean {
  const decision = openDecision(s, lead.milestoneId);
  if (decision?.paymentId !== lead.id) return false;
  const call = s.operations.get(returnOp(lead.id, decision.attempt));
  return call?.state === 'claimed' || call?.state === 'unknown';
}

/** `suspendedLeft` of the product; null: nothing was parked. */
export function suspendedLeft(s: Sim, lead: Payment): Money | null {
  const names = [parkOp({ op_id: lead.opId }), ...disputesOfPayment(s, lead).map((d) => `dispute:${d.id}:`)];
  const legs = [...s.books.posted].flatMap(([opId, posting]) =>
    names.some((name) => opId.startsWith(name)) ? posting.legs : [],
  );
  const own = legs.filter(({ code }) => code === 'SUSPENSE');
  return own[0]
    ? { currency: own[0].currency, amount: own.reduce((sum, leg) => sum + leg.credit - leg.debit, 0) }
    : null;
}

/** `refundedByHand` of the product; null: the payment is not suspended. */
export function refundedByHand(s: Sim, lead: Payment, refund: Refund): 'booked' | 'later' | null {
  if (!refund.balanceTransactionId) return s.rules.isBackAgain(refund) ? 'booked' : 'later';
  if (!isSuspended(s, lead)) return null;
  if (isReturnUnderWay(s, lead)) return 'later';
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
  if (Math.min(refundedOf(s, lead), made.refunded) < made.amountReceived) return 'booked';
  end(s, lead, made.amountReceived);
  return 'booked';
}

/** `endByBank` of the product: what is left of a payment of which its bank keeps some is parked. */
export function endByBank(s: Sim, lead: Payment): boolean {
  const lost = disputesOfPayment(s, lead).filter((d) => d.state === 'lost' && d.withdrawn > 0);
  if (lost.length === 0) return false;
  const { amountReceived } = s.provider.retrievePayment(lead.intentId!);
  const rest = amountReceived - lost.reduce((sum, d) => sum + d.amount, refundedOf(s, lead)) > 0;
  const left = suspendedLeft(s, lead);
  if (rest && left && left.amount !== 0) {
    s.parked.push({
      kind: 'unknown_money_event',
      key: `${lead.id}:rest`,
      milestoneId: lead.milestoneId,
      paymentId: lead.id,
      transfer: null,
      lines: [lead.id],
      outcome: null,
    });
    const moves = (more: number) => s.rules.postings.suspenseDifference(left.currency, more);
    s.books.post([
      { ...moves(-left.amount), opId: `${parkOp({ op_id: lead.opId })}:rest` },
      { ...moves(left.amount), opId: `moved:${lead.id}` },
    ]);
  }
  end(s, lead, amountReceived);
  return true;
}

function end(s: Sim, lead: Payment, amount: number): void {
  const left = suspendedLeft(s, lead);
  if (left && left.amount !== 0)
    s.books.post([
      {
        ...s.rules.postings.suspenseDifference(left.currency, -left.amount),
        opId: `${parkOp({ op_id: lead.opId })}:difference`,
      },
    ]);
  const decision = openDecision(s, lead.milestoneId);
  if (decision?.paymentId === lead.id) decision.state = 'failed';
  endReturned(s, lead, amount, null);
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
  // One that was made as well waits until this one is decided, and the milestone for both.
  const others = s.payments.filter((p) => p.milestoneId === row.id && p.id !== line.id);
  if (madeAllTheSame(s, others).length === 0) takeOffHold(s, row, 'recon_drift');
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
