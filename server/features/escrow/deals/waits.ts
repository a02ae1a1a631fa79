import { withTx, type OrgContext } from '../../../context.ts';
import { AppError } from '../../../core/errors.ts';
import { CLAIM_LIMIT_MS } from '../timers/rules.ts';
import { contractOf } from './queries/contracts.ts';
import { waitingCalls } from './queries/waits.ts';
import type { MoneyWait } from './schema.ts';

/**
 * Money of a deal that is on its way to the reader and did not arrive in time: the payment provider has not answered, or
 * the reader's own payout account cannot take it, which is no matter of an agency that acts for it. A brand reads also that
 * the provider has not answered about the money of its creator, and both sides that it has not about the agency's share. Throws not_found for who is no party.
 */
export async function moneyWaits(ctx: OrgContext, { contractId }: { contractId: string }): Promise<MoneyWait[]> {
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    if (!(await contractOf(tx.db, { contractId, orgId }))) throw new AppError('not_found');
    const rows = await waitingCalls(tx.db, { contractId, orgId, now: tx.clock.now() });
    return rows
      .map(({ milestone_id: milestoneId, waits_for: waitsFor, since }) => ({
        milestoneId,
        waitsFor,
        since,
        // From then on the call is with operators.
        staffFrom: waitsFor === 'account' ? null : new Date(since.getTime() + CLAIM_LIMIT_MS),
      }))
      .filter(({ waitsFor }) => waitsFor !== 'account' || !tx.actor.acting);
  });
}
