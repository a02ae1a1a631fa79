import type { DealDto, MilestoneDto, MilestoneState } from '../../../server/features/escrow/schema.ts';
import type { EscrowParts } from '@/components/money/escrow-parts.ts';
import type { MoneyState } from '@/components/money/money-states.ts';

/** What is happening to a milestone's money, as tag and node; `word` is its own word for the same state (`deals:word.<word>`). */
export const MONEY_STATE_OF: Record<MilestoneState, { state: MoneyState; word?: 'proposed' | 'funding' | 'overdue' | 'clearing' | 'refunding' | 'void' | 'autoApproved' }> = {
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
  releasing: { state: 'releasing' },
  released: { state: 'released' },
  refunding: { state: 'refunded', word: 'refunding' },
  refunded: { state: 'refunded' },
  void: { state: 'awaiting', word: 'void' },
};

const AWAITING: readonly MilestoneState[] = ['proposed', 'awaiting_funding', 'funding'];

/** The bar of a whole deal: where its money is, and what was not funded yet. */
export function dealParts(deal: Pick<DealDto, 'balances' | 'milestones'>): EscrowParts {
  const { held, released, refunded, disputed } = deal.balances;
  const awaiting = deal.milestones.filter((m) => AWAITING.includes(m.state)).reduce((sum, m) => sum + m.amount, 0);
  return { held, released, refunded, disputed, awaiting };
}

/** When the clock that runs now began, as far as the row tells. */
export function clockStart(m: MilestoneDto): Date | null {
  if (m.state === 'delivered') return m.submittedAt;
  if (m.state === 'funded') return m.fundedAt;
  if (m.state === 'approved' || m.state === 'auto_approved' || m.state === 'clearing') return m.approvedAt;
  return null;
}
