import { exponentOf, stepOf, type Currency, type Money } from '../../core/money.ts';
import type { EngagementFormula, FigureSource } from '../creators/schema.ts';
import type { Format, Platform, RightsUse } from '../terms/schema.ts';
import {
  CPM,
  ENGAGEMENT_BOUNDS,
  ENGAGEMENT_POWER,
  EXCLUSIVITY_ADDED,
  FORMAT_FACTOR,
  PRIOR_DEALS,
  RATE_PLATFORMS,
  RATE_VERSION,
  RIGHTS_ADDED,
  TIER_FROM,
  TIERS,
  USUAL_ENGAGEMENT,
  VIEWS_SHARE,
  type Curve,
  type RatePlatform,
  type Tier,
} from './constants/rules.ts';

/** A figure with where it is from; of a creator, or what the user typed here. */
export interface SourcedFigure {
  value: number;
  source: FigureSource | 'typed';
}
export interface ReferenceRate {
  currency: Currency;
  perEuro: number;
  day: string;
}
export interface RateInput {
  platform: RatePlatform;
  format: Format;
  followers: SourcedFigure;
  /** Basis points. */
  engagement: (SourcedFigure & { formula: EngagementFormula }) | null;
  /** Median of recent posts; estimated from the followers where it is null. */
  views: SourcedFigure | null;
  rights: { use: RightsUse; days: number };
  exclusivityDays: number;
  niche: string | null;
  country: string | null;
  currency: Currency;
  /** Median of comparable deals in `currency`, from enough of them. */
  deals: { n: number; median: number } | null;
}

export type RateLineId =
  | 'views'
  | 'cpm'
  | 'format'
  | 'engagement'
  | 'niche'
  | 'place'
  | 'deals'
  | 'rights'
  | 'exclusivity';
export interface RateLine {
  id: RateLineId;
  /** Basis points by which the amount so far is multiplied; null on a line that is no factor. */
  factor: number | null;
  /** The fair price up to this line; null before there is one. */
  amount: number | null;
  source: FigureSource | 'typed' | 'published' | 'deals' | 'terms' | 'none';
  /** What the reason names: views, prices for a thousand views in hundredths of a dollar, usual engagement, deals. */
  data: Readonly<Record<string, number | string>>;
}
export interface FairRate {
  version: string;
  currency: Currency;
  low: number;
  fair: number;
  high: number;
  /** Day of the reference rates. */
  ratesOf: string;
  tier: Tier;
  lines: RateLine[];
}

export const isRatePlatform = (platform: Platform): platform is RatePlatform =>
  RATE_PLATFORMS.some((one) => one === platform);

export const formatsOf = (platform: RatePlatform): Format[] => Object.keys(FORMAT_FACTOR[platform]) as Format[];

export const tierOf = (followers: number): Tier => TIERS.findLast((tier) => followers >= TIER_FROM[tier]) ?? 'nano';

/** The followers of a tier: from, and below which. */
export const followersIn = (tier: Tier): { from: number; below: number } => {
  const next = TIERS[TIERS.indexOf(tier) + 1];
  return { from: TIER_FROM[tier], below: next ? TIER_FROM[next] : 2_147_483_647 };
};

export function valueAt(curve: Curve, followers: number): number {
  const at = curve.findIndex(([from]) => followers <= from);
  const [first, last] = [curve[0]!, curve.at(-1)!];
  if (at === 0) return first[1];
  if (at < 0) return last[1];
  const [[x0, y0], [x1, y1]] = [curve[at - 1]!, curve[at]!];
  const share = Math.log(followers / x0) / Math.log(x1 / x0);
  return y0 * (y1 / y0) ** share;
}

/** Why there is no rate in this currency: it has no reference rate. */
export const hasRate = (rates: readonly ReferenceRate[], currency: Currency): boolean =>
  rates.some((rate) => rate.currency === currency) && rates.some((rate) => rate.currency === 'USD');

/** Three significant digits, in the steps of the currency, never below one step. */
export function roundRate(amount: number, currency: Currency): number {
  const step = stepOf(currency);
  const unit = Math.max(step, 10 ** (Math.floor(Math.log10(Math.max(amount, 1))) - 2));
  return Math.max(step, Math.round(Math.round(amount / unit) * (unit / step)) * step);
}

const added = (steps: readonly (readonly [number, number])[], days: number): number =>
  steps.find(([upTo]) => days <= upTo)![1];

