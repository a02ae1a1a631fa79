import { EXPECTED_FEE_BPS } from '../../server/features/payments/rules.ts';
import type { Post } from '../../server/features/ledger/service.ts';
import type { Covered } from '../../server/features/escrow/release/release.ts';
import { lossOf } from './debts.ts';
import { disputesOf, event, putOnHold, signal, takeOffHold } from './moves.ts';
import type { Dispute, Sim, SimMilestone } from './state.ts';

/** What card banks have taken of a milestone and what still counts for clients' money: no more than it holds. */
export function coverOf(s: Sim, row: Pick<SimMilestone, 'id' | 'currency'>): number {
  const disputes = disputesOf(s, row.id);
  if (!disputes.some((d) => d.set_aside)) return 0;
  const taken = disputes.reduce((sum, d) => sum + s.books.balance('CARD_DISPUTE_HOLD', d.id, row.currency), 0);
  const { held, disputed } = s.books.of(row.id);
  const fee = s.books.balance('FEE_DEFERRED', row.id, row.currency);
  const payment = s.payments.find((p) => p.milestoneId === row.id && s.rules.holdsMoney(p.state));
  const tax = payment && payment.fee > 0 ? Math.ceil((payment.tax * fee) / payment.fee) : 0;
  return Math.min(taken, held + disputed + fee + tax);
}

/** Of the parts, what the books do not have yet. */
export const unearnedOf = (s: Sim, row: Pick<SimMilestone, 'id'>): number =>
  s.parts.reduce((sum, p) => sum + (p.milestoneId === row.id && !p.earned ? p.amount : 0), 0);

/** The platform's own money at the provider: what is there beyond clients' money, fees that were not earned, and parked money. */
export const surplusOf = (s: Sim): number =>
  s.books.balance('PSP_BAL', '', s.deal.currency) +
  s.milestones.reduce((sum, row) => sum + coverOf(s, row), 0) -
  s.books.liabilities() -
  s.books.total('FEE_DEFERRED') -
  Math.max(s.books.balance('SUSPENSE', '', s.deal.currency), 0);

/** What is reserved for the provider's fees of payments that are open. */
export const reservedFees = (s: Sim): number =>
  s.payments
    .filter((p) => s.rules.isActive(p.state))
    .reduce((sum, p) => sum + Math.ceil((p.total * EXPECTED_FEE_BPS) / 10_000), 0);

/** `cover` of the product: approved work is paid although its payment is disputed, where the float suffices. False: it waits. */
export function cover(s: Sim, row: SimMilestone, what: Covered): boolean {
  if (!row.holds.includes('card_dispute') && row.charged_back_at === null) return true;
  const disputes = disputesOf(s, row.id).filter((d) => d.state !== 'won' && d.withdrawn > 0);
  const waiting = s.transfers.filter((t) => t.milestoneId === row.id && t.state === 'waiting');
  const amount =
    what === 'transfers'
      ? waiting.reduce((sum, t) => sum + t.amount, 0)
      : unearnedOf(s, row) + (what === 'rest' ? s.rules.restOf(row) : 0);
  if (amount === 0) return true;
  if (disputes.length === 0) {
    takeOffHold(s, row, 'float_short');
    return true;
  }
  const aside = what === 'transfers' ? undefined : disputes.find((d) => d.set_aside);
  if (!s.rules.floatSuffices(surplusOf(s) - reservedFees(s), aside ? coverOf(s, row) : 0)) {
    if (putOnHold(s, row, 'float_short')) event(s, row, 'release_waits', { amount });
    return false;
  }
  takeOffHold(s, row, 'float_short');
  if (aside) guarantee(s, row, { aside, disputes, what, amount });
  return true;
}

interface Guaranteed {
  aside: Dispute;
  disputes: readonly Dispute[];
  what: Covered;
  amount: number;
}

function guarantee(s: Sim, row: SimMilestone, { aside, disputes, what, amount }: Guaranteed): void {
  event(s, row, 'paid_despite_dispute', { amount, change: { held: amount, disputed: -amount } });
  aside.set_aside = what !== 'rest';
  const posts: Post[] = [
    {
      ...s.rules.postings.disputeGuaranteed(s.rules.booksOf(row, ''), amount),
      opId: `dispute:${aside.id}:guaranteed:${row.version}${what === 'rest' ? '' : ':parts'}`,
    },
  ];
  for (const lost of what === 'rest' ? disputes : [])
    if (lost.state === 'lost' && s.rules.cardDisputes.owedByBrand(lost, [])) posts.push(...lossOf(s, row, lost));
  s.books.post(posts);
}

/** `ensureFloat` of the product. */
export function topUp(s: Sim, amount: number): void {
  const opId = `float:${s.now}`;
  const made = s.provider.createTopUp({
    opId,
    idempotencyKey: `${opId}:a1`,
    amount,
    currency: s.deal.currency,
    description: 'Platform float',
  });
  s.books.post([
    { ...s.rules.postings.floatTopUp(s.deal.currency, amount), opId, providerRef: made.balanceTransactionId },
  ]);
  for (const row of s.milestones) if (row.holds.includes('float_short')) signal(s, row.id, 'hold_cleared');
}
