import { Breach, equal } from './books.ts';
import { isAbout } from './fraud.ts';
import { bankDisputeOf } from './joint.ts';
import { byHandOf, lossByHand, suspendedIn } from './judge-parked.ts';
import { otherOf } from './suspense.ts';
import { isOtherMoney } from './judge-disputes.ts';
import { DAY, type Dispute, type Payment, type Sim, type SimMilestone } from './state.ts';

/** What banks have taken of money that its milestone still holds, and no more than that with its fee and tax. */
export function coveredOf(s: Sim, m: SimMilestone): number {
  const { held, disputed } = s.books.of(m.id);
  const own = s.disputes.filter((d) => d.milestoneId === m.id && !isOtherMoney(s, d.paymentId));
  if (disputed === 0 || !own.some((d) => d.set_aside)) return 0;
  const taken = own.reduce((sum, d) => sum + s.books.balance('CARD_DISPUTE_HOLD', d.id, m.currency), 0);
  const fee = s.books.balance('FEE_DEFERRED', m.id, m.currency);
  return Math.min(taken, held + disputed + fee + Math.ceil((fee * s.deal.taxBps) / 10_000));
}

/** Approved work ended by fraud after its payee could appeal, or by a second ruling after the appeal. */
export function judgeFraud(s: Sim): void {
  for (const m of s.milestones) {
    if (m.refund_reason !== 'fraud') continue;
    const own = s.rulings.filter((r) => r.milestoneId === m.id);
    const ended = own.find(({ state }) => state === 'done');
    const could = ended?.effectiveAt
      ? ended.effectiveAt.getTime() >= ended.decidedAt.getTime() + 14 * DAY && ended.effectiveAt.getTime() <= s.now
      : own.some((r) => r.state === 'appealed' && r.key === ended?.key);
    if (!could) throw new Breach('deal.fraud-was-ruled', `${m.seq} ended by fraud before its payee could appeal`);
  }
}

/** Approved work was paid although its payment is disputed: out of the platform's own money, and not while fraud is suspected. */
export function judgeGuarantee(s: Sim, milestoneId: string): void {
  const ours = s.books.balance('PSP_BAL', '', s.deal.currency);
  const aside = s.milestones.reduce((sum, m) => sum + coveredOf(s, m), 0);
  const owed = s.books.liabilities() + s.books.total('FEE_DEFERRED');
  if (ours + aside < owed) throw new Breach('dispute.paid-by-float', `${ours + aside} for ${owed}`);
  for (const d of s.disputes) {
    if (d.milestoneId !== milestoneId || isOtherMoney(s, d.paymentId)) continue;
    if (s.provider.retrieveDispute(bankDisputeOf(d.id)).reason !== 'fraudulent') continue;
    const cases = s.cases.filter((c) => isAbout(c, d.id));
    if (d.state !== 'won' && (cases.length === 0 || cases.some((c) => c.open)))
      throw new Breach('dispute.fraud-waits', `${d.id} is suspected of fraud, and ${milestoneId} was paid`);
  }
}

/** The brand's new payments wait while its bank disputes one. */
export function judgeNewPayment(s: Sim): void {
  const disputed = s.disputes.find((d) => d.state === 'open');
  if (disputed) throw new Breach('act.allowed', `funded while a bank disputes ${disputed.id}`);
}

