import * as z from 'zod';
import { currencyCode, uuid } from '../../core/inputs.ts';
import type { Currency, Money } from '../../core/money.ts';
import { pageInput } from '../../core/pagination.ts';
import type { FoundCreator } from '../discovery/schema.ts';
import type { PartyDto } from '../orgs/schema.ts';
import type { FeeTerms } from '../ledger/charges/rules.ts';
import type { LiveClockRanges } from '../policies/schema.ts';
import { FORMATS, PLATFORMS, RELEASE_TRIGGERS, RIGHTS } from '../terms/rules.ts';
import { liveClocks, releaseShares } from '../terms/schema.ts';
import { MAX_COMPARED, MAX_DELIVERY_DAYS, PACKAGE_SORTS, RADIUS } from './rules.ts';

const addonId = z.string().regex(/^[a-z0-9]{1,12}$/);
const packageAddon = z.strictObject({
  id: addonId,
  title: z.string().trim().min(3).max(80),
  /** Minor units of the package's currency. */
  price: z.number().int(),
  /** Added to the days of delivery. */
  days: z.number().int().min(0).max(30),
});
export type PackageAddon = z.infer<typeof packageAddon>;

export const packageContent = z.strictObject({
  title: z.string().trim().min(3).max(80),
  description: z.string().trim().min(1).max(1000),
  deliverables: z
    .array(
      z.strictObject({
        platform: z.enum(PLATFORMS),
        format: z.enum(FORMATS),
        count: z.number().int().min(1).max(50),
      }),
    )
    .min(1)
    .max(6),
  currency: currencyCode,
  /** Minor units. */
  price: z.number().int(),
  deliveryDays: z.number().int().min(1).max(MAX_DELIVERY_DAYS),
  rights: z.strictObject({ use: z.enum(RIGHTS), days: z.number().int().min(1).max(1095) }),
  rounds: z.number().int().min(0).max(5),
  addons: z.array(packageAddon).max(5),
  releaseTrigger: z.enum(RELEASE_TRIGGERS),
  /** Absent with `on_approval`. */
  release: releaseShares.optional(),
  clocks: liveClocks,
});
export type PackageContent = z.infer<typeof packageContent>;

export const packageId = z.strictObject({ packageId: uuid });
/** Without `packageId` a new one; `version` is the one that the form was opened with. */
export const savePackageInput = packageContent.extend({
  releaseTrigger: packageContent.shape.releaseTrigger.default('on_approval'),
  clocks: liveClocks.default({}),
  packageId: uuid.optional(),
  version: z.number().int().min(1).optional(),
});
export const setPackageStateInput = packageId.extend({ state: z.enum(['active', 'paused', 'removed']) });
export const capacityInput = z.strictObject({ orders: z.number().int().min(0).max(50) });

export const browsePackagesInput = pageInput.extend({
  niche: z
    .string()
    .regex(/^[a-zA-Z]{2,30}$/)
    .optional(),
  platform: z.enum(PLATFORMS).optional(),
  /** Minor units of `currency`. */
  priceMax: z.number().int().min(0).max(90_000_000).optional(),
  /** Prices are compared in it, at reference rates. */
  currency: currencyCode.default('EUR'),
  days: z.number().int().min(1).max(MAX_DELIVERY_DAYS).optional(),
  city: z.string().trim().max(80).optional(),
  km: z.number().int().min(RADIUS.min).max(RADIUS.max).default(RADIUS.usual),
  sort: z.enum(PACKAGE_SORTS).default('recent'),
});
export const comparePackagesInput = z.strictObject({ ids: z.array(uuid).min(1).max(MAX_COMPARED) });
export const packagesOfInput = z.strictObject({ orgId: uuid });

export type PackageState = 'active' | 'paused' | 'removed';

export interface PackageDto extends PackageContent {
  id: string;
  state: PackageState;
  version: number;
  updatedAt: Date;
}

