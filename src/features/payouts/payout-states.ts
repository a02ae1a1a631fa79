import type { shownState } from '../../../server/features/payouts/rules.ts';
import type { MoneyState } from '../../../server/features/escrow/milestone/shown/rules.ts';

/** How each state of a payout is drawn. */
export const PAYOUT_STATES: Record<ReturnType<typeof shownState>, MoneyState> = {
  waiting: 'held',
  claimed: 'releasing',
  in_transit: 'releasing',
  paid: 'released',
  failed: 'disputed',
  returned: 'disputed',
  unknown: 'unknown',
};
