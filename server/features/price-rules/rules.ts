import { exponentOf, stepOf, type Currency } from '../../core/money.ts';
import type { RightsUse } from '../terms/schema.ts';
import type { PriceFacts, PriceLine, PricePolicy, PriceRule, PriceRuleKind } from './schema.ts';

export const MAX_RULES = 12;
export const PRICE_RULE_KINDS = ['rush', 'rights', 'exclusivity', 'volume', 'season', 'demand'] as const;
/** What the threshold of a kind may be: hours to delivery, days, days, pieces, percent of the capacity. */
export const THRESHOLDS: Readonly<Record<Exclude<PriceRuleKind, 'season'>, { min: number; max: number }>> = {
  rush: { min: 12, max: 168 },
  rights: { min: 1, max: 1095 },
  exclusivity: { min: 1, max: 365 },
  volume: { min: 2, max: 50 },
  demand: { min: 10, max: 100 },
};
/** Basis points by which one rule may raise or lower a price. */
export const MAX_RAISE_BPS = 20_000;
export const MAX_LESS_BPS = 5_000;
/** A price moves by at most so much in a day, in basis points. */
export const STEP_BPS = 1_500;
/** Offers of so many days are priced again by a simulation. */
export const SIMULATED_DAYS = 90;
/** A rule with less effect than this is no proposal: basis points of the price. */
const MIN_CHANGE_BPS = 100;

const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** A kind that can only lower the price. */
export const lowers = ({ kind, less }: Pick<PriceRule, 'kind' | 'less'>): boolean =>
  kind === 'volume' || (kind === 'season' && less);

function meets(rule: PriceRule, facts: PriceFacts): boolean {
  switch (rule.kind) {
    case 'rush':
      return facts.hours !== null && facts.hours < rule.threshold;
    case 'rights':
      return facts.rights.use !== 'organic' && facts.rights.days >= rule.threshold;
    case 'exclusivity':
      return facts.exclusivityDays >= rule.threshold;
    case 'volume':
      return facts.pieces >= rule.threshold;
    case 'demand':
      return facts.busyBps >= rule.threshold * 100;
    case 'season': {
      const month = facts.at.getUTCMonth() + 1;
      return rule.from <= rule.to ? month >= rule.from && month <= rule.to : month >= rule.from || month <= rule.to;
    }
  }
}

/** Of the rules of a kind that are met, the strictest; of two seasons the one that began last. */
function strictest(rules: readonly PriceRule[]): PriceRule | null {
  return rules.reduce<PriceRule | null>((best, rule) => {
    if (!best) return rule;
    if (rule.kind === 'rush') return rule.threshold < best.threshold ? rule : best;
    if (rule.kind === 'season') return rule.from > best.from ? rule : best;
    return rule.threshold > best.threshold ? rule : best;
  }, null);
}

const inSteps = (amount: number, currency: Currency): number => {
  const step = stepOf(currency);
  // Prices are whole units of the currency where it has decimals and the amount is that large.
  const unit = amount >= 100 * 10 ** exponentOf(currency) ? Math.max(step, 10 ** exponentOf(currency)) : step;
  return Math.max(step, Math.round(amount / unit) * unit);
};

export interface RuledPrice {
  price: number;
  lines: PriceLine[];
}

/**
 * The price that the rules make of a base, in minor units of `currency`: each kind that is met multiplies once, then floor
 * and ceiling bound it. Nothing about the buyer is a fact of it: equal facts give every brand the same price.
 */
export function ruledPrice(
  base: number,
  { rules, floorBps, ceilingBps }: Pick<PricePolicy, 'rules' | 'floorBps' | 'ceilingBps'>,
  facts: PriceFacts,
  currency: Currency,
): RuledPrice {
  const lines: PriceLine[] = [];
  let amount = base;
  for (const kind of PRICE_RULE_KINDS) {
    const rule = strictest(rules.filter((one) => one.kind === kind && meets(one, facts)));
    if (!rule) continue;
    const bps = lowers(rule) ? -rule.bps : rule.bps;
    amount *= 1 + bps / 10_000;
    lines.push({
      kind,
      bps,
      threshold: rule.threshold,
      from: rule.from,
      to: rule.to,
      amount: inSteps(amount, currency),
    });
  }
  const [floor, ceiling] = [(base * floorBps) / 10_000, (base * ceilingBps) / 10_000];
  const bounded = Math.min(ceiling, Math.max(floor, amount));
  const price = inSteps(bounded, currency);
  if (bounded !== amount)
    lines.push({
      kind: bounded === ceiling ? 'ceiling' : 'floor',
      bps: bounded === ceiling ? ceilingBps : floorBps,
      threshold: 0,
      from: 0,
      to: 0,
      amount: price,
    });
  return { price, lines };
}

/** The price of today, at most {@link STEP_BPS} from that of yesterday, rounded towards it; null: no change worth a proposal. */
export function stepTowards(was: number, ruled: RuledPrice, currency: Currency): RuledPrice | null {
  const step = stepOf(currency);
  const most = Math.floor((was * (10_000 + STEP_BPS)) / 10_000 / step) * step;
  const least = Math.ceil((was * (10_000 - STEP_BPS)) / 10_000 / step) * step;
  const price = Math.min(most, Math.max(least, ruled.price));
  if (Math.abs(price - was) * 10_000 < was * MIN_CHANGE_BPS) return null;
  const lines: PriceLine[] =
    price === ruled.price
      ? ruled.lines
      : [...ruled.lines, { kind: 'step', bps: STEP_BPS, threshold: 0, from: 0, to: 0, amount: price }];
  return { price, lines };
}

/** The day of a suggestion, as Postgres writes it. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

export interface OfferFacts {
  at: Date;
  rights: { use: RightsUse; days: number };
  exclusivityDays: number;
  pieces: number;
  /** The first date of delivery. */
  dueAt: Date | null;
}
/** An offer as facts for the rules. How busy the creator was then is not stored, so that rule does not count. */
export const factsOfTerms = ({ at, rights, exclusivityDays, pieces, dueAt }: OfferFacts): PriceFacts => ({
  at,
  hours: dueAt ? Math.max(0, (dueAt.getTime() - at.getTime()) / HOUR) : null,
  rights,
  exclusivityDays,
  pieces,
  busyBps: 0,
});