/** A package beside its creator, as brands see it. */
export interface PackageCard extends PackageDto {
  creator: FoundCreator;
  /** The price in the currency of the search at the dated reference rate; null in the same currency or without a rate. */
  compared: Money | null;
}
export interface PackagePageDto {
  items: PackageCard[];
  next: string | null;
  /** Day of the reference rates. */
  ratesOf: string | null;
  /** Packages that meet everything else, priced in a currency without a reference rate; on the first page. */
  unconverted: { currency: Currency; count: number }[];
  /** The city was read as a place, and distance counts; otherwise its text is compared. */
  placeKnown: boolean;
}

export interface OwnPackages {
  items: PackageDto[];
  /** Offers and deals taken at the same time, and those that are open. */
  capacity: number;
  openWork: number;
  /** Brands see the packages only then. */
  published: boolean;
  /** Of money that waits for the post. */
  liveRanges: LiveClockRanges;
}

export interface PackageDetail extends PackageCard {
  /** Other active packages of the creator. */
  others: PackageDto[];
  /** Why the reader cannot put it into the cart, as a code, or true. */
  can: { order: true | string };
  inCart: boolean;
}

// The cart and what comes of it.

export const addToCartInput = packageId.extend({
  version: z.number().int().min(1),
  addons: z.array(addonId).max(5).default([]),
});
export const changeLineInput = z.strictObject({
  lineId: uuid,
  addons: z.array(addonId).max(5),
  goods: z.string().trim().max(200),
  /** Minor units of the package's currency. */
  goodsValue: z.number().int().min(0).max(90_000_000),
  /** Takes the package as it is now. */
  version: z.number().int().min(1).optional(),
});
export const lineId = z.strictObject({ lineId: uuid });
export const checkoutInput = z.strictObject({ quoteId: uuid, note: z.string().trim().max(1000).default('') });
export const orderId = z.strictObject({ orderId: uuid });

export interface CartLine {
  id: string;
  /** Null: the package is not offered any more. */
  package: PackageDto | null;
  packageId: string;
  title: string;
  creator: PartyDto;
  addons: string[];
  goods: string;
  goodsValue: number;
  /** Why it cannot be ordered as it was put in, as a code. */
  refusal: string | null;
}

/** What one creator would get: one offer, with fee and tax on each part. */
export interface QuotedCreator {
  creatorOrg: string;
  currency: Currency;
  packages: QuotedPackage[];
  charge: { price: number; fee: number; tax: number; total: number };
}
export interface QuotedPackage {
  packageId: string;
  version: number;
  title: string;
  addons: string[];
  goods: string;
  goodsValue: number;
  price: number;
  days: number;
}
export interface QuoteContent {
  feeBps: number;
  /** Of the currencies in which the fee is more than its share of the price. */
  fees?: Partial<Record<Currency, FeeTerms>>;
  taxBps: number;
  creators: QuotedCreator[];
}
export interface CartQuote extends QuoteContent {
  id: string;
  madeAt: Date;
  expiresAt: Date;
}
export interface Cart {
  lines: CartLine[];
  /** Of the lines that can be ordered; null without one, or with a reason why there is none. */
  quote: CartQuote | null;
  quoteRefusal: string | null;
  can: { order: true | string };
  serverNow: Date;
}

export type OrderLineState =
  | 'refused'
  | 'sent'
  | 'declined'
  | 'withdrawn'
  | 'expired'
  | 'to_sign'
  | 'to_fund'
  | 'funded'
  | 'ended';
export interface OrderLine {
  id: string;
  creator: PartyDto;
  currency: Currency;
  packages: QuotedPackage[];
  charge: QuotedCreator['charge'];
  state: OrderLineState;
  /** Of the signed contract's parts that are not paid, with fee and tax. */
  toPay: number;
  /** Of a line without an offer. */
  refusal: string | null;
  offerId: string | null;
  contractId: string | null;
  /** Until the offer is answered. */
  answerBy: Date | null;
}
export interface PackageOrder {
  id: string;
  placedAt: Date;
  lines: OrderLine[];
}
export interface OrderListItem {
  id: string;
  placedAt: Date;
  creators: PartyDto[];
  offers: number;
  refused: number;
}
