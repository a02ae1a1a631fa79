import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { ratesNow } from '../packages/market.ts';
import { TIERS } from '../rates/constants/rules.ts';
import { fairRate, followersIn, formatsOf, hasRate } from '../rates/rules.ts';
import { comparable } from '../rates/service.ts';
import type { bandsInput, FairBand, FairBands } from './schema.ts';

/** Below it no price is published. */
const MIN_FOLLOWERS = 1_000;

/** Followers in the middle of a tier, by ratio; the largest has no end and counts from twice its beginning. */
function middleOf(tier: (typeof TIERS)[number]): number {
  const { from, below } = followersIn(tier);
  return tier === TIERS.at(-1) ? from * 2 : Math.round(Math.sqrt(Math.max(from, MIN_FOLLOWERS) * below));
}

/** The fair range of one piece of work by size of creator, with organic rights and without exclusivity. */
export async function fairBands(ctx: OrgContext, input: z.output<typeof bandsInput>): Promise<FairBands> {
  const { platform, format, currency } = input;
  const rates = await withTx(ctx, (tx) => ratesNow(tx));
  const known = hasRate(rates, currency) && formatsOf(platform).includes(format);
  const bands: FairBand[] = [];
  for (const tier of TIERS) {
    const followers = middleOf(tier);
    const deals = await comparable(ctx, { platform, format, tier, currency });
    const rate = known
      ? fairRate(
          {
            platform,
            format,
            followers: { value: followers, source: 'typed' },
            engagement: null,
            views: null,
            rights: { use: 'organic', days: 30 },
            exclusivityDays: 0,
            niche: null,
            country: null,
            currency,
            deals: deals.median ? { n: deals.n, median: deals.median.amount } : null,
          },
          rates,
        )
      : null;
    const range = rate && { low: rate.low, fair: rate.fair, high: rate.high };
    bands.push({ tier, followers, range, deals });
  }
  return { currency, ratesOf: rates.find((rate) => rate.currency === currency)?.day ?? null, bands };
}
