import { exponentOf, type Currency } from '../../../server/core/money.ts';
import { formulaOf } from '../../../server/features/creators/rules.ts';
import { fairRate, formatsOf, hasRate, isRatePlatform, type FairRate } from '../../../server/features/rates/rules.ts';
import type { RatePlatform } from '../../../server/features/rates/constants/rules.ts';
import type { RateStart } from '../../../server/features/rates/schema.ts';
import type { DealTerms, Deliverable, Format } from '../../../server/features/terms/schema.ts';

interface Priced {
  platform: RatePlatform;
  format: Format;
  count: number;
  rate: FairRate;
}
export interface FairPrice {
  currency: Currency;
  low: number;
  fair: number;
  high: number;
  priced: Priced[];
  /** Works without a published price; with any, the range is not that of the whole offer. */
  unpriced: Deliverable[];
  verdict: 'below' | 'within' | 'above' | null;
}

/**
 * The fair range of an offer's works together, by the rules of the rate calculator and the creator's figures; null where
 * none of them can be priced. `verdict`: the price against it, where all works are priced.
 */
export function fairPriceOf(terms: DealTerms, start: RateStart): FairPrice | null {
  const { currency } = terms;
  if (!hasRate(start.rates, currency)) return null;
  const priced: Priced[] = [];
  const unpriced: Deliverable[] = [];
  for (const work of terms.deliverables) {
    const { platform, format, count } = work;
    const account = start.accounts.find((one) => one.platform === platform);
    if (!isRatePlatform(platform) || !formatsOf(platform).includes(format) || !account || account.followers.value < 1) {
      unpriced.push(work);
      continue;
    }
    const { followers, engagement, views } = account;
    const rate = fairRate(
      {
        platform,
        format,
        followers: { value: followers.value, source: followers.source },
        engagement: engagement
          ? {
              value: engagement.value,
              source: engagement.source,
              formula: engagement.formula ?? formulaOf(platform),
            }
          : null,
        views: views ? { value: views.value, source: views.source } : null,
        rights: { use: terms.rights.use, days: terms.rights.days },
        exclusivityDays: terms.exclusivity.days,
        niche: start.niche,
        country: start.country,
        currency,
        deals: null,
      },
      start.rates,
    );
    priced.push({ platform, format, count, rate });
  }
  if (priced.length === 0) return null;
  const sum = (end: 'low' | 'fair' | 'high') => priced.reduce((all, { rate, count }) => all + rate[end] * count, 0);
  const [low, fair, high] = [sum('low'), sum('fair'), sum('high')];
  const total = terms.milestones.reduce((all, m) => all + m.amount, 0);
  const verdict = unpriced.length > 0 ? null : total < low ? 'below' : total > high ? 'above' : 'within';
  return { currency, low, fair, high, priced, unpriced, verdict };
}

/** How much of a range lies below a price, for its mark; between 0 and 100. */
export const placeIn = ({ low, high }: FairPrice, price: number): number =>
  high === low ? 50 : Math.min(100, Math.max(0, ((price - low) / (high - low)) * 100));

/** Whole units of the currency: a range is no exact price. */
export const rounded = (amount: number, currency: Currency): number => {
  const unit = 10 ** exponentOf(currency);
  return Math.round(amount / unit) * unit;
};
