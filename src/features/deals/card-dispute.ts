import type { MilestoneDto, TimelineEvent } from '../../../server/features/escrow/schema.ts';

/** The state of a card dispute about money that was released; null without one, and while the money is held. */
export function cardDisputeAfter(
  m: Pick<MilestoneDto, 'id' | 'state' | 'holds'>,
  timeline: readonly Pick<TimelineEvent, 'milestoneId' | 'type'>[],
): 'open' | 'lost' | null {
  if (!m.holds.includes('card_dispute') || (m.state !== 'released' && m.state !== 'settled_split')) return null;
  const last = timeline.findLast(
    ({ milestoneId, type }) => milestoneId === m.id && (type === 'payment_disputed' || type === 'dispute_lost'),
  );
  return last?.type === 'dispute_lost' ? 'lost' : 'open';
}
