import type { shownState } from '../../../server/features/payouts/rules.ts';
import type { PayoutItem } from '../../../server/features/payouts/schema.ts';
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

/** What the heading says of the payout that has not arrived: one without an answer is not said to be on its way. */
export const headingOf = ({ waitsUntil, state }: Pick<PayoutItem, 'waitsUntil' | 'state'>) =>
  waitsUntil ? 'waits' : state === 'unknown' ? 'unknown' : 'onTheWay';
