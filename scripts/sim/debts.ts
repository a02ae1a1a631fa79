import type { ErrorCode } from '../../server/core/errors.ts';
import type { OrgRole } from '../../server/context.ts';
import type { Post } from '../../server/features/ledger/service.ts';
import { PAYMENT_PAGE_MS, PAYMENT_SETTLE_MS } from '../../server/features/escrow/timers/rules.ts';
import { roleMay } from '../../server/features/orgs/rules.ts';
import type { DebtSums } from '../../server/features/payments/debts/rules.ts';
import { settleParked } from './parked.ts';
import { decisionOf, finish, refundsOf } from './finish.ts';
import { claim, moveOperation, settle, signal } from './moves.ts';
import { IDS, nowOf, type Dispute, type Refund, type Sim, type SimMilestone } from './state.ts';

/** What the brand owes of one lost dispute, or of the case of a refund made by hand, which it then names. */
export interface Debt extends DebtSums {
  disputeId: string;
  milestoneId: string;
  /** Of what was paid, what was set off against a refund. */
  setOff: number;
}
/** A payment of all that the brand owes. */
export interface DebtPayment {
  id: string;
  opId: string;
  amount: number;
  state: 'open' | 'paid' | 'expired';
  sessionId: string;
  expiresAt: Date;
  /** More than was owed when it arrived: parked until staff return it by bank. */
  left: number;
  /** The brand has it back. */
  returned: boolean;
}
export interface WriteOff {
  disputeId: string;
  amount: number;
  open: boolean;
}

export const debtPaymentIdOf = (n: number): string => `00000000-0000-7000-8000-00000000d00${n}`;
export const parkedCaseIdOf = (n: number): string => `00000000-0000-7000-8000-00000000ca${String(n).padStart(2, '0')}`;

const debtOf = (s: Sim, disputeId: string): Debt | undefined => s.debts.find((d) => d.disputeId === disputeId);
/** A refund about the same work did not go through: until staff have decided about it, the debt is not requested. */
const waits = (s: Sim, d: Debt): boolean =>
  s.refunds.some((r) => r.milestoneId === d.milestoneId && r.state === 'failed');
export const owedTotal = (s: Sim): number =>
  s.debts.reduce((sum, d) => sum + (waits(s, d) ? 0 : s.rules.debts.owedOf(d)), 0);

/** `bookLoss` of the product: P16 of a lost dispute, what of it is not booked yet, and what is set off against it. */
export function lossOf(s: Sim, row: SimMilestone, lost: Dispute): Post[] {
  const debt = debtOf(s, lost.id);
  const amount = s.rules.cardDisputes.unbookedLoss(lost, debt);
  if (amount <= 0) return [];
  const before = debt?.amount ?? 0;
  if (debt) debt.amount += amount;
  else
    s.debts.push({
      disputeId: lost.id,
      milestoneId: row.id,
      amount,
      cancelled: 0,
      paid: 0,
      written_off: 0,
      repaid: 0,
      regained: 0,
      setOff: 0,
    });
  const settled = setOff(s, row);
  const money = { disputeId: lost.id, currency: lost.withdrawn_currency!, amount, fee: 0 };
  return [
    { ...s.rules.postings.disputeLost(row.brand_org, money), opId: s.rules.cardDisputes.lossId(lost.id, before) },
    ...settled,
  ];
}

/** What the brand owes of the disputes of one payment, as far as it is owed. */
export const owedOfPayment = (s: Sim, paymentId: string): Debt[] =>
  s.debts.filter(
    (d) =>
      s.rules.debts.owedOf(d) > 0 && s.disputes.some((one) => one.id === d.disputeId && one.paymentId === paymentId),
  );

/** `setOff` of the product: a refund that did not go through and as much that its brand owes of the same payment end. */
export function setOff(s: Sim, row: SimMilestone): Post[] {
  const posts: Post[] = [];
  for (const r of refundsOf(s, row.id)) {
    if (r.state !== 'failed' || decisionOf(s, r) !== null) continue;
    const owed = owedOfPayment(s, r.paymentId).map((d) => ({ id: d.disputeId, ...d }));
    const shares = s.rules.debts.setOffShares(owed, r.amount);
    if (shares.length === 0) continue;
    const waits = !s.rules.isTerminal(row.state);
    r.state = 'by_bank';
    moveOperation(s, r.opId, ['failed'], 'done');
    finish(s, row, r, 'card_bank');
    for (const { debt, amount } of shares) {
      const known = debtOf(s, debt.id)!;
      known.paid += amount;
      known.setOff += amount;
      posts.push({ ...s.rules.contests.refundSetOff({ ...r, amount }), opId: `${r.opId}:set_off:${debt.id}` });
    }
    if (waits) signal(s, row.id, 'set_off');
  }
  return posts;
}

