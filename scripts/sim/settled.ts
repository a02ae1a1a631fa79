import { endDealIfOver, event, fundingPayments, move } from './moves.ts';
import { nowOf, type Sim, type SimMilestone } from './state.ts';

/** Ends a settlement whose legs are both done. */
export function finishSettlement(s: Sim, row: SimMilestone): void {
  if (row.state !== 'settling') return;
  const back = s.refunds.filter((r) => r.milestoneId === row.id && r.reason === 'settled');
  const legs = s.transfers.filter((t) => t.milestoneId === row.id);
  if (!back.every((r) => s.rules.isOver(r)) || legs.some((t) => t.leg === 'creator' && t.state !== 'sent')) return;
  const now = nowOf(s);
  const kept = row.settled_kept ?? 0;
  const [payment] = fundingPayments(s, row.id);
  const returned = row.charged_back_at
    ? s.rules.settlementAt(payment!, { before: row.released_parts, kept }, row.currency).back.total
    : back.reduce((sum, r) => sum + r.amount, 0);
  if (row.refund_reason === null) {
    move(s, row, 'settleForCreator', { released_at: now, deadline_at: null });
    event(s, row, 'released', { amount: kept });
  } else if (legs.length === 0) {
    move(s, row, 'settleForBrand', { refunded_at: now, deadline_at: null });
    event(s, row, 'refunded', { amount: returned });
  } else {
    move(s, row, 'finishSplit', { released_at: now, refunded_at: now, deadline_at: null });
    event(s, row, 'settled_split', { amount: kept });
  }
  endDealIfOver(s);
}
