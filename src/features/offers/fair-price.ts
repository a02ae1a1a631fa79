import { exponentOf, type Currency } from '../../../server/core/money.ts';
import { formulaOf } from '../../../server/features/creators/rules.ts';
import {
  fairRate,
  formatsOf,
  hasRate,
  isRatePlatform,
  tierOf,
  type FairRate,
} from '../../../server/features/rates/rules.ts';
import type { RatePlatform, Tier } from '../../../server/features/rates/constants/rules.ts';
import type { ComparableDeals, RateStart } from '../../../server/features/rates/schema.ts';
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

/** Of which comparable deals the rate calculator would read for a work. */
export interface Comparable {
  platform: RatePlatform;
  format: Format;
  currency: Currency;
  tier: Tier;
}

/** The creator's account of the work's network, where the work has a published price there. */
function accountFor({ platform, format }: Deliverable, { accounts }: RateStart) {
  if (!isRatePlatform(platform) || !formatsOf(platform).includes(format)) return null;
  const account = accounts.find((one) => one.platform === platform);
  return account && account.followers.value >= 1 ? { ...account, platform } : null;
}

/** The comparable deals that count for an offer: of each kind of its works that can be priced, once. */
export function comparableOf({ currency, deliverables }: DealTerms, start: RateStart): Comparable[] {
  if (!hasRate(start.rates, currency)) return [];
  const kinds = new Map<string, Comparable>();
  for (const work of deliverables) {
    const account = accountFor(work, start);
    if (!account) continue;
    const { platform } = account;
    kinds.set(`${platform} ${work.format}`, {
      platform,
      format: work.format,
      currency,
      tier: tierOf(account.followers.value),
    });
  }
  return [...kinds.values()];
}

/**
 * The fair range of an offer's works together, by the rules of the rate calculator, the creator's figures and the comparable
 * deals of each work; null where none of them can be priced. `verdict`: the price against it, where all works are priced.
 */
export function fairPriceOf(
  terms: DealTerms,
  start: RateStart,
  dealsOf: (of: Pick<Comparable, 'platform' | 'format'>) => ComparableDeals | null,
): FairPrice | null {
  const { currency } = terms;
  if (!hasRate(start.rates, currency)) return null;
  const priced: Priced[] = [];
  const unpriced: Deliverable[] = [];
  for (const work of terms.deliverables) {
    const { format, count } = work;
    const account = accountFor(work, start);
    if (!account) {
      unpriced.push(work);
      continue;
    }
    const { platform, followers, engagement, views } = account;
    const deals = dealsOf({ platform, format });
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
        deals: deals?.median ? { n: deals.n, median: deals.median.amount } : null,
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
