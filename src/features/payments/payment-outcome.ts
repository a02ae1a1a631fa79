import type { MilestoneState } from '../../../server/features/escrow/schema.ts';
import type { PaymentStatus } from '../../../server/features/payments/schema.ts';

export type PaymentOutcome =
  | 'confirming'
  | 'processing'
  | 'open'
  | 'funded'
  | 'alreadyPaid'
  | 'failed'
  | 'expired'
  | 'refundedLate';

const UNPAID: readonly MilestoneState[] = ['proposed', 'awaiting_funding', 'funding', 'void'];
/** The provider may still answer for a page that was just left; a bank debit takes days. */
const OPEN_PATIENCE_MS = 12_000;
const PROCESSING_PATIENCE_MS = 60_000;

/** What to show the payer, `waitedMs` after the page was opened. */
export function outcomeOf(payment: Pick<PaymentStatus, 'state' | 'milestoneState'>, waitedMs: number): PaymentOutcome {
  const funded = !UNPAID.includes(payment.milestoneState);
  switch (payment.state) {
    case 'paid':
      return funded ? 'funded' : 'confirming';
    case 'refunding':
    case 'refunded':
      return 'refundedLate';
    case 'processing':
      return waitedMs < PROCESSING_PATIENCE_MS ? 'confirming' : 'processing';
    case 'claimed':
    case 'open':
      return waitedMs < OPEN_PATIENCE_MS ? 'confirming' : 'open';
    case 'failed':
      return funded ? 'alreadyPaid' : 'failed';
    case 'expired':
      return funded ? 'alreadyPaid' : 'expired';
  }
}
