import type * as z from 'zod';
import type { ServiceContext } from '../../context.ts';
import { lockRates, ratesOf, saveRates } from './queries.ts';
import { lockedDraftOf, storeDraft } from './queries/drafts.ts';
import type { rate } from './schema.ts';

export type Rate = z.output<typeof rate>;

/** The rates of a creator's card, in the caller's transaction. */
export const rateCard = (tx: ServiceContext, orgId: string): Promise<Rate[]> => ratesOf(tx.db, orgId);

/** As {@link rateCard}; the card is not changed until the transaction ends. */
export async function lockedRateCard(tx: ServiceContext, orgId: string): Promise<Rate[]> {
  await lockRates(tx.db, orgId);
  return rateCard(tx, orgId);
}

/** A draft holds what was sent, valid or not. */
const isCard = (typed: unknown): typed is Partial<Rate>[] =>
  Array.isArray(typed) && typed.every((one) => typeof one === 'object' && one !== null);

/**
 * Writes a card that the caller has locked as `change` makes it, in the draft too where there is one. A form that was
 * opened before can not be saved over it: the version of the profile is raised.
 */
export async function writeRateCard(
  tx: ServiceContext,
  orgId: string,
  card: readonly Rate[],
  change: <One extends Partial<Rate>>(rates: readonly One[]) => (One | Rate)[],
): Promise<void> {
  const content = (await lockedDraftOf(tx.db, orgId))?.content ?? null;
  const typed: unknown = content?.['rates'];
  await storeDraft(tx.db, {
    orgId,
    version: undefined,
    content: content && isCard(typed) ? { ...content, rates: change(typed) } : content,
    at: tx.clock.now(),
  });
  await saveRates(tx.db, orgId, change(card));
}

/** Gives a rate that still costs `amount` another price; false: it was changed or removed. What else is typed in the draft stays. */
export async function moveRate(
  tx: ServiceContext,
  { orgId, price, ...rate }: Rate & { orgId: string; price: number },
): Promise<boolean> {
  const isMoved = (one: Partial<Rate>): boolean =>
    one.platform === rate.platform &&
    one.format === rate.format &&
    one.currency === rate.currency &&
    one.amount === rate.amount;
  const card = await lockedRateCard(tx, orgId);
  if (!card.some(isMoved)) return false;
  await writeRateCard(tx, orgId, card, (rates) => rates.map((one) => (isMoved(one) ? { ...one, amount: price } : one)));
  return true;
}
