import type { MilestoneDto, TimelineEvent } from '../../../server/features/escrow/schema.ts';
import { releaseStops } from '../../../server/features/escrow/milestone/rules.ts';
import { isEarned } from '@/features/deals/deal-words.ts';

const OF_BANKS: readonly string[] = ['payment_disputed', 'dispute_won', 'dispute_lost'];

/**
 * The state of a card dispute about money that is the creator's; null without one, and while the money is held. `returned`: the
 * bank took it back for good, and it is not decided yet where the milestone's money goes.
 */
export function cardDisputeAfter(
  m: Pick<MilestoneDto, 'id' | 'state' | 'holds' | 'balances'>,
  timeline: readonly Pick<TimelineEvent, 'milestoneId' | 'type'>[],
): 'open' | 'lost' | 'returned' | null {
  const paid = m.state === 'released' || m.state === 'settled_split' || (isEarned(m.state) && !releaseStops(m.holds));
  if (m.holds.includes('card_dispute')) return paid ? 'open' : null;
  const last = timeline.findLast(({ milestoneId, type }) => milestoneId === m.id && OF_BANKS.includes(type));
  if (last?.type !== 'dispute_lost') return null;
  return paid ? 'lost' : m.balances.disputed > 0 && m.state !== 'refunding' && !isEarned(m.state) ? 'returned' : null;
}
