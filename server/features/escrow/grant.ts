import type { OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { withinLimit } from '../orgs/rules.ts';
import type { MilestoneRow } from './milestone/queries.ts';
import { lockGiven, putGrant } from './grants/queries.ts';
import type { GrantSubject } from './grants/schema.ts';
import { proveRelease } from './prove-release.ts';
import { viewerOf } from './viewer.ts';

/**
 * What every way in which a brand gives held money to the creator asks of the person, beside the act's own right: the
 * amount is within the person's release limit, and proven above the set sum. `subject`: in what it is given, so that it counts
 * into the person's sum of 24 hours; null for a part, which counts by its own row. On a locked row. Throws escrow.both_sides,
 * escrow.over_release_limit, auth.step_up_required.
 */
export async function requireGrant(
  tx: OrgContext,
  row: Pick<MilestoneRow, 'brand_org' | 'contract_id' | 'creator_org' | 'currency'>,
  amount: number,
  subject: GrantSubject | null,
): Promise<void> {
  const by = tx.actor.userId;
  await lockGiven(tx.db, { contractId: row.contract_id, by });
  if (amount > 0) {
    const { mayRelease, onBothSides } = await viewerOf(tx, { ...row, id: row.contract_id }, subject);
    if (onBothSides) throw new AppError('escrow.both_sides');
    if (!withinLimit(amount, mayRelease)) throw new AppError('escrow.over_release_limit');
    await proveRelease(tx, row, amount, subject);
  }
  if (!subject) return;
  const at = tx.clock.now();
  await putGrant(tx.db, subject, {
    contractId: row.contract_id,
    brandOrg: row.brand_org,
    amount,
    by,
    at,
  });
}
