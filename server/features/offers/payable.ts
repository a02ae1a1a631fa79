import type { OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { unpayableOf } from '../orgs/payable.ts';

/**
 * Throws offer.country_unpaid where the creator works from a country that the payment provider does not pay out to: its
 * money would wait in escrow for an account that cannot be opened.
 */
export async function requirePayable(tx: OrgContext, creatorOrg: string): Promise<void> {
  if ((await unpayableOf(tx, [creatorOrg])).has(creatorOrg)) throw new AppError('offer.country_unpaid');
}
