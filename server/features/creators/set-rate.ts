import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { requireRight } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import { priceProblems } from '../terms/rules.ts';
import { lockedRateCard, writeRateCard, type Rate } from './prices.ts';
import { updateCreatorProfile } from './queries.ts';
import { MAX_RATES } from './rules.ts';
import type { CreatorProfile } from './schema.ts';
import { myCreatorProfile, ownProfile } from './service.ts';

/** The card with this price in place of the one for the same work. */
function withRate<One extends Partial<Rate>>(card: readonly One[], input: Rate): (One | Rate)[] {
  const isSame = (one: One) => one.platform === input.platform && one.format === input.format;
  return card.some(isSame) ? card.map((one) => (isSame(one) ? input : one)) : [...card, input];
}

/**
 * Writes one price of the rate card, in the draft too where there is one. Throws money.* for no possible price, and
 * input.invalid with problem `too_many` where the card is full.
 */
export async function setRate(ctx: OrgContext, input: Rate): Promise<CreatorProfile> {
  requireRight(ctx, 'profile.edit');
  const [problem] = priceProblems('amount', input.amount, input.currency);
  if (problem) throw new AppError(problem.code, problem.data);
  await withTx(ctx, async (tx) => {
    const card = await lockedRateCard(tx, tx.actor.orgId);
    const { row } = await ownProfile(tx);
    if (withRate(card, input).length > MAX_RATES)
      throw new AppError('input.invalid', { field: 'rates', problem: 'too_many' });
    await writeRateCard(tx, row.org_id, card, (rates) => withRate(rates, input));
    await updateCreatorProfile(tx.db, row.org_id, { updated_at: tx.clock.now() });
    await audit(tx, 'creator.saved', `org:${row.org_id}`);
  });
  return myCreatorProfile(ctx);
}
