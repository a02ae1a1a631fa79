import type { OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { isMember, partiesOf, partyIn } from '../orgs/service.ts';
import type { Side } from '../terms/schema.ts';
import { maySignAs } from './rules.ts';

/**
 * Who signs a contract, or a change of it, does so in the own name and for one side alone; the creator's agency is of its side.
 * Throws contract.name_mismatch, contract.same_person.
 */
export async function requireSigner(
  tx: OrgContext,
  as: {
    typedName: string;
    side: Side;
    otherOrg: string;
    agencyOrg: string | null;
    signatures: readonly { user_id: string | null }[];
  },
): Promise<void> {
  const { actor } = tx;
  const entity = partyIn(await partiesOf(tx, [actor.orgId]), actor.orgId).name;
  if (!maySignAs(as.typedName, { person: actor.name, entity, side: as.side }))
    throw new AppError('contract.name_mismatch', { field: 'typedName', name: actor.name });
  const others = as.side === 'brand' && as.agencyOrg ? [as.otherOrg, as.agencyOrg] : [as.otherOrg];
  if (as.signatures.some((s) => s.user_id === actor.userId)) throw new AppError('contract.same_person');
  for (const org of others) if (await isMember(tx, org, actor.userId)) throw new AppError('contract.same_person');
}
