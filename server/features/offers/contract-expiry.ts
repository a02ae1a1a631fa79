import { withTx, type ServiceContext, type SystemContext } from '../../context.ts';
import type { StepOutcome } from '../../core/step.ts';
import { moveApplication } from '../campaigns/application-moves.ts';
import { expireSigning, type ExpiredContract } from '../contracts/deadline.ts';
import { closeAccepted } from './queries.ts';
import { CONTRACT_EXPIRED } from './service.ts';

/**
 * Signatures are missing at the deadline: the contract expires, neither side owes anything, its offer is closed and the
 * creator's place is free again, so that the application can get another offer.
 */
export async function expireContract(ctx: SystemContext, input: { contractId: string }): Promise<StepOutcome> {
  return withTx(ctx, async (tx) => {
    const { step, expired } = await expireSigning(tx, input);
    if (!expired) return step;
    await freePlace(tx, expired, 'expired', CONTRACT_EXPIRED);
    return step;
  });
}

/** The offer of a contract that did not come about is closed, and its application can get another one. */
export async function freePlace(
  tx: ServiceContext,
  from: ExpiredContract,
  as: 'expired' | 'declined',
  reason: string,
): Promise<void> {
  await closeAccepted(tx.db, { offerId: from.offerId, as, reason, at: tx.clock.now() });
  if (from.applicationId)
    await moveApplication(tx, { applicationId: from.applicationId, from: ['accepted'], to: 'shortlisted' });
}
