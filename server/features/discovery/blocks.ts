import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { type Page, readPlace, rowCursor, toPage } from '../../core/pagination.ts';
import { partiesOf } from '../orgs/service.ts';
import { blockedBy, blocksBetween } from './queries/blocks.ts';
import type { blockedInput, BlockedOrg } from './schema.ts';

/** Which side blocked the other; the actor's own block first. In the caller's transaction. */
export async function blockBetween(tx: OrgContext, otherOrg: string): Promise<'own' | 'theirs' | null> {
  const { own, either } = await blocksBetween(tx.db, { orgId: tx.actor.orgId, otherOrg });
  return own ? 'own' : either ? 'theirs' : null;
}

/** Orgs that the actor's org blocked, the last one first. */
export async function blockedOrgs(ctx: OrgContext, input: z.output<typeof blockedInput>): Promise<Page<BlockedOrg>> {
  return withTx(ctx, async (tx) => {
    const rows = await blockedBy(tx.db, {
      orgId: tx.actor.orgId,
      after: readPlace(input.after),
      limit: input.limit + 1,
    });
    const page = toPage(rows, input.limit, rowCursor, (row) => row);
    const parties = await partiesOf(
      tx,
      page.items.map(({ id }) => id),
    );
    const items = page.items.flatMap(({ id, at }) => {
      const party = parties.get(id);
      return party ? [{ party, at }] : [];
    });
    return { items, next: page.next };
  });
}
