import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { exponentOf } from '../../core/money.ts';
import { creatorPage } from '../creators/page.ts';
import { accountsOfCreators, myCreatorProfile } from '../creators/service.ts';
import type { CreatorInput } from '../creators/schema.ts';
import { ratesNow } from '../packages/market.ts';
import { DEAL_MONTHS, ENOUGH_DEALS, ENOUGH_PARTIES } from './constants/rules.ts';
import { comparableDeals } from './queries.ts';
import { followersIn, hasRate, roundRate, type ReferenceRate } from './rules.ts';
import type { ComparableDeals, comparableInput, RateStart, rateStartInput } from './schema.ts';

const MONTH_MS = (365.25 / 12) * 24 * 3_600_000;

const ofProfile = (
  { niches, country, rates: card }: Pick<CreatorInput, 'niches' | 'country' | 'rates'>,
  rates: readonly ReferenceRate[],
): Pick<RateStart, 'niche' | 'country' | 'currency'> => ({
  niche: niches[0] ?? null,
  country,
  currency: card.find(({ currency }) => hasRate(rates, currency))?.currency ?? 'EUR',
});

/** The figures of the named creator, of the own profile for a creator, or none. Throws not_found for an unknown handle. */
export async function rateStart(ctx: OrgContext, { creator }: z.output<typeof rateStartInput>): Promise<RateStart> {
  const rates = await withTx(ctx, (tx) => ratesNow(tx));
  if (creator) {
    const page = await creatorPage(ctx, { handle: creator });
    return {
      creator: {
        orgId: page.party.orgId,
        handle: page.profile.handle,
        name: page.party.name,
        isOwn: page.party.orgId === ctx.actor.orgId,
      },
      accounts: page.accounts,
      ...ofProfile(page.profile, rates),
      rates,
    };
  }
  if (ctx.actor.orgKind !== 'creator')
    return { creator: null, accounts: [], niche: null, country: null, currency: 'EUR', rates };
  const profile = await myCreatorProfile(ctx);
  const accounts = await withTx(ctx, (tx) => accountsOfCreators(tx, [profile.orgId]));
  return {
    creator: { orgId: profile.orgId, handle: profile.handle, name: profile.name, isOwn: true },
    accounts: accounts.get(profile.orgId) ?? [],
    ...ofProfile(profile, rates),
    rates,
  };
}

/** What comparable deals were signed for. In a currency without reference rate there is no median. */
export async function comparable(
  ctx: OrgContext,
  { platform, format, tier, currency }: z.output<typeof comparableInput>,
): Promise<ComparableDeals> {
  return withTx(ctx, async (tx) => {
    const { n, micros } = await comparableDeals(tx.db, {
      platform,
      format,
      ...followersIn(tier),
      since: new Date(tx.clock.now().getTime() - DEAL_MONTHS * MONTH_MS),
      deals: ENOUGH_DEALS,
      parties: ENOUGH_PARTIES,
    });
    const rate = (await ratesNow(tx)).find((one) => one.currency === currency);
    if (micros === null || !rate) return { n, median: null };
    const amount = (micros / 1e6) * rate.perEuro * 10 ** exponentOf(currency);
    return { n, median: { amount: roundRate(amount, currency), currency } };
  });
}
