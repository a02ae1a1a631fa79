import * as z from 'zod';
import { CURRENCY_CODES, type Currency } from '../../core/money.ts';
import { uuid } from '../../core/inputs.ts';
import type { DocumentRef, StatementItem } from '../documents/schema.ts';
import { BUSINESS_TYPES, type BusinessType } from './rules.ts';

/** Without a type a creator is a person and an agency a company. */
export const startOnboardingInput = z.strictObject({
  country: z.string().length(2),
  businessType: z.enum(BUSINESS_TYPES).optional(),
});
export const payOutInput = z.strictObject({ currency: z.enum(CURRENCY_CODES) });
export const payoutId = z.strictObject({ payoutId: uuid });

export interface PayoutAccountDto {
  state: 'none' | 'started' | 'restricted' | 'enabled' | 'disabled';
  /** While there is no account: what is usual for this kind of payee. */
  businessType: BusinessType;
  /** While there is no account: the value of the profile, or null. */
  country: string | null;
  currency: Currency | null;
  bankLast4: string | null;
  /** Provider requirement codes with a text under `payouts:requirement.<code>` (or the generic one). */
  requirements: string[];
  disabledReason: string | null;
  /** Until then a new bank account is blocked; null when it is not. */
  coolingUntil: Date | null;
}
export type PayoutState = 'claimed' | 'in_transit' | 'paid' | 'failed' | 'returned' | 'unknown';
export interface PayoutItem {
  id: string;
  amount: number;
  currency: Currency;
  state: PayoutState;
  bankLast4: string | null;
  /** Bank dates are expected, never promised. */
  expectedAt: Date | null;
  paidAt: Date | null;
  failureCode: string | null;
  createdAt: Date;
  /** Issued when it has arrived. */
  statement: DocumentRef | null;
  /** The earnings that it carries. */
  items: StatementItem[];
}
/** One earning on its way: its state, its next step, and when and why that happens. */
export interface EarningItem {
  milestoneId: string;
  /** An earning is one part, unless some of it was taken back at the provider. */
  part: 'earned' | 'taken_back' | 'paid_by_bank' | 'deducted';
  contractId: string;
  dealTitle: string;
  milestoneTitle: string;
  brandOrg: string;
  brandName: string;
  amount: number;
  currency: Currency;
  bucket: 'held' | 'in_review' | 'clearing' | 'on_the_way' | 'available' | 'paid' | 'on_hold';
  at: Date | null;
  /** Key under `payouts:reason.<reason>`. */
  reason: string;
}
export interface PayoutOverview {
  account: PayoutAccountDto;
  perCurrency: {
    currency: Currency;
    held: number;
    inReview: number;
    clearing: number;
    /** Transferred to the connected account, not paid out yet. */
    available: number;
    inTransit: number;
    paid: number;
    onHold: number;
    minimum: number;
    can: { payOut: true | string };
  }[];
  /** Paid out per month, newest last, twelve months, by currency. */
  months: { month: string; currency: Currency; amount: number }[];
  earnings: EarningItem[];
  payouts: PayoutItem[];
  /** Where the lists go on (`payouts.earnings`, `payouts.list`); null where they are whole. */
  more: { earnings: string | null; payouts: string | null };
  /** Years with earnings, newest first; each opens as a file under `/files/earnings/<year>.pdf`. */
  years: number[];
}
