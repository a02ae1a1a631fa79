import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { requireRight } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import { priceProblems } from '../terms/rules.ts';
import { saveRates, updateCreatorProfile } from './queries.ts';
import { draftOf, storeDraft } from './queries/drafts.ts';
import { MAX_RATES } from './rules.ts';
import type { CreatorProfile, rate } from './schema.ts';
import { myCreatorProfile, ownProfile } from './service.ts';

type Rate = z.output<typeof rate>;

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
    const { row, rates } = await ownProfile(tx);
    const card = withRate(rates, input);
    if (card.length > MAX_RATES) throw new AppError('input.invalid', { field: 'rates', problem: 'too_many' });
    const content = (await draftOf(tx.db, row.org_id))?.content ?? null;
    const typed: unknown = content?.['rates'];
    await storeDraft(tx.db, {
      orgId: row.org_id,
      version: undefined,
      content:
        content && Array.isArray(typed) ? { ...content, rates: withRate(typed as Partial<Rate>[], input) } : content,
      at: tx.clock.now(),
    });
    await saveRates(tx.db, row.org_id, card);
    await updateCreatorProfile(tx.db, row.org_id, { updated_at: tx.clock.now() });
    await audit(tx, 'creator.saved', `org:${row.org_id}`);
  });
  return myCreatorProfile(ctx);
}
