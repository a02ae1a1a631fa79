import type { Post } from '../../server/features/ledger/service.ts';
import { CLAIM_LIMIT_MS } from '../../server/features/escrow/timers/rules.ts';
import { claim, event, fundingPayments, holdForStaff, move, signal } from './moves.ts';
import { netBank, type Netted } from './netting.ts';
import { earnParts, nextPart, prepareTransfers, releasePost } from './release.ts';
import { finishSettlement } from './settled.ts';
import { nowOf, type Payment, type Refund, type Sim, type SimMilestone } from './state.ts';

/** `claimSettlement` of the product: `kept` of all that is held to the creator, the rest back to the brand. */
export function claimSettlement(s: Sim, row: SimMilestone, kept: number): void {
  holdForStaff(s, row);
  if (s.rules.withoutShortage(row.holds).length > 0 || s.stopped) return;
  const [payment] = fundingPayments(s, row.id);
  const parts = { before: row.released_parts, kept };
  const settlement = s.rules.settlementAt(payment!, parts, row.currency);
  const netted = netBank(s, row, { ...settlement, paymentId: payment!.id });
  if (!netted) return;
  const earned = earnParts(s, row);
  const { disputed } = s.books.of(row.id);
  const amount = s.rules.restOf(row);
  move(s, row, 'claimSettlement', {
    settled_kept: kept,
    refund_reason: amount > kept ? 'settled' : null,
    deadline_at: new Date(s.now + CLAIM_LIMIT_MS),
  });
  event(s, row, 'settlement_started', {
    amount,
    change: { held: disputed - amount, disputed: -disputed, released: kept, refunded: settlement.back.price },
  });
  const books = s.rules.booksOf(row, s.deal.taxCountry);
  const posts: Post[] = [];
  if (disputed > 0)
    posts.push({ ...s.rules.contested('contest_closed', books, disputed), opId: `settle:${row.id}:free` });
  posts.push(...earned);
  if (kept > 0) {
    const shares = s.rules.settledShares(parts, row.agency_org ? row.commission_bps : 0, row.currency);
    const { n } = nextPart(s, row, kept);
    const claims = prepareTransfers(s, row, shares, { n });
    posts.push(releasePost(s, row, { ...shares, fee: settlement.kept.fee }, n), ...claims);
  }
  posts.push(...claimBrandsLeg(s, row, payment!, settlement.back, netted));
  signal(s, row.id, 'settled');
  s.books.post(posts);
  finishSettlement(s, row);
}

function claimBrandsLeg(
  s: Sim,
  row: SimMilestone,
  payment: Payment,
  back: ReturnType<Sim['rules']['settlementAt']>['back'],
  netted: Netted,
): Post[] {
  // Nothing goes back: what its bank took the brand owes.
  if (back.total === 0) return netted.posts;
  const refund: Refund = {
    opId: `refund:${row.id}:${payment.attempt}`,
    paymentId: payment.id,
    brandOrg: row.brand_org,
    amount: back.total - netted.byBank,
    currency: row.currency,
    milestoneId: row.id,
    reason: 'settled',
    state: 'claimed',
    providerId: null,
    createdAt: nowOf(s),
  };
  const byBank = refund.amount === 0;
  if (payment.state === 'paid')
    Object.assign(payment, { state: byBank ? 'refunded' : 'refunding', version: payment.version + (byBank ? 2 : 1) });
  const posts: Post[] = [
    {
      ...s.rules.postings.refundDecided(s.rules.booksOf(row, s.deal.taxCountry), back, payment.id),
      opId: `${refund.opId}:decide`,
    },
    ...netted.posts,
  ];
  if (byBank) return posts;
  claim(s, refund.opId);
  s.refunds.push(refund);
  return [...posts, { ...s.rules.postings.refundClaimed(refund), opId: `${refund.opId}:a1:claim` }];
}
