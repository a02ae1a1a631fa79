import type { OrgContext } from '../../context.ts';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import { blockBetween } from '../discovery/blocks.ts';
import { mandateRefusal } from '../representations/mandate.ts';
import { roleMay } from '../orgs/rules.ts';
import { orgStatusRefusal } from '../orgs/status.ts';
import { conversationOf, type ConversationRow, type Pair, type Reader } from './queries/conversations.ts';
import { writeRefusal } from './rules.ts';

export const readerOf = ({ actor }: OrgContext): Reader => ({
  userId: actor.userId,
  orgId: actor.orgId,
  orgKind: actor.orgKind,
});

/** The side that the actor writes to: an agency writes in its own name, or for its creator. */
export const otherOrg = (tx: OrgContext, { brandOrg, creatorOrg }: Pair): string =>
  tx.actor.orgId === brandOrg ? creatorOrg : brandOrg;

/** An agency writes in its own conversations; in those of its creators only while acting for them. */
const mayWriteAs = ({ actor }: OrgContext, { brandOrg }: Pair): boolean =>
  actor.orgKind !== 'agency' || actor.orgId === brandOrg;
export function requireOwnSide(tx: OrgContext, pair: Pair): void {
  if (!mayWriteAs(tx, pair)) throw new AppError('acting.required');
}

/** Throws not_found for a conversation of others. */
export async function ownConversation(tx: OrgContext, id: string): Promise<ConversationRow> {
  const row = await conversationOf(tx.db, { id, ...readerOf(tx) });
  if (!row) throw new AppError('not_found');
  return row;
}

/**
 * Why the actor may not write between these two now, or null; within a deal, an org on hold is written to. In the caller's
 * transaction.
 */
export async function refusalToWrite(
  tx: OrgContext,
  pair: Pair,
  { inDeal }: { inDeal: boolean },
): Promise<ErrorCode | null> {
  const other = otherOrg(tx, pair);
  const inOwnName = tx.actor.orgId === pair.brandOrg;
  if (!inDeal && !mayWriteAs(tx, pair)) return 'acting.required';
  return writeRefusal({
    may: roleMay(tx.actor.role, 'message.send'),
    mandate: inOwnName ? null : await mandateRefusal(tx, pair.creatorOrg, null),
    blocked: await blockBetween(tx, other),
    status: inDeal ? null : await orgStatusRefusal(tx, [tx.actor.orgId, other]),
  });
}
