import type { OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { withinLimit } from '../orgs/rules.ts';
import type { MilestoneRow } from './milestone/queries.ts';
import { proveRelease } from './prove-release.ts';
import { viewerOf } from './viewer.ts';

/**
 * What every way in which a brand gives held money to the creator asks of the person, beside the act's own right: the
 * amount is within the person's release limit, and proven above the set sum. Throws escrow.over_release_limit.
 */
export async function requireGrant(
  tx: OrgContext,
  row: Pick<MilestoneRow, 'brand_org' | 'contract_id' | 'creator_org' | 'currency'>,
  amount: number,
): Promise<void> {
  if (amount === 0) return;
  const { mayRelease } = await viewerOf(tx, { ...row, id: row.contract_id });
  if (!withinLimit(amount, mayRelease)) throw new AppError('escrow.over_release_limit');
  await proveRelease(tx, row, amount);
}
