import type { OrgContext } from '../../context.ts';
import { requireStepUp } from '../../guards.ts';
import { requiresProof } from '../security/rules.ts';
import type { MilestoneRow } from './milestone/queries.ts';
import { releasedInParts } from './release/queries.ts';
import { TOGETHER_MS } from './release/rules.ts';

/** What the actor released in parts of a deal within the last 24 hours, minor units. */
export const releasedTogether = (tx: OrgContext, contractId: string): Promise<number> =>
  releasedInParts(tx.db, {
    contractId,
    by: tx.actor.userId,
    after: new Date(tx.clock.now().getTime() - TOGETHER_MS),
  });

/** Requires a fresh proof when the sum, with the parts that the person released just before, is above the set one. */
export async function proveRelease(
  tx: OrgContext,
  row: Pick<MilestoneRow, 'contract_id' | 'currency'>,
  amount: number,
): Promise<void> {
  const together = amount + (await releasedTogether(tx, row.contract_id));
  if (requiresProof({ amount: together, currency: row.currency }, tx.integrations.settings.releaseStepUpAbove))
    await requireStepUp(tx, 'release');
}
