import type { MilestoneState } from '../../../server/features/escrow/schema.ts';
import type { MoneyState } from '@/components/money/money-states.ts';

/** What is happening to the money of a milestone, as its tag shows it. */
export const MONEY_STATE_OF: Record<MilestoneState, MoneyState> = {
  proposed: 'awaiting',
  awaiting_funding: 'awaiting',
  funding: 'awaiting',
  funded: 'held',
  delivered: 'review',
  changes_requested: 'changes',
  overdue: 'held',
  approved: 'approved',
  auto_approved: 'approved',
  clearing: 'releasing',
  releasing: 'releasing',
  released: 'released',
  refunding: 'refunded',
  refunded: 'refunded',
  cancel_requested: 'held',
  void: 'awaiting',
};
