import * as z from 'zod';
import { currencyCode } from '../../core/inputs.ts';
import type { Money } from '../../core/money.ts';
import { pageInput } from '../../core/pagination.ts';
import type { EngagementFormula } from '../creators/schema.ts';
import type { FoundCreator } from '../discovery/schema.ts';
import type { PartyDto } from '../orgs/schema.ts';
import type { OrderLineState } from '../packages/schema.ts';
import { PLATFORMS } from '../terms/rules.ts';
import type { Platform } from '../terms/schema.ts';
import { RADIUS } from './rules.ts';

const filters = {
  niche: z
    .string()
    .regex(/^[a-zA-Z]{2,30}$/)
    .optional(),
  platform: z.enum(PLATFORMS).optional(),
  city: z.string().trim().max(80).optional(),
  km: z.number().int().min(RADIUS.min).max(RADIUS.max).default(RADIUS.usual),
};
export const browseMicroInput = pageInput.extend({ ...filters, availableNow: z.boolean().default(false) });
/** Prices are shown in `currency`, at reference rates. */
export const marketInput = z.strictObject({ ...filters, currency: currencyCode.default('EUR') });
export type MarketFilter = Omit<z.output<typeof marketInput>, 'currency'>;

/** A creator of the marketplace: the card and the cheapest active package. */
export interface MicroCreator {
  creator: FoundCreator;
  packages: number;
  priceFrom: Money | null;
  /** Switched on, active in the last week, with room for an order. */
  availableNow: boolean;
}
export interface MicroPage {
  items: MicroCreator[];
  next: string | null;
  /** The searched place; null where none was given or the city is not known. */
  place: { name: string; country: string; lat: number; lon: number; km: number } | null;
}

/** `value` is null with fewer than ten. */
export interface MarketStat<Value> {
  value: Value | null;
  n: number;
}
export interface NetworkEngagement extends MarketStat<number> {
  platform: Platform;
  formula: EngagementFormula;
}
export interface MarketStats {
  asOf: Date;
  /** Creators of the scope; with `exact` false there are more, and these are the first. */
  creators: number;
  exact: boolean;
  availableNow: number;
  /** Basis points; of the filtered or most frequent network first. */
  engagement: NetworkEngagement[];
  price: MarketStat<Money> & { ratesOf: string | null; unconverted: number };
  /** Tenths of a star. */
  rating: MarketStat<number>;
}

/** A statistic beside that of the window of the same length before. */
export interface MarketTrend extends MarketStat<number> {
  before: MarketStat<number>;
  /** Basis points; null where one of the two has too few, or the earlier is 0. */
  change: number | null;
}

/** At least five creators with a published rate. */
export interface PriceCell {
  value: Money | null;
  n: number;
  niche: string;
  city: string;
}
export interface NicheMarket {
  niche: string;
  creators: number;
  available: number;
  /** Open campaigns that want it. */
  campaigns: number;
}
export interface MarketAnalytics {
  asOf: Date;
  ratesOf: string | null;
  prices: PriceCell[];
  supply: NicheMarket[];
  /** Days of each of the two windows. */
  days: number;
  /** Hours from an offer to its answer; the middle of the creators. */
  answerHours: MarketTrend;
  /** Basis points of the offers that were answered or ran out. */
  acceptance: MarketTrend;
  /** Offers that were answered or ran out. */
  offers: MarketTrend;
}

export interface ContactedCreator {
  creator: PartyDto;
  /** Of the newest offer; without one whether the creator has written back. */
  state: OrderLineState | 'written' | 'answered';
  /** Of the offer. */
  title: string | null;
  offerId: string | null;
  contractId: string | null;
  at: Date;
}

export interface OwnPlace {
  creator: MicroCreator | null;
  followers: number;
  inScope: boolean;
  parts: { part: RankPart; points: number; most: number }[];
  /** Place among the creators of the same city, and their number. */
  place: { rank: number; of: number; city: string } | null;
}
export type RankPart = 'available' | 'package' | 'verified' | 'recent';
