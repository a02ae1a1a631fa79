import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { partiesOf } from '../orgs/service.ts';
import { completenessOf, type Completeness } from './completeness/rules.ts';
import { profileFacts } from './queries/completeness.ts';

/** How much of the actor's profile is there. Throws not_found for an org without one. In the caller's transaction. */
export async function ownCompleteness(tx: OrgContext): Promise<Completeness> {
  const { orgId } = tx.actor;
  const facts = await profileFacts(tx.db, orgId);
  if (!facts) throw new AppError('not_found');
  const photo = ((await partiesOf(tx, [orgId])).get(orgId)?.avatarUrl ?? null) !== null;
  return completenessOf({ ...facts, photo });
}

export const myCompleteness = (ctx: OrgContext): Promise<Completeness> => withTx(ctx, ownCompleteness);
