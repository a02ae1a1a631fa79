import type { OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { unpaidCountry } from '../orgs/payable.ts';

const REFUSALS = { own: 'offer.own_country_unpaid', creators: 'offer.country_unpaid' } as const;

/**
 * Why no terms may be offered or accepted where the creator works from a country that the payment provider does not pay out to: its money
 * would wait in escrow for an account that cannot be opened.
 */
export async function payableRefusal(
  tx: OrgContext,
  creatorOrg: string,
): Promise<(typeof REFUSALS)[keyof typeof REFUSALS] | null> {
  const unpaid = await unpaidCountry(tx, creatorOrg);
  return unpaid && REFUSALS[unpaid];
}

/** Throws offer.country_unpaid, or offer.own_country_unpaid to the creator. */
export async function requirePayable(tx: OrgContext, creatorOrg: string): Promise<void> {
  const refused = await payableRefusal(tx, creatorOrg);
  if (refused) throw new AppError(refused);
}
