import type { OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { blockBetween } from '../discovery/blocks.ts';

/** Throws offer.you_blocked or offer.blocked: no new offer passes between orgs of which one blocked the other. */
export async function requireUnblocked(tx: OrgContext, otherOrg: string): Promise<void> {
  const block = await blockBetween(tx, otherOrg);
  if (block) throw new AppError(block === 'own' ? 'offer.you_blocked' : 'offer.blocked');
}
