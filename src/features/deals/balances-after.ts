import type { MilestoneDto, TimelineEvent } from '../../../server/features/escrow/schema.ts';
import { releasedAtOnce, type ReleaseWait } from '@/components/deal/waiting-money.ts';

type Balances = Pick<TimelineEvent, 'held' | 'released' | 'refunded' | 'disputed'>;

/** The balances of a deal once the next deadline of this milestone has done what it does without an act of either side. */
export function balancesAfter(
  { held, released, refunded, disputed }: Balances,
  m: Pick<MilestoneDto, 'atZero' | 'amount' | 'rest' | 'cancelRequest' | 'live'>,
  wait: ReleaseWait | null,
): Balances {
  const leaves = (toCreator: number, toBrand: number): Balances => ({
    held: held - toCreator - toBrand,
    released: released + toCreator,
    refunded: refunded + toBrand,
    disputed,
  });
  switch (m.atZero) {
    case 'retention':
      return leaves(m.rest, 0);
    case 'release':
      return leaves(wait ? 0 : m.rest, 0);
    case 'auto_approve':
      return leaves(wait ? 0 : releasedAtOnce(m), 0);
    case 'refund':
      return leaves(0, m.rest);
    case 'cancel_answer': {
      const silent = m.cancelRequest?.silent;
      return silent?.outcome === 'cancel' ? leaves(silent.keeps, m.rest - silent.keeps) : leaves(0, 0);
    }
    default:
      return leaves(0, 0);
  }
}
