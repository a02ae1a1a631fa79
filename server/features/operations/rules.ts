import { SEND_AGAIN_FROM_MS } from '../provider-calls/rules.ts';

/**
 * Unsettled transfers, refunds and payouts may be sent once more; other operations end by themselves or move no money.
 */
const SENT_AGAIN: readonly string[] = ['transfer', 'refund', 'payout'];
export const maySendAgain = (op: { kind: string; state: string; claimed_at: Date }, now: Date): boolean =>
  SENT_AGAIN.includes(op.kind) &&
  (op.state === 'claimed' || op.state === 'unknown') &&
  now.getTime() - op.claimed_at.getTime() >= SEND_AGAIN_FROM_MS;
