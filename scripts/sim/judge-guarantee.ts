import { Breach, equal } from './books.ts';
import type { Sim, SimMilestone } from './state.ts';

/** What banks have taken of money that its milestone still holds, and no more than that with its fee and tax. */
export function coveredOf(s: Sim, m: SimMilestone): number {
  const { held, disputed } = s.books.of(m.id);
  const own = s.disputes.filter((d) => d.milestoneId === m.id);
  if (disputed === 0 || !own.some((d) => d.set_aside)) return 0;
  const taken = own.reduce((sum, d) => sum + s.books.balance('CARD_DISPUTE_HOLD', d.id, m.currency), 0);
  const fee = s.books.balance('FEE_DEFERRED', m.id, m.currency);
  return Math.min(taken, held + disputed + fee + Math.ceil((fee * s.deal.taxBps) / 10_000));
}

/** Approved work was paid although its payment is disputed: out of the platform's own money, and not while fraud is suspected. */
export function judgeGuarantee(s: Sim, milestoneId: string): void {
  const ours = s.books.balance('PSP_BAL', '', s.deal.currency);
  const aside = s.milestones.reduce((sum, m) => sum + coveredOf(s, m), 0);
  const owed = s.books.liabilities() + s.books.total('FEE_DEFERRED');
  if (ours + aside < owed) throw new Breach('dispute.paid-by-float', `${ours + aside} for ${owed}`);
  for (const d of s.disputes) {
    if (d.milestoneId !== milestoneId || s.provider.retrieveDispute(d.id).reason !== 'fraudulent') continue;
    if (d.state !== 'won' && s.cases.find((c) => c.kind === 'fraud_warning' && c.key === d.id)?.open !== false)
      throw new Breach('dispute.fraud-waits', `${d.id} is suspected of fraud, and ${milestoneId} was paid`);
  }
}

/** The brand's new payments wait while its bank disputes one. */
export function judgeNewPayment(s: Sim): void {
  const disputed = s.disputes.find((d) => d.state === 'open');
  if (disputed) throw new Breach('act.allowed', `funded while a bank disputes ${disputed.id}`);
}

/** What a bank took back for good counts once: as what goes back to the brand, or as what it owes. */
export function judgeBankRefunds(s: Sim): void {
  let owed = 0;
  for (const m of s.milestones) {
    const lost = s.disputes.filter((d) => d.milestoneId === m.id && d.state === 'lost' && !d.set_aside);
    const debt = lost.reduce((sum, d) => sum + d.withdrawn - d.returned, 0);
    owed += debt;
    if (m.state !== 'refunded' || m.refund_reason !== 'charged_back' || m.released_parts > 0) continue;
    equal('deal.bank-refunds-count-once', `the brand owes for ${m.seq}, which ended without work`, debt, 0);
    const back = s.refunds.reduce((sum, r) => sum + (r.milestoneId === m.id ? r.amount : 0), 0);
    const paid = s.payments.find((p) => p.milestoneId === m.id && p.state === 'refunded')?.total ?? 0;
    equal(
      'deal.bank-refunds-count-once',
      `what went back for ${m.seq}`,
      back + lost.reduce((sum, d) => sum + d.returned, 0),
      paid,
    );
  }
  equal('deal.bank-refunds-count-once', 'what the brand owes', s.books.total('BRAND_RECEIVABLE'), owed);
}
