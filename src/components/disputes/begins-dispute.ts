import type { TimelineEvent } from '../../../server/features/escrow/schema.ts';

/** A dispute of a milestone begins with it: opened by a side, or with the decision of staff to end the milestone. */
export const beginsDispute = ({ type }: Pick<TimelineEvent, 'type'>): boolean =>
  type === 'dispute_opened' || type === 'terminated';
