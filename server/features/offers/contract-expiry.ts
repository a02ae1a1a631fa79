import { withTx, type SystemContext } from '../../context.ts';
import type { StepOutcome } from '../../core/step.ts';
import { moveApplication } from '../campaigns/application-moves.ts';
import { expireSigning } from '../contracts/deadline.ts';
import { closeAccepted } from './queries.ts';

/**
 * Signatures are missing at the deadline: the contract expires, neither side owes anything, its offer is closed and the
 * creator's place is free again, so that the application can get another offer.
 */
export async function expireContract(ctx: SystemContext, input: { contractId: string }): Promise<StepOutcome> {
  return withTx(ctx, async (tx) => {
    const { step, expired } = await expireSigning(tx, input);
    if (!expired) return step;
    await closeAccepted(tx.db, { offerId: expired.offerId, reason: 'contract_expired', at: tx.clock.now() });
    if (expired.applicationId)
      await moveApplication(tx, { applicationId: expired.applicationId, from: ['accepted'], to: 'shortlisted' });
    return step;
  });
}