function engagementFactor(input: Pick<RateInput, 'platform' | 'followers' | 'engagement'>): {
  factor: number;
  usual: number;
} | null {
  const { engagement } = input;
  if (!engagement) return null;
  const usual = valueAt(USUAL_ENGAGEMENT[engagement.formula][input.platform], input.followers.value);
  const raw = (engagement.value / usual) ** ENGAGEMENT_POWER;
  return { usual, factor: Math.min(ENGAGEMENT_BOUNDS.max, Math.max(ENGAGEMENT_BOUNDS.min, raw)) };
}

/**
 * The fair price of one piece of work, in minor units of `currency`: expected views × price of a thousand views ×
 * factors (`docs/rates.md`). Low and high are the quartiles of the published price of a view. Throws RangeError for a
 * format that the network has no published price for, and for a currency without reference rate.
 */
export function fairRate(input: RateInput, rates: readonly ReferenceRate[]): FairRate {
  const formatFactor = FORMAT_FACTOR[input.platform][input.format];
  const [dollars, own] = ['USD' as const, input.currency].map((code) =>
    rates.find(({ currency }) => currency === code),
  );
  if (formatFactor === undefined || !dollars || !own) throw new RangeError('no published price');
  const minor = (own.perEuro / dollars.perEuro) * 10 ** exponentOf(input.currency);
  const followers = input.followers.value;
  const views = input.views?.value ?? followers * valueAt(VIEWS_SHARE[input.platform], followers);
  const [from, to] = [valueAt(CPM[input.platform].from, followers), valueAt(CPM[input.platform].to, followers)];
  const middle = (from + to) / 2;
  const lines: RateLine[] = [];
  let amount = (views * middle * minor) / 1000;
  const shown = () => roundRate(amount, input.currency);
  const times = (id: RateLineId, factor: number, source: RateLine['source'], data: RateLine['data'] = {}) => {
    amount *= factor;
    lines.push({ id, factor: Math.round(factor * 10_000), amount: shown(), source, data });
  };
  lines.push({
    id: 'views',
    factor: null,
    amount: null,
    source: input.views?.source ?? 'estimate',
    data: { views: Math.round(views), followers },
  });
  lines.push({
    id: 'cpm',
    factor: null,
    amount: shown(),
    source: 'published',
    data: { from: Math.round(from * 100), to: Math.round(to * 100), middle: Math.round(middle * 100) },
  });
  times('format', formatFactor / 10_000, 'published');
  const engagement = engagementFactor(input);
  if (engagement && input.engagement)
    times('engagement', engagement.factor, input.engagement.source, {
      engagement: input.engagement.value,
      usual: Math.round(engagement.usual),
      formula: input.engagement.formula,
    });
  // No source gives a factor for these; they are named as not counted.
  if (input.niche !== null) times('niche', 1, 'none', { niche: input.niche });
  if (input.country !== null) times('place', 1, 'none', { country: input.country });
  if (input.deals) {
    const weight = input.deals.n / (input.deals.n + PRIOR_DEALS);
    const blended = (1 - weight) * amount + weight * input.deals.median;
    times('deals', blended / amount, 'deals', {
      n: input.deals.n,
      weight: Math.round(weight * 10_000),
      median: input.deals.median,
    });
  }
  const rights = added(RIGHTS_ADDED[input.rights.use], input.rights.days);
  if (rights > 0) times('rights', 1 + rights / 10_000, 'terms', { use: input.rights.use, days: input.rights.days });
  const exclusivity = added(EXCLUSIVITY_ADDED, input.exclusivityDays);
  if (exclusivity > 0) times('exclusivity', 1 + exclusivity / 10_000, 'terms', { days: input.exclusivityDays });
  const spread = (to - from) / 4 / middle;
  return {
    version: RATE_VERSION,
    currency: input.currency,
    low: roundRate(amount * (1 - spread), input.currency),
    fair: shown(),
    high: roundRate(amount * (1 + spread), input.currency),
    ratesOf: own.day,
    tier: tierOf(followers),
    lines,
  };
}

/** What the rule says of money: the three as amounts. */
export const rangeOf = ({ low, fair, high, currency }: FairRate): Record<'low' | 'fair' | 'high', Money> => ({
  low: { amount: low, currency },
  fair: { amount: fair, currency },
  high: { amount: high, currency },
});
