import { withTx, type OrgContext } from '../../context.ts';
import { partiesOf } from '../orgs/service.ts';
import { blockedBy, blocksBetween } from './queries/blocks.ts';
import type { BlockedOrg } from './schema.ts';

const LISTED = 200;

/** Which side blocked the other; the actor's own block first. In the caller's transaction. */
export async function blockBetween(tx: OrgContext, otherOrg: string): Promise<'own' | 'theirs' | null> {
  const { own, either } = await blocksBetween(tx.db, { orgId: tx.actor.orgId, otherOrg });
  return own ? 'own' : either ? 'theirs' : null;
}

/** Orgs that the actor's org blocked, the last one first. */
export async function blockedOrgs(ctx: OrgContext): Promise<BlockedOrg[]> {
  return withTx(ctx, async (tx) => {
    const rows = await blockedBy(tx.db, tx.actor.orgId, LISTED);
    const parties = await partiesOf(
      tx,
      rows.map(({ id }) => id),
    );
    return rows.flatMap(({ id, at }) => {
      const party = parties.get(id);
      return party ? [{ party, at }] : [];
    });
  });
}
