import * as z from 'zod';
import { pageInput } from '../../core/pagination.ts';
import type { Currency } from '../../core/money.ts';
import type { CategoryKey } from '../creators/categories/rules.ts';
import { dealTerms, type DealTerms, type Side } from '../terms/schema.ts';
import type { FeeTerms } from '../ledger/charges/rules.ts';
import { isoDuration, uuid } from '../../core/inputs.ts';
import type { PartyDto } from '../orgs/schema.ts';
import { OFFER_BOXES } from './rules.ts';

/** Up to `COUNT_CAP`. */
export interface OfferCounts {
  open: number;
  waiting: number;
}
export const listOffersInput = pageInput.extend({ box: z.enum(OFFER_BOXES).default('open') });
export const offerId = z.strictObject({ offerId: uuid });
/** From an application, from a reply to an ad, or straight to a creator (then `creatorOrg`, optionally `campaignId`). */
export const sendOfferInput = z.strictObject({
  applicationId: uuid.optional(),
  adReplyId: uuid.optional(),
  creatorOrg: uuid.optional(),
  campaignId: uuid.optional(),
  title: z.string().trim().min(3).max(80),
  terms: dealTerms,
  note: z.string().trim().max(1000).default(''),
  answerWithin: isoDuration.optional(),
});
/** `n`: the version the person answers; a newer one is refused with `offer.terms_changed`. */
export const counterInput = z.strictObject({
  offerId: uuid,
  n: z.number().int().min(1),
  terms: dealTerms,
  note: z.string().trim().max(1000).default(''),
});
export const acceptInput = z.strictObject({
  offerId: uuid,
  n: z.number().int().min(1),
  termsHash: z.string().length(64),
});
export const closeOfferInput = z.strictObject({ offerId: uuid, reason: z.string().trim().max(500).default('') });

export type OfferState = 'sent' | 'countered' | 'accepted' | 'declined' | 'withdrawn' | 'expired';

export interface OfferListItem {
  id: string;
  title: string;
  state: OfferState;
  brand: PartyDto;
  creator: PartyDto;
  currency: Currency;
  total: number;
  turn: Side;
  mySide: Side;
  deadlineAt: Date;
  updatedAt: Date;
  contractId: string | null;
}
export interface OfferVersionDto {
  n: number;
  by: Side;
  byName: string;
  terms: DealTerms;
  termsHash: string;
  note: string;
  at: Date;
}
/** One field that differs between two versions: dotted path into the terms, values as they are stored. */
export interface TermsChange {
  path: string;
  before: unknown;
  after: unknown;
}
export interface OfferDetail extends OfferListItem {
  version: number;
  campaignId: string | null;
  campaignTitle: string | null;
  applicationId: string | null;
  /** The price of the application, in minor units; null for an offer without one. */
  requestedPrice: number | null;
  versions: OfferVersionDto[];
  /** Our wording of each clause that the newest version changes, by its key. */
  standardClauses: Record<string, string>;
  /** Changes of the newest version against the one before. */
  changes: TermsChange[];
  extended: boolean;
  /** What the side that closed it wrote; null without words, and while it is open. */
  closedReason: string | null;
  charge: {
    price: number;
    fee: number;
    tax: number;
    total: number;
    feeBps: number;
    feeTerms: FeeTerms | null;
    taxBps: number;
    /** Of the agency that represents the creator, for the creator and that agency; 0 without one, and for the brand. */
    commissionBps: number;
    /** What is left of the price after it. */
    creatorShare: number;
  };
  /** The reader is the creator's agency, in its own name. */
  asAgency: boolean;
  clockRanges: Record<string, { min: string; fallback: string; max: string }>;
  can: Record<'accept' | 'counter' | 'decline' | 'withdraw' | 'extend', true | string>;
  serverNow: Date;
}
/** What an offer form starts from. */
export interface OfferStart {
  title: string;
  creator: PartyDto;
  campaignId: string | null;
  applicationId: string | null;
  adReplyId: string | null;
  /** What the creator refuses of what the brand or the campaign advertises. */
  conflicts: CategoryKey[];
  terms: DealTerms;
  clockRanges: Record<string, { min: string; fallback: string; max: string }>;
}
export const offerStartInput = z.strictObject({
  applicationId: uuid.optional(),
  adReplyId: uuid.optional(),
  creatorOrg: uuid.optional(),
  campaignId: uuid.optional(),
});
