import type { OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { unpayableOf } from '../orgs/payable.ts';

/**
 * Why no terms may be offered or accepted where the creator works from a country that the payment provider does not pay out to: its money
 * would wait in escrow for an account that cannot be opened.
 */
export const payableRefusal = async (tx: OrgContext, creatorOrg: string): Promise<'offer.country_unpaid' | null> =>
  (await unpayableOf(tx, [creatorOrg])).has(creatorOrg) ? 'offer.country_unpaid' : null;

/** Throws offer.country_unpaid. */
export async function requirePayable(tx: OrgContext, creatorOrg: string): Promise<void> {
  const refused = await payableRefusal(tx, creatorOrg);
  if (refused) throw new AppError(refused);
}
