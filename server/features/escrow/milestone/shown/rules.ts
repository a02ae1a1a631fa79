import type { MilestoneState } from '../../schema.ts';

export const MONEY_STATES = [
  'awaiting',
  'held',
  'review',
  'changes',
  'approved',
  'releasing',
  'released',
  'disputed',
  'refunded',
  'unknown',
] as const;
/** The state of money; the parts of the escrow bar say where it is. */
export type MoneyState = (typeof MONEY_STATES)[number];

export type MilestoneWord =
  | 'proposed'
  | 'funding'
  | 'overdue'
  | 'clearing'
  | 'refunding'
  | 'void'
  | 'autoApproved'
  | 'settling'
  | 'settledSplit'
  | 'terminated'
  | 'awaitingLive'
  | 'retention';

/** The state of a milestone as it is named: what staff ended is disputed by neither side. */
export type ShownState = MilestoneState | 'terminated';

/** `refundOpen`: money of it is on its way back to the brand. */
export const shownState = (m: { state: MilestoneState; terminated: boolean; refundOpen?: boolean }): ShownState =>
  m.refundOpen ? 'refunding' : m.terminated ? 'terminated' : m.state;

/** The state of a milestone's money; `word` is a more specific word for it (`money:word.<word>`). */
export const MILESTONE_MONEY: Record<ShownState, { state: MoneyState; word?: MilestoneWord }> = {
  proposed: { state: 'awaiting', word: 'proposed' },
  awaiting_funding: { state: 'awaiting' },
  funding: { state: 'awaiting', word: 'funding' },
  funded: { state: 'held' },
  delivered: { state: 'review' },
  changes_requested: { state: 'changes' },
  overdue: { state: 'held', word: 'overdue' },
  cancel_requested: { state: 'held' },
  approved: { state: 'approved' },
  auto_approved: { state: 'approved', word: 'autoApproved' },
  clearing: { state: 'releasing', word: 'clearing' },
  awaiting_live: { state: 'held', word: 'awaitingLive' },
  retention: { state: 'held', word: 'retention' },
  releasing: { state: 'releasing' },
  released: { state: 'released' },
  refunding: { state: 'refunded', word: 'refunding' },
  refunded: { state: 'refunded' },
  void: { state: 'awaiting', word: 'void' },
  disputed: { state: 'disputed' },
  terminated: { state: 'disputed', word: 'terminated' },
  settling: { state: 'releasing', word: 'settling' },
  settled_split: { state: 'released', word: 'settledSplit' },
};
