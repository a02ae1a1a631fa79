import type { Post } from '../../server/features/ledger/service.ts';
import type { Settlement } from '../../server/features/escrow/refund/rules.ts';
import { lossOf } from './debts.ts';
import { coverOf, reservedFees, surplusOf, unearnedOf } from './guarantee.ts';
import { disputesOf, event, putOnHold, takeOffHold } from './moves.ts';
import type { Sim, SimMilestone } from './state.ts';

export interface Netted {
  byBank: number;
  posts: Post[];
}

/** `netBank` of the product: what a bank returned for good counts for what goes back to the brand. Null: it waits for the float. */
export function netBank(
  s: Sim,
  row: SimMilestone,
  { back, kept, paymentId }: Settlement & { paymentId: string },
): Netted | null {
  const nothing = { byBank: 0, posts: [] };
  if (row.charged_back_at === null) return nothing;
  const all = disputesOf(s, row.id).filter((d) => d.state === 'lost' && d.withdrawn > 0);
  if (!all.some((d) => d.set_aside)) return nothing;
  const netted = s.rules.cardDisputes.netDisputes(all, { back: back.total, currency: row.currency });
  const byBank = netted.reduce((sum, one) => sum + one.returned, 0);
  const paid = kept.price + unearnedOf(s, row);
  if (paid > 0) {
    const uncovered = Math.max(0, coverOf(s, row) - byBank);
    if (uncovered > 0 && !s.rules.floatSuffices(surplusOf(s) - reservedFees(s), uncovered)) {
      if (putOnHold(s, row, 'float_short')) event(s, row, 'release_waits', { amount: paid });
      return null;
    }
  }
  takeOffHold(s, row, 'float_short');
  const posts: Post[] = [];
  for (const { dispute, returned, owed } of netted) {
    if (returned > 0)
      posts.push({
        ...s.rules.disputeRefunded({
          disputeId: dispute.id,
          paymentId,
          brandOrg: row.brand_org,
          currency: row.currency,
          amount: returned,
        }),
        opId: `dispute:${dispute.id}:refunded:${row.version}`,
      });
    if (owed > 0) posts.push(...lossOf(s, row, { ...dispute, returned }));
    Object.assign(dispute, { set_aside: false, returned });
  }
  return { byBank, posts };
}
