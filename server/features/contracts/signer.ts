import type { OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { isMember, partiesOf, partyIn } from '../orgs/service.ts';
import type { Side } from '../terms/schema.ts';
import { maySignAs } from './rules.ts';

/**
 * Who signs a contract, or a change of it, does so in the own name and for one side alone. Throws contract.name_mismatch,
 * contract.same_person.
 */
export async function requireSigner(
  tx: OrgContext,
  as: { typedName: string; side: Side; otherOrg: string; signatures: readonly { user_id: string | null }[] },
): Promise<void> {
  const { actor } = tx;
  const entity = partyIn(await partiesOf(tx, [actor.orgId]), actor.orgId).name;
  if (!maySignAs(as.typedName, { person: actor.name, entity, side: as.side }))
    throw new AppError('contract.name_mismatch', { field: 'typedName', name: actor.name });
  if (as.signatures.some((s) => s.user_id === actor.userId) || (await isMember(tx, as.otherOrg, actor.userId)))
    throw new AppError('contract.same_person');
}
