import type { MilestoneState } from '../../../server/features/escrow/schema.ts';

/** Words that both sides read where neither prepares nor reviews: `content:roomStatus.<word>`. */
export type RoomStatus = 'disputed' | 'cancelRequested' | 'divided';
/** Words of the brand, `content:after.<word>`. */
type BrandWord = 'waitFunding' | 'waitWork' | 'waitChanges' | 'overdue' | 'approved' | 'released' | 'refunded' | 'void';
/** Words of the creator, `content:submit.after.<word>`; null while a version can be prepared. */
type CreatorWord = 'inReview' | 'approved' | 'released' | 'ended' | 'notFunded';

type Words = { both: RoomStatus } | { brand: BrandWord; creator: CreatorWord | null };

const NOT_FUNDED = { brand: 'waitFunding', creator: 'notFunded' } as const;
const APPROVED = { brand: 'approved', creator: 'approved' } as const;
const REFUNDED = { brand: 'refunded', creator: 'ended' } as const;
const DIVIDED = { both: 'divided' } as const;

/** What the review room says in each state of the milestone; a live post has words of its own, with those of its deal. */
export const ROOM_STATUS = {
  proposed: NOT_FUNDED,
  awaiting_funding: NOT_FUNDED,
  funding: NOT_FUNDED,
  funded: { brand: 'waitWork', creator: null },
  // The brand decides: its words are those of the decision.
  delivered: { brand: 'waitWork', creator: 'inReview' },
  changes_requested: { brand: 'waitChanges', creator: null },
  overdue: { brand: 'overdue', creator: null },
  cancel_requested: { both: 'cancelRequested' },
  disputed: { both: 'disputed' },
  settling: DIVIDED,
  settled_split: DIVIDED,
  approved: APPROVED,
  auto_approved: APPROVED,
  awaiting_live: APPROVED,
  retention: APPROVED,
  clearing: APPROVED,
  releasing: APPROVED,
  released: { brand: 'released', creator: 'released' },
  refunding: REFUNDED,
  refunded: REFUNDED,
  void: { brand: 'void', creator: 'ended' },
} as const satisfies Record<MilestoneState, Words>;
