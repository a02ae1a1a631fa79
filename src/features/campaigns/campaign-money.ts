import type { Currency } from '../../../server/core/money.ts';
import type { CampaignListItem } from '../../../server/features/campaigns/schema.ts';
import type { EscrowParts } from '@/components/money/escrow-parts.ts';

/** The money of a campaign: the ledger's balances, what is agreed but not funded, and the rest of the budget. */
export function campaignParts({
  balances,
  committed,
  left,
}: Pick<CampaignListItem, 'balances' | 'committed' | 'left'>): EscrowParts {
  return {
    released: balances.released,
    held: balances.held,
    disputed: balances.disputed,
    // Refunded money is available again.
    refunded: 0,
    awaiting: Math.max(0, committed - (balances.funded - balances.refunded)),
    left,
  };
}

export function money(amount: number, currency: Currency): { amount: number; currency: Currency } {
  return { amount, currency };
}