/** What the brand owes is what its debts come to, dispute by dispute, and what it has paid is booked or parked. */
function judgeDebts(s: Sim): void {
  const sum = (of: (d: Sim['debts'][number]) => number) => s.debts.reduce((total, d) => total + of(d), 0);
  const owed = sum((d) => d.amount - d.cancelled - d.paid - d.written_off);
  equal('ledger.debts-are-owed', 'what the brand owes', s.books.total('BRAND_RECEIVABLE'), owed);
  const loss = sum((d) => d.written_off - d.regained) + lossByHand(s);
  equal('ledger.debts-are-owed', 'what was written off', s.books.total('CHARGEBACK_LOSS'), loss);
  for (const d of s.debts) {
    const own = d.repaid <= d.paid && d.regained <= d.written_off;
    if (!own || d.cancelled + d.paid + d.written_off > d.amount || Math.min(d.cancelled, d.repaid, d.regained) < 0)
      throw new Breach('ledger.debts-are-owed', `the debt of ${d.disputeId} gave back more than it took`);
    if (s.disputes.find((one) => one.id === d.disputeId)?.state === 'won') {
      equal('ledger.debts-are-owed', `kept of ${d.disputeId}`, d.paid - d.repaid, 0);
      equal('ledger.debts-are-owed', `owed for ${d.disputeId}`, d.amount - d.cancelled - d.paid - d.written_off, 0);
    }
  }
  const paid = s.debtPayments.reduce((total, p) => total + (p.state === 'paid' ? p.amount - p.left : 0), 0);
  equal(
    'ledger.debts-are-owed',
    'paid of debts',
    sum((d) => d.paid - d.setOff),
    paid,
  );
  const parked = s.debtPayments.reduce((total, p) => total + (p.returned ? 0 : p.left), 0);
  for (const currency of [s.deal.currency, otherOf(s.deal.currency).currency]) {
    const waits = byHandOf(s, currency) + suspendedIn(s, currency) + (currency === s.deal.currency ? parked : 0);
    equal('ledger.suspense-is-empty', `${currency} for a decision`, s.books.balance('SUSPENSE', '', currency), waits);
  }
}

/** What a bank took is owed once: no refund waits for a decision while its brand owes as much of the same payment. */
function judgeSetOff(s: Sim): void {
  for (const r of s.refunds) {
    // A run that was interrupted goes on.
    if (r.state !== 'failed' || s.runs.length > 0 || (s.retries.get(r.milestoneId)?.length ?? 0) > 0) continue;
    if (s.refundDecisions.has(`${r.opId}:${s.operations.get(r.opId)?.attempt}`)) continue;
    const owed = s.debts
      .filter((d) => s.disputes.some((one) => one.id === d.disputeId && one.paymentId === r.paymentId))
      .reduce((sum, d) => sum + d.amount - d.cancelled - d.paid - d.written_off, 0);
    if (owed >= r.amount)
      throw new Breach('deal.bank-refunds-count-once', `${r.opId} is owed, and its brand owes ${owed} of its payment`);
  }
}

/** What a bank took back for good counts once: as what goes back to the brand, or as what it owes. */
export function judgeBankRefunds(s: Sim): void {
  judgeDebts(s);
  judgeSetOff(s);
  for (const m of s.milestones) {
    const all = s.disputes.filter((d) => d.milestoneId === m.id && d.state === 'lost' && !d.set_aside);
    const isOwed = (d: Dispute) => !d.suspended;
    const ids = new Set(all.map((d) => d.id));
    const took = (disputes: readonly Dispute[]) => disputes.reduce((sum, d) => sum + d.withdrawn - d.returned, 0);
    const booked = s.debts.reduce(
      (sum, d) => sum + (ids.has(d.disputeId) ? d.amount - d.cancelled - d.repaid - d.regained : 0),
      0,
    );
    // Money in suspense was never used: nothing of it is owed.
    equal('deal.bank-refunds-count-once', `lost of ${m.seq} and not returned`, booked, took(all.filter(isOwed)));
    const lost = all.filter((d) => !isOtherMoney(s, d.paymentId));
    const debt = took(lost);
    if (m.state !== 'refunded' || m.refund_reason !== 'charged_back' || m.released_parts > 0) continue;
    const back = s.refunds.reduce(
      (sum, r) => sum + (r.milestoneId === m.id && !['debt_repaid', 'late_payment'].includes(r.reason) ? r.amount : 0),
      0,
    );
    // A bank that took it again has the brand owe it, which has its refund.
    const reclaimed = s.refunds.reduce(
      (sum, r) => sum + (r.milestoneId === m.id && (r.beforeLoss || r.opId.includes(':charged_back:')) ? r.amount : 0),
      0,
    );
    if (debt > reclaimed)
      throw new Breach('deal.bank-refunds-count-once', `the brand owes ${debt} for ${m.seq}, which ended without work`);
    const late = (p: Payment) => s.refunds.some((r) => r.paymentId === p.id && r.reason === 'late_payment');
    const paid = s.payments.find((p) => p.milestoneId === m.id && p.state === 'refunded' && !late(p))?.total ?? 0;
    equal(
      'deal.bank-refunds-count-once',
      `what went back for ${m.seq}`,
      back + lost.reduce((sum, d) => sum + d.returned, 0),
      paid,
    );
  }
}
