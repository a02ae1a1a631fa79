import type { OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { countryOf } from '../orgs/service.ts';
import { PAYEE_COUNTRIES } from '../policies/rules.ts';

/**
 * Throws offer.country_unpaid where the creator works from a country that the payment provider does not pay out to: its
 * money would wait in escrow for an account that cannot be opened. A country that is not known is entered with the account.
 */
export async function requirePayable(tx: OrgContext, creatorOrg: string): Promise<void> {
  const country = await countryOf(tx, creatorOrg);
  if (country !== null && !PAYEE_COUNTRIES.includes(country)) throw new AppError('offer.country_unpaid');
}
