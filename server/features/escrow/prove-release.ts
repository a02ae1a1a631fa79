import type { OrgContext } from '../../context.ts';
import { requireStepUp } from '../../guards.ts';
import { requiresProof } from '../security/rules.ts';
import type { MilestoneRow } from './milestone/queries.ts';
import { grantedIn } from './grants/queries.ts';
import type { GrantSubject } from './grants/schema.ts';
import { releasedInParts } from './release/queries.ts';
import { TOGETHER_MS } from './release/rules.ts';

/**
 * What the actor released in parts of a deal, and offered or gave in proposals, disputes and bonuses, within the last 24
 * hours, minor units. `except`: what is about to be replaced.
 */
export async function releasedTogether(
  tx: OrgContext,
  contractId: string,
  except: GrantSubject | null = null,
): Promise<number> {
  const person = {
    contractId,
    by: tx.actor.userId,
    after: new Date(tx.clock.now().getTime() - TOGETHER_MS),
  };
  return (await releasedInParts(tx.db, person)) + (await grantedIn(tx.db, person, except));
}

/** Requires a fresh proof when the sum, with what the person released or offered in the deal just before, is above the set one. */
export async function proveRelease(
  tx: OrgContext,
  row: Pick<MilestoneRow, 'contract_id' | 'currency'>,
  amount: number,
  except: GrantSubject | null = null,
): Promise<void> {
  const together = amount + (await releasedTogether(tx, row.contract_id, except));
  if (requiresProof({ amount: together, currency: row.currency }, tx.integrations.settings.releaseStepUpAbove))
    await requireStepUp(tx, 'release');
}