/** `recovered` of the product: what a lost dispute gave back. Changes `next.returned`. */
export function recovered(s: Sim, row: SimMilestone, before: Dispute | undefined, next: Dispute): Post[] {
  const { rules } = s;
  const amount = rules.cardDisputes.backAfterLoss(before, next);
  if (!before || amount === 0 || !next.withdrawn_currency) return [];
  const { owed, returned } = rules.cardDisputes.splitRecovered(before, amount);
  const debt = owed > 0 ? debtOf(s, next.id) : undefined;
  const shares = debt ? rules.debts.shareReturned(debt, owed) : { cancelled: 0, repaid: 0, regained: 0 };
  const step = debt ? `${rules.debts.lostOf(debt) - owed}:${debt.amount}` : '';
  if (debt) for (const sum of ['cancelled', 'repaid', 'regained'] as const) debt[sum] += shares[sum];
  const currency = next.withdrawn_currency;
  const posts: Post[] = [];
  if (shares.cancelled > 0)
    posts.push({
      ...rules.contests.disputeRecovered(row.brand_org, {
        disputeId: next.id,
        currency,
        amount: shares.cancelled,
        fee: 0,
      }),
      opId: `dispute:${next.id}:recovered:${step}`,
    });
  if (shares.regained > 0)
    posts.push({
      ...rules.contests.lossRegained(next.id, currency, shares.regained),
      opId: `dispute:${next.id}:regained:${step}`,
    });
  for (const [sum, reason, last] of [
    [returned, 'charged_back', next.withdrawn],
    [shares.repaid, 'debt_repaid', step],
  ] as const) {
    if (sum === 0) continue;
    const key = `${next.id}:${reason}:${last}`;
    const back = { disputeId: next.id, paymentId: next.paymentId, brandOrg: row.brand_org, currency, amount: sum };
    posts.push(
      { ...rules.contests.disputeReclaimed(back), opId: `dispute:${key}` },
      claimReclaimed(s, row, next.paymentId, { amount: sum, reason, key }),
    );
  }
  next.returned = before.returned - returned;
  return posts;
}

/** The brand is refunded by the platform what its bank took back again. */
function claimReclaimed(
  s: Sim,
  row: SimMilestone,
  paymentId: string,
  { amount, reason, key }: { amount: number; reason: 'charged_back' | 'debt_repaid'; key: string },
): Post {
  const { attempt } = s.payments.find((p) => p.id === paymentId)!;
  const refund: Refund = {
    opId: `refund:${row.id}:${attempt}:${key}`,
    paymentId,
    brandOrg: row.brand_org,
    amount,
    currency: row.currency,
    milestoneId: row.id,
    reason,
    state: 'claimed',
    providerId: null,
    createdAt: nowOf(s),
  };
  claim(s, refund.opId);
  s.refunds.push(refund);
  signal(s, row.id, 'refund');
  return { ...s.rules.postings.refundClaimed(refund), opId: `${refund.opId}:a1:claim` };
}

/** `payDebts` of the product: opens a page for all that is owed, or finds the one that is open. Answers the refusal, or null. */
export function payDebts(s: Sim, role: OrgRole): ErrorCode | null {
  if (!roleMay(role, 'escrow.fund')) return 'auth.not_allowed';
  if (s.debtPayments.some((p) => p.state === 'open')) return null;
  const owed = owedTotal(s);
  if (owed === 0) return 'payment.nothing_owed';
  if (!s.rules.debts.isPayable(owed, s.deal.currency)) return 'payment.debt_too_small';
  const amount = s.rules.debts.chargeable(owed, s.deal.currency);
  const id = debtPaymentIdOf(s.debtPayments.length + 1);
  const opId = `debt:${id}`;
  const expiresAt = new Date(s.now + PAYMENT_PAGE_MS);
  const op = claim(s, opId);
  const page = s.provider.createCheckout({
    opId,
    idempotencyKey: op.idempotency_key,
    currency: s.deal.currency,
    amount,
    lines: [{ label: 'Owed', amount }],
    customerEmail: 'brand@example.com',
    successUrl: 'https://sponsio.example/debts',
    cancelUrl: 'https://sponsio.example/debts',
    transferGroup: opId,
    metadata: { debt_payment_id: id },
    locale: 'en',
    expiresAt,
  });
  settle(s, opId, 'done');
  s.debtPayments.push({
    id,
    opId,
    amount,
    state: 'open',
    sessionId: page.sessionId,
    expiresAt,
    left: 0,
    returned: false,
  });
  return null;
}

