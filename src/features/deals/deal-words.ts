import type { DealDto, MilestoneDto, MilestoneState } from '../../../server/features/escrow/schema.ts';
import type { EscrowParts } from '@/components/money/escrow-parts.ts';

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
