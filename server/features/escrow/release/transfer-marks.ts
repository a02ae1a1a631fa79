import type { ServiceContext } from '../../../context.ts';
import { addReversed, addReversedDecision, clearPayout, setPayout } from './queries.ts';

/*
 * What happens to a transfer after it was sent, noted in the caller's transaction.
 */

/** The provider took back a part of it. */
export const noteReversed = (tx: ServiceContext, transferId: string, amount: number): Promise<void> =>
  addReversed(tx.db, transferId, { amount, at: tx.clock.now() });

/** Staff decided about money that was taken back. `providerId`: of the transfer. */
export const settleReversed = (
  tx: ServiceContext,
  providerId: string,
  decided: { amount: number; byBank: boolean },
): Promise<void> => addReversedDecision(tx.db, providerId, decided);

/** A payout takes the transfers that no other one has taken. */
export const takeForPayout = (tx: ServiceContext, payoutId: string, transferIds: readonly string[]): Promise<void> =>
  setPayout(tx.db, payoutId, transferIds);

/** A payout failed: its transfers are available for the next one. */
export const freeFromPayout = (tx: ServiceContext, payoutId: string): Promise<void> => clearPayout(tx.db, payoutId);
