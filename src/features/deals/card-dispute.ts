import type { MilestoneDto, TimelineEvent } from '../../../server/features/escrow/schema.ts';
import { releaseStops } from '../../../server/features/escrow/milestone/rules.ts';
import { isEarned } from '@/features/deals/deal-words.ts';

/** The state of a card dispute about money that is the creator's; null without one, and while the money is held. */
export function cardDisputeAfter(
  m: Pick<MilestoneDto, 'id' | 'state' | 'holds'>,
  timeline: readonly Pick<TimelineEvent, 'milestoneId' | 'type'>[],
): 'open' | 'lost' | null {
  const paid = m.state === 'released' || m.state === 'settled_split' || (isEarned(m.state) && !releaseStops(m.holds));
  if (!m.holds.includes('card_dispute') || !paid) return null;
  const last = timeline.findLast(
    ({ milestoneId, type }) => milestoneId === m.id && (type === 'payment_disputed' || type === 'dispute_lost'),
  );
  return last?.type === 'dispute_lost' ? 'lost' : 'open';
}
