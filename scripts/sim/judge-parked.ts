import type { Currency } from '../../server/core/money.ts';
import type { MilestoneState } from '../../server/features/escrow/schema.ts';
import { Breach, equal } from './books.ts';
import { bankDisputeOf, linesOf } from './joint.ts';
import { isOtherMoney } from './judge-disputes.ts';
import { parkedIdOf, type ParkedCase } from './parked.ts';
import type { Payment, Sim } from './state.ts';
import { byHandLines } from './returned.ts';
import { suspendedOf } from './suspense.ts';

/** Of the provider's object, without the number of a share or of a second case. */
const objectOf = ({ key }: ParkedCase): string => key.split(':')[0]!;

/** What the provider has moved by hand of the lines of cases. */
function movedOf(s: Sim, cases: readonly ParkedCase[], currency: Currency): number {
  const ids = new Set(cases.flatMap((c) => c.lines.map((line) => line.split(':')[0]!)));
  let sum = 0;
  for (const id of ids) {
    // The rest of a suspended payment of which its bank keeps some is named by the payment.
    const payment = s.payments.find((p) => p.id === id);
    for (const one of payment ? suspendedLines(s, payment) : [id]) {
      const line = s.provider.world.get('balance_transaction', one);
      if (line.currency.toUpperCase() === currency) sum += line.amount;
    }
  }
  return sum;
}

/** The lines by which a suspended payment came, was refunded by hand, and was disputed until it ended. */
function suspendedLines(s: Sim, p: Payment): string[] {
  const charge = s.provider.world.get('charge', p.chargeId!);
  const taken = s.disputes
    .filter((d) => linesOf(s, p).some(({ id }) => id === d.paymentId))
    .flatMap((d) =>
      s.provider
        .retrieveDispute(bankDisputeOf(d.id))
        .balanceTransactions.filter(({ id }) => s.books.posted.has(`dispute:${d.id}:${id}`)),
    );
  return [charge.balance_transaction!, ...byHandLines(s, p), ...new Set(taken.map(({ id }) => id))];
}

/**
 * Payments that are not what was quoted and wait for a decision: what reached the balance, less what was refunded by hand and
 * what card banks have.
 */
export function suspendedIn(s: Sim, currency: Currency): number {
  let sum = 0;
  for (const p of suspendedOf(s)) {
    for (const d of s.disputes)
      if (d.withdrawn_currency === currency && linesOf(s, p).some(({ id }) => id === d.paymentId)) sum -= d.withdrawn;
    const charge = s.provider.world.get('charge', p.chargeId!);
    for (const id of [charge.balance_transaction!, ...byHandLines(s, p)]) {
      const line = s.provider.world.get('balance_transaction', id);
      if (line.currency.toUpperCase() === currency) sum += line.amount;
    }
  }
  return sum;
}

/** What waits for a decision of what was moved by hand: all that moved, less what was decided. */
export function byHandOf(s: Sim, currency: Currency): number {
  const decided = s.parkedDecisions.reduce(
    (sum, d) => sum + (d.state === 'done' && d.currency === currency ? d.amount : 0),
    0,
  );
  return movedOf(s, s.parked, currency) - decided;
}

/** What two staff members decided to be the platform's loss. */
export const lossByHand = (s: Sim): number =>
  s.parkedDecisions.reduce(
    (sum, d) => sum + (d.state === 'done' && d.way === 'platform' ? Math.max(-d.amount, 0) : 0),
    0,
  );

const PAYABLE: readonly MilestoneState[] = ['awaiting_funding', 'funding'];
const HOLDS_MONEY: readonly MilestoneState[] = ['funded', 'delivered', 'changes_requested', 'overdue', 'retention'];

/**
 * What was moved by hand is parked in shares that add up, held while its milestone has money, and kept only after an appeal;
 * what came otherwise than quoted holds no milestone that has money.
 */
export function judgeParked(s: Sim): void {
  for (const m of s.milestones)
    if (s.rules.holdsInEscrow(m.state) && m.holds.includes('recon_drift'))
      throw new Breach('deal.holds', `${m.seq} is held for a payment that cannot fund it`);
  for (const m of s.milestones)
    if (PAYABLE.includes(m.state) && !m.holds.includes('recon_drift'))
      for (const p of suspendedOf(s))
        if (linesOf(s, p).some(({ milestoneId }) => milestoneId === m.id))
          throw new Breach('deal.holds', `${m.seq} is not held although ${p.opId} waits for a decision`);
  for (const c of s.parked) {
    // It moved before its payment ended.
    if (c.key.endsWith(':rest')) continue;
    const shares = s.parked.filter((one) => objectOf(one) === objectOf(c));
    const booked = [...new Set(shares.flatMap((one) => one.lines))].reduce((sum, line) => {
      const legs = s.books.posted.get(`moved:${line}`)?.legs ?? [];
      return (
        sum +
        legs.reduce(
          (own, leg) => own + (leg.code === 'PSP_BAL' && leg.currency === s.deal.currency ? leg.debit - leg.credit : 0),
          0,
        )
      );
    }, 0);
    equal('parked.shares-add-up', `booked of ${c.key}`, booked, movedOf(s, shares, s.deal.currency));
    const m = s.milestones.find((one) => one.id === c.milestoneId);
    if (
      c.kind === 'provider_refund' &&
      c.outcome === null &&
      m &&
      HOLDS_MONEY.includes(m.state) &&
      !isOtherMoney(s, c.paymentId) &&
      s.provider.retrieveRefund(objectOf(c)).status === 'succeeded' &&
      !m.holds.includes('provider_refund')
    )
      throw new Breach('deal.holds', `${m.seq} is not held although ${c.key} was refunded by hand`);
  }
  for (const d of s.parkedDecisions) {
    const c = s.parked.find((one) => parkedIdOf(one) === d.key)!;
    if (d.state !== 'done' || d.way !== 'platform' || c.transfer === null) continue;
    const appealed = s.parkedDecisions.some((one) => one.key === d.key && one.state === 'appealed');
    const until = d.decidedAt.getTime() + 14 * 86_400_000;
    if (!appealed && (d.effectiveAt?.getTime() !== until || until > s.now))
      throw new Breach('parked.ruled', `${d.key} was kept before its payee could appeal`);
  }
}
