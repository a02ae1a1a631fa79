import * as z from 'zod';
import { currencyCode, uuid } from '../../core/inputs.ts';
import type { Currency, Money } from '../../core/money.ts';
import type { FairRate } from '../rates/rules.ts';
import { FORMATS } from '../terms/rules.ts';
import { RATE_PLATFORMS, type Tier } from '../rates/constants/rules.ts';
import type { Format, Platform, RightsUse } from '../terms/schema.ts';
import { MAX_LESS_BPS, MAX_RAISE_BPS, MAX_RULES, PRICE_RULE_KINDS, THRESHOLDS, lowers } from './rules.ts';

export type PriceRuleKind = (typeof PRICE_RULE_KINDS)[number];

const month = z.number().int().min(1).max(12);
const priceRule = z
  .strictObject({
    kind: z.enum(PRICE_RULE_KINDS),
    /** Hours, days, pieces or percent, by the kind; a season has none. */
    threshold: z.number().int().min(0).max(1095),
    /** Months of a season. */
    from: month,
    to: month,
    /** A season that lowers the price. */
    less: z.boolean(),
    /** Basis points. */
    bps: z.number().int().min(100).max(MAX_RAISE_BPS),
  })
  .superRefine((rule, ctx) => {
    const bounds = rule.kind === 'season' ? null : THRESHOLDS[rule.kind];
    if (bounds && rule.threshold < bounds.min)
      ctx.addIssue({ code: 'too_small', minimum: bounds.min, origin: 'number', inclusive: true, path: ['threshold'] });
    if (bounds && rule.threshold > bounds.max)
      ctx.addIssue({ code: 'too_big', maximum: bounds.max, origin: 'number', inclusive: true, path: ['threshold'] });
    if (lowers(rule) && rule.bps > MAX_LESS_BPS)
      ctx.addIssue({ code: 'too_big', maximum: MAX_LESS_BPS / 100, origin: 'number', inclusive: true, path: ['bps'] });
  });
export type PriceRule = z.infer<typeof priceRule>;

export const pricePolicy = z.strictObject({
  active: z.boolean(),
  automatic: z.boolean(),
  rules: z.array(priceRule).max(MAX_RULES),
  floorBps: z.number().int().min(1_000).max(10_000),
  ceilingBps: z.number().int().min(10_000).max(50_000),
});
export type PricePolicy = z.infer<typeof pricePolicy>;
/** `version`: the one that the form was opened with; 0 before there is one. */
export const savePricePolicyInput = pricePolicy.extend({ version: z.number().int().min(0).max(2_147_483_646) });
export const simulateInput = pricePolicy.pick({ rules: true, floorBps: true, ceilingBps: true });
export const decideSuggestionInput = z.strictObject({ suggestionId: uuid, decision: z.enum(['accept', 'ignore']) });
export const bandsInput = z.strictObject({
  platform: z.enum(RATE_PLATFORMS),
  format: z.enum(FORMATS),
  currency: currencyCode,
});

/** What a price depends on, beside its base; never who buys. */
export interface PriceFacts {
  at: Date;
  /** To the first delivery; null where no date is set. */
  hours: number | null;
  rights: { use: RightsUse; days: number };
  exclusivityDays: number;
  pieces: number;
  /** Open work of the creator's capacity, basis points. */
  busyBps: number;
}
export interface PriceLine {
  kind: PriceRuleKind | 'floor' | 'ceiling' | 'step';
  bps: number;
  threshold: number;
  from: number;
  to: number;
  /** The price up to this line. */
  amount: number;
}

export type SuggestionState = 'open' | 'accepted' | 'ignored' | 'outdated';
/** What a price belongs to: a package, or a rate of the creator's card. */
export type PriceTarget =
  | { kind: 'package'; packageId: string; title: string }
  | { kind: 'rate'; platform: Platform; format: Format };
export interface PriceSuggestion {
  id: string;
  target: PriceTarget;
  currency: Currency;
  base: number;
  was: number;
  price: number;
  lines: PriceLine[];
  state: SuggestionState;
  /** Taken by the automatic setting. */
  byRule: boolean;
  day: Date;
}
/** A price that the rules move, and what they make of it. */
export interface PricedTarget {
  target: PriceTarget;
  price: Money;
  /** The price that was typed, which the rules start from. */
  base: number;
  /** What the rules would make of it now, without the limit of a day. */
  ruled: number;
  lines: PriceLine[];
}
export interface OwnPriceRules {
  policy: PricePolicy;
  version: number;
  rates: PricedTarget[];
  packages: PricedTarget[];
  open: PriceSuggestion[];
  past: PriceSuggestion[];
  busyBps: number;
}

export interface SimulatedOffer {
  id: string;
  title: string;
  at: Date;
  offered: Money;
  ruled: number;
}
export interface Simulation {
  offers: SimulatedOffer[];
  /** Older offers of the 90 days that were left out. */
  leftOut: number;
}

/** The fair range of one piece from a creator of a size, and how many comparable deals there were. */
export interface FairBand {
  tier: Tier;
  followers: number;
  range: Pick<FairRate, 'low' | 'fair' | 'high'> | null;
  deals: { n: number; median: Money | null };
}
export interface FairBands {
  currency: Currency;
  ratesOf: string | null;
  bands: FairBand[];
}