/** `confirmDebtPayment` of the product. Answers whether it is over. */
export function confirmDebt(s: Sim, id: string): boolean {
  const p = s.debtPayments.find((one) => one.id === id);
  if (!p || p.state === 'paid') return true;
  const over = p.expiresAt.getTime() <= s.now;
  let page = s.provider.retrieveCheckout(p.sessionId);
  if (page.status === 'open' && over) page = s.provider.expireCheckout(p.sessionId);
  if (page.status === 'expired') {
    p.state = 'expired';
    return true;
  }
  if (page.status === 'open' || !page.paymentIntentId) return false;
  const made = s.provider.retrievePayment(page.paymentIntentId);
  if (made.status !== 'succeeded' || !made.settled || !made.balanceTransactionId) return false;
  p.state = 'paid';
  const owed = s.debts
    .filter((d) => s.rules.debts.owedOf(d) > 0)
    .toSorted((a, b) => Number(waits(s, a)) - Number(waits(s, b)))
    .map((d) => ({ id: d.disputeId, ...d }));
  const { shares, left } = s.rules.debts.sharePayment(owed, made.amountReceived);
  for (const { debt, amount } of shares) debtOf(s, debt.id)!.paid += amount;
  p.left = left;
  const { currency } = s.deal;
  const { fee } = made.settled;
  s.books.post([
    {
      ...s.rules.contests.debtPaid(IDS.brand, currency, { paid: made.amountReceived - left, left }),
      opId: p.opId,
      providerRef: made.balanceTransactionId,
    },
    ...(fee > 0 ? [{ ...s.rules.postings.providerFeePosting(currency, fee), opId: `${p.opId}:fee` }] : []),
  ]);
  return true;
}

/** Two staff members decide that the brand's oldest debt is written off; it is booked with the next sweep. */
export function writeOff(s: Sim): boolean {
  const debt = s.debts.find((d) => s.rules.debts.owedOf(d) > 0);
  if (!debt || s.writeOffs.some((w) => w.open && w.disputeId === debt.disputeId)) return false;
  s.writeOffs.push({ disputeId: debt.disputeId, amount: s.rules.debts.owedOf(debt), open: true });
  return true;
}

/** Two staff members paid the brand by bank what it had paid too much. */
export function returnTooMuch(s: Sim): boolean {
  const p = s.debtPayments.find((one) => one.left > 0 && !one.returned);
  if (!p) return false;
  // The decision is booked with the others that are open.
  settleParked(s);
  p.returned = true;
  s.books.post([
    {
      ...s.rules.postings.parkedSettled(s.deal.currency, p.left, { to: 'paid_by_bank', brandOrg: IDS.brand }),
      opId: `parked:${parkedCaseIdOf(s.debtPayments.indexOf(p) + 1)}`,
    },
  ]);
  return true;
}

/** What the sweep does of them: decisions of staff, and pages that have ended without a report. */
export function sweepDebts(s: Sim): void {
  for (const w of s.writeOffs.filter(({ open }) => open)) {
    w.open = false;
    const debt = debtOf(s, w.disputeId)!;
    if (s.rules.debts.owedOf(debt) !== w.amount) continue;
    debt.written_off += w.amount;
    const n = s.writeOffs.indexOf(w) + 1;
    s.books.post([
      {
        ...s.rules.contests.debtWrittenOff(IDS.brand, s.deal.currency, w.amount),
        opId: `debt:${w.disputeId}:written_off:${n}`,
      },
    ]);
  }
  for (const p of s.debtPayments)
    if (p.state === 'open' && p.expiresAt.getTime() < s.now - PAYMENT_SETTLE_MS) confirmDebt(s, p.id);
}
