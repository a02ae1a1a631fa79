import type { OrgContext, ServiceContext } from '../../context.ts';
import { isPayeeCountry } from '../policies/rules.ts';
import { orgsById } from './queries.ts';

/**
 * Those of these orgs that work from a country to which the payment provider does not pay out: an offer to them could not
 * be paid. A country that is not known is entered with the payout account. In the caller's transaction.
 */
export async function unpayableOf(tx: ServiceContext, orgIds: readonly string[]): Promise<Set<string>> {
  const rows = await orgsById(tx.db, [...new Set(orgIds)]);
  return new Set(rows.filter(({ country }) => !isPayeeCountry(country)).map(({ id }) => id));
}

/**
 * Whether the creator of a deal works from such a country: `own` where the actor is that creator, and not an agency acting for
 * it. Null: the creator can be paid. In the caller's transaction.
 */
export async function unpaidCountry(tx: OrgContext, creatorOrg: string): Promise<'own' | 'creators' | null> {
  if (!(await unpayableOf(tx, [creatorOrg])).has(creatorOrg)) return null;
  return tx.actor.orgId === creatorOrg && !tx.actor.acting ? 'own' : 'creators';
}
