import type { OrgContext } from '../../context.ts';
import { blocksBetween } from './queries/blocks.ts';

/** Which side blocked the other; the actor's own block first. In the caller's transaction. */
export async function blockBetween(tx: OrgContext, otherOrg: string): Promise<'own' | 'theirs' | null> {
  const { own, either } = await blocksBetween(tx.db, { orgId: tx.actor.orgId, otherOrg });
  return own ? 'own' : either ? 'theirs' : null;
}
