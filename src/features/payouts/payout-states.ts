import type { PayoutState } from '../../../server/features/payouts/schema.ts';
import type { MoneyState } from '@/components/money/money-states.ts';

/** How each state of a payout is drawn. */
export const PAYOUT_STATES: Record<PayoutState, MoneyState> = {
  claimed: 'releasing',
  in_transit: 'releasing',
  paid: 'released',
  failed: 'disputed',
  returned: 'disputed',
  unknown: 'unknown',
};
